import type { Placement } from '../openapi/read/read-operation.ts';
import { toMethod } from '../../shared/contract/operation.ts';
import type { TemplateFault } from '../../shared/contract/path-template.ts';
import { parsePathTemplate, templateKey } from '../../shared/contract/path-template.ts';
import { compare } from '../../build/compiler/diagnostics/diagnostic.ts';
import { webhookPath, WEBHOOKS_PREFIX } from '../../shared/contract/webhooks.ts';
import { EVENTS_DIRECTORY, ownPath, WEBHOOKS_DIRECTORY } from '../../build/compiler/operations/tree-files.ts';
import { isEventFile, locateEvent } from '../../build/compiler/events/event-name.ts';
import { escapeNames, hasWhiteEnds, isOperationFile } from '../../build/compiler/operations/file-name.ts';
import type { Description } from '../openapi/read/description.ts';
import type { ExistingFiles } from './existing-tree.ts';
import { eventKey } from './existing-tree.ts';
import { hasDotSegment } from '../../shared/contract/path-spelling.ts';

/** An operation of a description that a tree can have. */
export interface LocatedOperation extends Placement {
  /** The same for templates that match the same requests: `/pets/{}`. */
  readonly key: string;
}

const FAULTS: Readonly<Record<TemplateFault['kind'], string>> = {
  'unbalanced-brace': 'its braces are not balanced',
  'empty-name': 'a parameter has no name',
  'adjacent-parameters': 'two parameters have no text between them',
  'repeated-name': 'a parameter occurs twice',
  'reserved-name': 'a parameter has a reserved name',
  'mixed-rest': 'a parameter that takes the rest of the path has text around it',
  'inner-rest': 'a parameter that takes the rest of the path is not the last segment',
};

