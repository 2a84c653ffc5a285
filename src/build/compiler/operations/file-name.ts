import type { Method } from '../../../shared/contract/operation.ts';
import { toMethod } from '../../../shared/contract/operation.ts';
import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import { parsePathTemplate } from '../../../shared/contract/path-template.ts';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import { webhookName, webhookPath } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { isInEvents, isInWebhooks, ownPath, versionOf } from './tree-files.ts';

/** The route of a file, by its path: see docs/guides/routing.md. */
export interface FileRoute {
  readonly template: PathTemplate;
  /** The method in the name, if there is one. */
  readonly method: { readonly value: Method; readonly at: Location } | undefined;
  /** The name of a webhook. */
  readonly webhook?: string;
  /** The part of the path that became the template. */
  readonly at: Location;
  /** The end of the path that other frameworks take for the method: `get`, `n.get`. */
  readonly foreignMethod?: Location;
}

/** The extensions of operations and events. */
export const EXTENSION: RegExp = /\.[cm]?[jt]s$/;
const JSX = /\.[jt]sx$/;
// Words that are also nouns, such as "post", need a dot before them.
const FOREIGN_METHOD = /(?:(?:^|(?<=\/))index)?\.(?:get|post|put|patch|delete)$|(?<=^|\/)(?:get|put|delete)$/i;
const LEFT_OUT = /(?:^|\/)[._]|\.d\.[cm]?ts$|\.(?:test|spec)\.[^/]*$/;

