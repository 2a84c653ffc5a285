import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import type { Comment, Directive, Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import { readParameterPhrase, readResponsePhrase } from '../comment/line.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declarations } from '../language/declared.ts';
import { isInherited, isKnownDirective, isOnlyJsdoc, isPassedOver } from '../../../directives/vocabulary.ts';
import { describedInDirectory } from '../language/described.ts';
import { readDirectives } from '../language/directives.ts';
import { isOnlyOurs, meansSecurity, meantProtection } from '../language/security-words.ts';
import { meantPlace, splitPlace } from '../language/parameter.ts';
import type { SourceText } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import { attachedTo, commentsIn } from './handler.ts';

/** The contract in the comment of a `_middleware` file, which holds for each operation in the directory and below: see docs/guides/middleware.md. */
export interface DirectoryContract {
  /** The file below the tree, with `/`. */
  readonly path: string;
  /** The directory, with a `/` at its end; empty for the tree itself. */
  readonly directory: string;
  /** The path of the directory. */
  readonly template: PathTemplate;
  readonly comment: Comment;
  readonly declarations: Declarations;
}

/** Directives that an `@example` can belong to. */
const WITH_EXAMPLE: readonly string[] = ['param', 'returns', 'throws'];

/**
 * Finds the comments that can be the contract of a directory. The first one is the contract; a `_middleware` file should have only one.
 *
 * The JSDoc of a helper is not a contract: its `@param` has no location, and only a comment directly above the middleware counts if all it has is a
 * `@returns` or a `@throws`.
 *
 * @param own The offsets of the middleware, and of the statements that bind or export it; empty if the file has none.
 * @param guarding The same of `authorize`. A `@returns` without a status in its comment documents the function.
 */
export function findDirectoryContracts(
  source: SourceText,
  syntax: Syntax,
  own: readonly number[],
  guarding: readonly number[],
): Comment[] {
  const anchors = [...own, ...guarding];
  const comments = commentsIn(source, syntax);
  const guards = new Set(attachedTo(source, syntax, guarding, comments));
  for (const comment of attachedTo(source, syntax, own, comments)) guards.delete(comment);
  const attached = attachedTo(source, syntax, anchors, comments);
  const all = comments.map((comment) => (guards.has(comment) ? withoutResult(comment) : comment));
  const isAttached = ({ at }: Comment): boolean => anchors.length === 0 || attached.some((each) => each.at === at);
  const contracts = all.filter(({ directives }, i) =>
    directives.some((each) => isOfDirectory(each) || (isAttached(all[i]!) && hasStatus(each))),
  );
  if (contracts.length > 0) return [...contracts.filter(isAttached), ...contracts.filter((each) => !isAttached(each))];
  const used = all.filter(({ directives }) => directives.some(({ name }) => !isOnlyJsdoc(name)));
  return used.filter(isAttached).slice(0, 1);
}

/** A comment of `authorize` without the type that the function returns. */
function withoutResult(comment: Comment): Comment {
  const directives = comment.directives.filter((each) => each.name !== 'returns' || hasStatus(each));
  return { ...comment, directives };
}

/** Whether JSDoc does not have a directive, or not in this form; also a misspelled `@security` or `@rate-limit`, which must not get lost. */
export function isOfDirectory({ name, content, at: { source } }: Directive): boolean {
  if (meansSecurity(name, source) || meantProtection(name, source) !== undefined || /^x-./.test(name)) return true;
  if (name === 'param') return splitPlace(readParameterPhrase(content).name?.text ?? '')[0] !== undefined;
  return isInherited(name, source) && isOnlyOurs(name, source);
}

function hasStatus({ name, content }: Directive): boolean {
  return (name === 'returns' || name === 'throws') && readResponsePhrase(content).status !== undefined;
}

/**
 * Reads the contract of a directory, without the lines that are ordinary JSDoc of the middleware.
 *
 * @param path The path of the directory in all versions.
 */
export function readDirectoryContract(
  comment: Comment,
  template: PathTemplate,
  path: string,
  report: Report,
): Declarations {
  let hasTarget = false;
  const directives = comment.directives.filter((directive) => {
    const fault =
      directive.name === 'example' && !hasTarget
        ? messages.notForDirectory(directive.at, directive.name)
        : findFault(directive, template);
    if (WITH_EXAMPLE.includes(directive.name)) hasTarget = fault === undefined;
    if (fault !== undefined) report(fault);
    return fault === undefined;
  });
  const declarations = readDirectives(directives, undefined, report);
  const described = describedInDirectory(declarations.described, { path }, report);
  return { ...declarations, described };
}

/** Finds the reason to leave a directive out. Its type may be one that a contract does not know. */
function findFault(directive: Directive, template: PathTemplate): Diagnostic | undefined {
  const { name, at } = directive;
  if (name === 'param') return findParameterFault(directive, template);
  const promise = promiseIn(directive);
  if (promise !== undefined) return messages.promisedResponse(locate(promise));
  return isKnownDirective(name, at.source) && !isInherited(name, at.source) && !isPassedOver(name)
    ? messages.notForDirectory(at, name)
    : undefined;
}

/** The type of a `@returns` that is a promise. */
function promiseIn({ name, content }: Directive): Passage | undefined {
  const type = name === 'returns' ? readResponsePhrase(content).type : undefined;
  return type !== undefined && /^[?!]?Promise(?:Like)?\b/.test(type.text) ? type : undefined;
}

/** Whether a directory declares a response with `@returns`, even if it is invalid. */
export function declaresReturn({ comment }: DirectoryContract): boolean {
  return comment.directives.some((directive) => directive.name === 'returns' && promiseIn(directive) === undefined);
}

/** A parameter needs a location, since a directory has no method; none can be in the body. */
function findParameterFault({ content }: Directive, { names }: PathTemplate): Diagnostic | undefined {
  const phrase = readParameterPhrase(content);
  if (phrase.name === undefined || phrase.unclosed !== undefined) return undefined;
  const at = locate(phrase.name);
  const [place, name] = splitPlace(phrase.name.text.normalize('NFC'));
  if (place === 'body' || (place === undefined && name === 'body')) return messages.directoryBody(at, phrase.name.text);
  if (place !== undefined) return undefined;
  return messages.unplacedParameter(at, name, names.includes(name) ? `path.${name}` : meantName(name));
}

/** The correct spelling of a name that begins with a misspelled location. */
function meantName(name: string): string | undefined {
  const [, prefix = '', rest = ''] = /^([a-z]+)\.(.+)$/is.exec(name) ?? [];
  const place = meantPlace(prefix);
  return place && `${place}.${rest}`;
}

/**
 * Whether two contracts are equal, with their locations: they have the same text up to the end of the line where the comment ends, and both belong
 * to `authorize` or neither does.
 */
export function isSameContract(a: DirectoryContract, b: DirectoryContract): boolean {
  return a.comment.directives.length === b.comment.directives.length && textOfContract(a) === textOfContract(b);
}

function textOfContract({ comment }: DirectoryContract): string {
  const { source, span } = comment.at;
  const length = source.text.slice(span.end).search(/[\r\n]/);
  return length === -1 ? source.text : source.text.slice(0, span.end + length);
}