/** Names that Windows does not allow: https://learn.microsoft.com/windows/win32/fileio/naming-a-file. */
const UNSAFE = /[<>:"|*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The limit of most disks, in bytes. */
const MAX_NAME = 255;

/**
 * The operations that a tree can have, sorted as the compiler sorts them. The reasons for all others become notes.
 *
 * @param known The paths that the tree has already, whose spelling takes precedence.
 */
export function locateOperations(
  { operations, notes }: Description,
  known: readonly string[] = [],
  platform: string = process.platform,
  { webhooks = WEBHOOKS_PREFIX, extension = 'ts' }: Pick<ExistingFiles, 'webhooks' | 'extension'> = {},
): { readonly located: readonly LocatedOperation[]; readonly unsafe: readonly string[] } {
  const spelling = new Spelling();
  for (const path of known) spelling.apply(path);
  const taken = new Map<string, string>();
  const unsafe = new Set<string>();
  const located = operations.flatMap((described): LocatedOperation[] => {
    const drop = (reason: string): [] => {
      notes.add(described.at, reason);
      return [];
    };
    const method = toMethod(described.method);
    if (method === undefined) return drop(`a tree has no method ${described.method}`);
    const { webhook, event } = described;
    if (event !== undefined) {
      const file = `${EVENTS_DIRECTORY}${escapeNames(event)}.${extension}`;
      const key = eventKey(event);
      const fault =
        eventFault(event, file) ?? (taken.has(key) ? `another event has the name "${taken.get(key)!}"` : undefined);
      if (fault !== undefined) return drop(fault);
      taken.set(key, event);
      if (segmentNames(file).some((name) => UNSAFE.test(name))) unsafe.add(file);
      return [{ described, method, path: described.path, key, file, names: new Map() }];
    }
    const route = webhook === undefined ? readPath(described.path) : readWebhook(webhook, webhooks);
    if ('fault' in route) return drop(route.fault);
    const spelled = spelling.apply(route.path);
    if ('fault' in spelled) return drop(spelled.fault);
    const { template } = parsePathTemplate(spelled.path);
    const key = templateKey(template);
    const directory = spelled.path === '/' ? '' : `${escapeNames(spelled.path.slice(1))}/`;
    const place = webhook === undefined ? directory : `${WEBHOOKS_DIRECTORY}${escapeNames(webhook)}`;
    const file = `${place}@${method.toLowerCase()}.${extension}`;
    const reason = fileFault(file);
    if (reason !== undefined) return drop(reason);
    const same = taken.get(`${method} ${key}`);
    if (same !== undefined) return drop(`${method} ${same} matches the same requests`);
    taken.set(`${method} ${key}`, described.path);
    if (segmentNames(file).some((name) => UNSAFE.test(name))) {
      if (platform === 'win32') return drop('Windows does not allow the name of the file');
      unsafe.add(file);
    }
    const names = parsePathTemplate(route.path).template.names.map((name, i) => [name, template.names[i]!] as const);
    return [{ described, method, path: spelled.path, key, file, names: new Map(names) }];
  });
  return { located: located.sort((a, b) => compare(a.file, b.file)), unsafe: [...unsafe].sort() };
}

/** Decodes a path, without a slash at its end. */
function readPath(path: string): { readonly path: string } | { readonly fault: string } {
  if (!path.startsWith('/')) return { fault: 'a path starts with "/"' };
  if (/[?#\\\p{Surrogate}]/u.test(path)) return { fault: 'a path in a tree cannot have "?", "#" or "\\"' };
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  if (path.length > 1 && segments.includes('')) return { fault: 'a path in a tree has no empty segments' };
  const decoded = segments.map(decodeSegment);
  if (decoded.some((segment) => /[\\\p{Cc}\u2028\u2029]/u.test(segment ?? '')))
    return { fault: 'a path in a tree has neither "\\" nor control characters' };
  if (decoded.some((segment) => segment === undefined || segment.includes('/')))
    return { fault: 'it cannot be decoded to the name of a file' };
  if (hasWhiteEnds(decoded.join('/'))) return { fault: 'a segment in a tree neither begins nor ends with white space' };
  if (decoded.some((segment) => segment === '.' || segment === '..'))
    return { fault: 'clients resolve the segments "." and "..", so no request can reach it' };
  const { template, faults } = parsePathTemplate(decoded.join('/').normalize('NFC'));
  return faults[0] === undefined ? { path: template.text } : { fault: FAULTS[faults[0].kind] };
}

/** The path of a webhook, whose name is that of a file. */
function readWebhook(name: string, webhooks: string): { readonly path: string } | { readonly fault: string } {
  const isInvalid = /[{}?#\\\p{Surrogate}\p{Cc}\u2028\u2029]/u.test(name) || hasWhiteEnds(name);
  if (name === '' || isInvalid || hasDotSegment(name))
    return {
      fault:
        'the name of a webhook is that of a file: without "{", "}", "?", "#", "\\", control characters, and white space at its ends',
    };
  return { path: webhookPath(name, { base: '/', webhooks }) };
}

/** Decodes the text of a segment. Names of parameters stay. */
function decodeSegment(segment: string): string | undefined {
  try {
    return segment.replace(/\{[^{}]*\}|[^{}]+/g, (part) => (part.startsWith('{') ? part : decodeURIComponent(part)));
  } catch {
    return undefined;
  }
}

function segmentNames(file: string): string[] {
  return ownPath(file).split('/');
}

function fileFault(file: string): string | undefined {
  return isOperationFile(file) ? lengthFault(file) : `the file ${file} would not be an operation`;
}

function eventFault(name: string, file: string): string | undefined {
  let isSound = !hasDotSegment(name);
  const shown = { file, text: file, isPath: true };
  const located = locateEvent(file, shown, () => (isSound = false));
  if (!isSound || located?.name !== name)
    return 'the name of an event is that of a file: without "@", "{", "}", "?", "#", "\\" and control characters';
  // As of `a.d`, whose file would be one of declarations.
  return isEventFile(file) ? lengthFault(file) : `the file ${file} would not be an event`;
}

function lengthFault(file: string): string | undefined {
  const long = segmentNames(file).some((name) => Buffer.byteLength(name) > MAX_NAME);
  return long ? `a name in it is longer than ${MAX_NAME} bytes` : undefined;
}

/** Gives paths one spelling, since names that differ only in letter case, or in the names of parameters, clash in a tree. */
class Spelling {
  readonly #byKey = new Map<string, string>();
  readonly #byCase = new Map<string, string>();

  apply(path: string): { readonly path: string } | { readonly fault: string } {
    const { template } = parsePathTemplate(path);
    const same = this.#byKey.get(templateKey(template));
    if (same !== undefined) return { path: same };
    let spelled = '';
    for (const segment of path.split('/').slice(1)) {
      const prefix = `${spelled}/${segment}`;
      const known = this.#byCase.get(prefix.toLowerCase()) ?? prefix;
      if (withoutNames(known) !== withoutNames(prefix)) return { fault: `"${known}" differs only in letter case` };
      spelled = known;
    }
    let prefix = '';
    for (const segment of spelled.split('/').slice(1)) {
      prefix += `/${segment}`;
      if (!this.#byCase.has(prefix.toLowerCase())) this.#byCase.set(prefix.toLowerCase(), prefix);
    }
    this.#byKey.set(templateKey(template), spelled);
    return { path: spelled };
  }
}

/** A path without the names of its parameters: `/pets/{}`. */
export function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}