// The escapes of a first character: docs/guides/routing.md has the reason for this form.
const ESCAPED = /(?<=^|\/)\[([_.[])\]/g;
const NEEDS_ESCAPE = /(?<=^|\/)(?:[_.]|\[(?=[_.[]\]))/g;

/** Replaces the escapes in names by their characters: `[_]search` is `_search`. */
export function unescapeNames(path: string): string {
  return path.replaceAll(ESCAPED, '$1');
}

/** Escapes the first characters of names that would have a special meaning: `_search` is `[_]search`. */
export function escapeNames(path: string): string {
  return path.replaceAll(NEEDS_ESCAPE, '[$&]');
}

/**
 * Whether a file of the tree is an operation by its name; helpers (`_x`, `.x`), declarations and tests are not. A webhook has a method in its name.
 */
export function isOperationFile(path: string): boolean {
  const own = ownPath(path);
  if (isInEvents(path)) return false;
  const needsNoMethod = own === path || versionOf(path) !== undefined;
  return EXTENSION.test(own) && !LEFT_OUT.test(own) && (needsNoMethod || splitPath(own).method !== undefined);
}

/** Whether a file looks like an operation except for an extension that handlers cannot have. */
export function isJsxFile(path: string): boolean {
  return JSX.test(path) && isOperationFile(path.replace(/x$/, ''));
}

/** The parts of a path that names an operation. */
interface PathParts {
  /** The path without its extension. */
  readonly stem: string;
  readonly route: string;
  /** The text after the last `@` of the file's name, unless it is inside braces. */
  readonly method: string | undefined;
}

/**
 * Splits the path of an operation.
 *
 * @example splitPath('pets/{id}/@get.ts') // { stem: 'pets/{id}/@get', route: 'pets/{id}', method: 'get' }
 */
export function splitPath(path: string): PathParts {
  const stem = path.replace(EXTENSION, '');
  const at = stem.lastIndexOf('@');
  const hasMethod = at > stem.lastIndexOf('/') && at > stem.lastIndexOf('}');
  return hasMethod
    ? { stem, route: stem.slice(0, at).replace(/\/$/, ''), method: stem.slice(at + 1) }
    : { stem, route: stem, method: undefined };
}

/** The white space at the ends of names. */
const WHITE_ENDS = /(?<=^|\/)\s+|(?<!\s)\s+(?=\/|$)/g;

/** Whether a name of a path begins or ends with white space, which readers do not see. */
export function hasWhiteEnds(path: string): boolean {
  return path.search(WHITE_ENDS) !== -1;
}

/** The end of a name that Windows removes. */
export const INVISIBLE_END: RegExp = /[\s.]+$/;

/** Whether a file would be an operation, by the method at the end of its name, if it had an extension. */
export function lacksExtension(path: string): boolean {
  const own = ownPath(path);
  const { method } = splitPath(own.replace(INVISIBLE_END, ''));
  return (
    !isInEvents(path) &&
    method !== undefined &&
    toMethod(method) !== undefined &&
    !EXTENSION.test(own) &&
    !LEFT_OUT.test(own)
  );
}

/**
 * Reads the path template and the method from a file's path: see docs/guides/routing.md.
 *
 * @param pathInTree Below the tree, with `/`: `pets/{id}/photo@post.js`.
 * @param source The path as it is shown, ending with the same names.
 * @returns undefined if the name is invalid; all mistakes have then been reported.
 * @example locateOperation('pets/{id}/@get.ts', ...) // GET /pets/{id}
 */
export function locateOperation(
  pathInTree: string,
  source: SourceText,
  prefixes: Prefixes,
  report: Report,
): FileRoute | undefined {
  const path = ownPath(pathInTree);
  const place = placesIn(path, source);
  const { stem, route: name, method: methodName } = splitPath(path);
  let isSound = true;
  const fail: Report = (diagnostic) => {
    isSound = false;
    report(diagnostic);
  };
  checkCharacters(path, place, fail);
  for (const { index, 0: found } of name.matchAll(WHITE_ENDS))
    fail(messages.nameSpace(place(index, index + found.length)));
  const method =
    methodName === undefined
      ? undefined
      : readMethod(methodName, place(stem.length - methodName.length, stem.length), fail);
  const isWebhook = isInWebhooks(pathInTree);
  const at = place(0, name.length || stem.length);
  const template = readTemplate(name, place, fail, (text) => fullPathOf(text, prefixes, isWebhook));
  if (isWebhook && (name === '' || template.names.length > 0)) fail(messages.webhookName(at));
  if (!isSound) return undefined;
  // A webhook has no parameters in any form.
  if (!isWebhook) checkForeign(name, place, report);
  if (methodName === undefined && /(?:^|\/)index$/.test(stem))
    report(
      messages.indexFile(place(stem.length - 'index'.length, stem.length), template.text, path.slice(stem.length)),
    );
  const foreign = methodName === undefined ? FOREIGN_METHOD.exec(stem) : null;
  return {
    template,
    method,
    ...(isWebhook && { webhook: webhookName(unescapeNames(name)) }),
    at,
    ...(foreign !== null && { foreignMethod: place(foreign.index, stem.length) }),
  };
}

/** Makes the location of a part of a path. */
export type Places = (start: number, end: number) => Location;

/** Places in a path below the tree, which the shown path ends with. */
export function placesIn(path: string, source: SourceText): Places {
  const offset = source.text.length - path.length;
  return (start, end) => ({ source, span: { start: offset + start, end: offset + end } });
}

function checkCharacters(path: string, place: Places, report: Report): void {
  // No URL can hold half of a surrogate pair.
  for (const match of path.matchAll(/[#?\\\p{Surrogate}]/gu))
    report(messages.nameCharacter(place(match.index, match.index + 1), match[0]));
}

function readMethod(name: string, at: Location, report: Report): FileRoute['method'] {
  const value = toMethod(name);
  if (value === undefined) report(messages.unknownMethod(at, name));
  return value && { value, at };
}

function readTemplate(route: string, place: Places, report: Report, complete: (route: string) => string): PathTemplate {
  const { template, faults } = parsePathTemplate(route);
  for (const fault of faults) report(messages.pathTemplate(place(fault.start, fault.end), fault.kind));
  for (const { index, 0: name } of route.matchAll(DOTS)) report(messages.dotSegment(place(index, index + name.length)));
  const fullPath = complete(route);
  return fullPath === `//${route}` ? template : parsePathTemplate(fullPath).template;
}

/** The segments `.` and `..`. */
const DOTS = /(?<=^|\/)\[\.\]\.?(?=$|\/)/g;

/** Requests use NFC, whichever form the disk uses. */
function fullPathOf(route: string, prefixes: Prefixes, isWebhook: boolean): string {
  const own = unescapeNames(route).normalize('NFC');
  if (isWebhook) return webhookPath(own, prefixes);
  const version = prefixes.version === undefined ? '' : `/${prefixes.version}`;
  return `${prefixes.base}${version}/${own}`.normalize('NFC');
}

/** The path of a directory of the tree. The files below it report its mistakes. */
export function directoryTemplate(directory: string, prefixes: Prefixes): PathTemplate {
  return parsePathTemplate(fullPathOf(ownPath(directory), prefixes, isInWebhooks(directory))).template;
}

/**
 * Warns of segments that are parameters elsewhere: `[id]`, `[...slug]`, `:id`, `<int:id>`, and `[id].get` with a method; and of those that take the rest
 * of a path elsewhere: `{...path}`, `{path*}`, `{path:path}`.
 */
function checkForeign(route: string, place: Places, report: Report): void {
  const rests = /(?<=^|\/)\{(?:(?:\.\.\.|…|\*{1,2})(\w[\w-]*)|(\w[\w-]*)(?:[*+…]|:path|:?\.\*))\}(?=$|\/)/g;
  for (const { 0: text, 1: after, 2: name = after!, index } of route.matchAll(rests))
    report(messages.foreignRest(place(index, index + text.length), text, name));
  const foreign =
    /(?<=^|\/)(?!\[_\])(?:\[\[?(?:\.\.\.)?([a-z_][\w-]*)\]?\]|:([a-z_][\w-]*)[?*+]?|<(?:\w+:)?([a-z_][\w-]*)>)(?=$|\/|\.[a-z]+$)/gi;
  for (const { 0: text, 1: bracketed, 2: colon, 3: name = bracketed ?? colon!, index } of route.matchAll(foreign))
    report(messages.foreignParameter(place(index, index + text.length), text, name));
}
