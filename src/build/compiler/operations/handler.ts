import type { FieldRead } from '../calls/context-uses.ts';
import type { Comment } from '../comment/comment.ts';
import { parseComments } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { isDirectiveName } from '../../../directives/vocabulary.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import { findExports } from '../module/exports.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import type { Value } from '../module/value.ts';
import { isOpen, isSameSource } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { checkDefaults, checkFields, checkHandler, fieldReads } from './early-guards.ts';
import { AUTHORIZE } from './guard-names.ts';
import { isPragma } from '../comment/pragma.ts';

/** The function that answers an operation's requests, and its comment: see docs/guides/routing.md. */
export interface Handler {
  /** The name of its export; always `default` in a CommonJS file. */
  readonly exportName: string;
  /** The names of all exports that are this function. */
  readonly exportNames: readonly string[];
  readonly isCommonJs: boolean;
  readonly isGenerator: boolean;
  /** Whether all it does is to throw a problem with status 501. */
  readonly isStub: boolean;
  /** The specifier of the module that it comes from. */
  readonly from: string | undefined;
  /** The names that lead to it there: see {@link Value.names}. */
  readonly names: readonly string[] | undefined;
  /** Whether it can be, or call, a function that its text does not show, such as one that an array has. */
  readonly isOpen: boolean;
  /** The function's name, if it is the operation's id. */
  readonly name: string | undefined;
  readonly at: Location;
  /** The operations that its types name. */
  readonly typedAs: readonly Declared<string>[];
  /** The fields of `ctx.auth` and `ctx.input` that it reads by name: `auth.token`. */
  readonly fieldReads: readonly FieldRead[];
  /** Its value, as far as its file shows it. */
  readonly value: Value;
  /** The type that its signature returns, without a promise around it. */
  readonly resultAt: Location | undefined;
  /** The contract. */
  readonly comment: Comment | undefined;
}

/** Whether a handler can be that of another file. */
export function mayBePassedOn({ from, isOpen: isUnknown }: Handler): boolean {
  return from !== undefined || isUnknown;
}

/** The parts of an operation's file, as far as it has no mistakes. */
interface FoundHandler {
  readonly handler?: Handler;
  readonly comment: Comment | undefined;
  readonly found: ModuleExports;
}

/**
 * Finds a file's handler and the comment that is its contract.
 *
 * @returns No handler unless there is exactly one; that has then been reported.
 */
export function findHandler(source: SourceText, syntax: Syntax, report: Report): FoundHandler {
  const found = findExports(syntax);
  const { isCommonJs, exports } = found;
  const chosen = syntax.hasErrors ? undefined : chooseExport(source, exports, report);
  const guard = exports.find((each) => each.name === AUTHORIZE && each !== chosen);
  const comment = findContract(source, syntax, chosen?.value.anchors, guard?.value.anchors);
  if (chosen === undefined) return { comment, found };
  checkDefaults(source, syntax, chosen, report);
  checkHandler(source, syntax, chosen, report);
  checkFields(source, syntax, found, chosen.name, report);
  const at = { source, span: chosen.span };
  const { name } = chosen.value;
  const handler: Handler = {
    exportName: chosen.name,
    exportNames: exports.filter(({ value }) => isSame(value, chosen.value)).map((each) => each.name),
    isCommonJs,
    isGenerator: chosen.value.isGenerator === true,
    isStub: chosen.value.isStub === true,
    from: chosen.value.from,
    names: chosen.value.names,
    isOpen: isOpen(chosen.value),
    name: name === undefined || name.startsWith('_') ? undefined : name,
    at,
    typedAs: (chosen.value.typedAs ?? []).map(({ name: value, span }) => ({ value, at: { source, span } })),
    fieldReads: fieldReads(source, syntax, chosen.value),
    value: chosen.value,
    resultAt: chosen.value.resultAt && { source, span: chosen.value.resultAt },
    comment,
  };
  return { handler, comment, found };
}

/** Whether two exports are one function, also if one of them is wrapped: `export function getPet() {}` and `export default defineOperation(getPet)`. */
function isSame(one: Value, other: Value): boolean {
  const isImported = one.from !== undefined && isSameSource(one, other);
  return isImported || (one.anchors[0] === other.anchors[0] && one.name === other.name);
}

/** The default export if it can be a function, otherwise the only exported function. A function `authorize` is the handler only if it is the only one. */
function chooseExport(source: SourceText, exports: readonly Export[], report: Report): Export | undefined {
  const byDefault = exports.find((item) => item.name === 'default' && item.value.kind !== 'other');
  if (byDefault !== undefined) return byDefault;
  const functions = exports.filter((item) => item.value.kind === 'function');
  const all = functions.length > 0 ? functions : exports.filter((item) => item.value.kind === 'imported');
  const candidates = all.length > 1 ? all.filter(({ name }) => name !== AUTHORIZE) : all;
  if (candidates.length === 1) {
    const [{ name, span }] = candidates as [Export];
    if (name === AUTHORIZE) report(messages.authorizeHandler({ source, span }));
    return candidates[0];
  }
  const located = (items: readonly Export[]): { name: string; at: Location }[] =>
    items.map((item) => ({ name: item.name, at: { source, span: item.span } }));
  report(
    candidates.length === 0
      ? messages.noHandler(source, located(exports))
      : messages.severalHandlers(located(candidates)),
  );
  return undefined;
}

/**
 * Finds the contract of an operation: the block comment that directly precedes the handler and is not just a `@type`, otherwise the first one of the
 * file with a directive.
 *
 * @param anchors The offsets of the handler, and of the statements that bind or export it; none if the file has no handler.
 * @param guarding The same of `authorize`, whose comment documents that function.
 */
function findContract(
  source: SourceText,
  syntax: Syntax,
  anchors: readonly number[] = [],
  guarding: readonly number[] = [],
): Comment | undefined {
  const comments = commentsIn(source, syntax);
  const attached = attachedTo(source, syntax, anchors, comments);
  const guards = new Set(attachedTo(source, syntax, guarding, comments));
  const first = comments.find((comment) => hasDirective(comment) && !guards.has(comment));
  return attached.find(hasDirective) ?? attached.find(hasDescription) ?? first ?? attached[0];
}

/** The block comments of a file that can be a contract. */
export function commentsIn(source: SourceText, syntax: Syntax): Comment[] {
  const comments = syntax.comments.filter(({ value }) => !isPragma(value));
  return parseComments(source, comments);
}

/** The comments that directly precede an anchor. */
export function attachedTo(
  source: SourceText,
  syntax: Syntax,
  anchors: readonly number[],
  comments: readonly Comment[],
): Comment[] {
  const preceding = new Set(anchors.flatMap((anchor) => precedingComments(source, syntax, anchor)));
  return [...preceding].flatMap((start) => comments.filter(({ at }) => at.span.start === start));
}

/** The offsets of the comments that precede an offset, with only white space and comments between. */
function precedingComments(source: SourceText, syntax: Syntax, offset: number): number[] {
  const starts: number[] = [];
  let from = offset;
  for (const comment of syntax.comments.toReversed()) {
    if (comment.end > from) continue;
    if (source.text.slice(comment.end, from).trim() !== '') break;
    starts.push(comment.start);
    from = comment.start;
  }
  return starts;
}

function hasDescription(comment: Comment): boolean {
  return comment.description.text.trim() !== '';
}

function hasDirective(comment: Comment): boolean {
  return comment.directives.some((directive) => isDirectiveName(directive.name, comment.at.source));
}
