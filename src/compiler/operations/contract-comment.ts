import type { Comment, Directive } from '../comment/comment.ts';
import { parseComment } from '../comment/comment.ts';
import { readParameterPhrase, readResponsePhrase } from '../comment/line.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { isDirectiveName, isLikeSecurity, isPassedOver } from '../language/directive-names.ts';
import { splitPlace } from '../language/parameter.ts';
import type { Syntax } from '../module/syntax.ts';

/** Comments for other tools, which are never a contract. */
const PRAGMA = /^\s*(?:!|[#@]__|@vite-ignore|@ts-|eslint|oxlint|prettier|biome|istanbul|c8 |v8 )/;

/**
 * Finds the contract of an operation: the block comment that directly precedes the handler and is not just a `@type`, otherwise the first one of the
 * file with a directive.
 *
 * @param anchors The offsets of the handler, and of the statements that bind or export it.
 */
export function findContract(source: SourceText, syntax: Syntax, anchors: readonly number[]): Comment | undefined {
  const blocks = blocksIn(syntax);
  const attached = attachedTo(source, syntax, anchors, blocks);
  return (
    attached.find(hasDirective) ??
    attached.find(hasDescription) ??
    blocks.map((block) => parseComment(source, block)).find(hasDirective) ??
    attached[0]
  );
}

/**
 * Finds the comments that can be the contract of a directory. The first one is the contract; a `_middleware` file should have only one.
 *
 * The JSDoc of a helper is not a contract: its `@param` has no location, and only a comment directly above the middleware counts if all it has is a
 * `@returns` or a `@throws`.
 *
 * @param anchors The offsets of the middleware, and of the statements that bind or export it; empty if the file has no code.
 */
export function findDirectoryContracts(source: SourceText, syntax: Syntax, anchors: readonly number[]): Comment[] {
  const blocks = blocksIn(syntax);
  const attached = attachedTo(source, syntax, anchors, blocks);
  const all = blocks.map((block) => parseComment(source, block));
  const isAttached = (comment: Comment): boolean =>
    anchors.length === 0 || attached.some(({ at }) => at.span.start === comment.at.span.start);
  const contracts = all.filter(({ directives }, i) =>
    directives.some((each) => isOwn(each) || (isAttached(all[i]!) && hasStatus(each))),
  );
  if (contracts.length > 0) return [...contracts.filter(isAttached), ...contracts.filter((each) => !isAttached(each))];
  const used = all.filter(({ directives }) => directives.some(({ name }) => !isPassedOver(name)));
  return used.filter(isAttached).slice(0, 1);
}

/** Whether JSDoc does not have a directive, or not in this form; also a misspelled `@security`, which must not get lost. */
function isOwn({ name, content }: Directive): boolean {
  if (isLikeSecurity(name) || /^x-./.test(name)) return true;
  if (name === 'param') return splitPlace(readParameterPhrase(content).name?.text ?? '')[0] !== undefined;
  return ['tags', 'header', 'param-include', 'returns-include'].includes(name);
}

function hasStatus({ name, content }: Directive): boolean {
  return (name === 'returns' || name === 'throws') && readResponsePhrase(content).status !== undefined;
}

function blocksIn(syntax: Syntax): Span[] {
  return syntax.comments.filter((comment) => comment.type === 'Block' && !PRAGMA.test(comment.value));
}

/** The block comments that directly precede an anchor. */
function attachedTo(
  source: SourceText,
  syntax: Syntax,
  anchors: readonly number[],
  blocks: readonly Span[],
): Comment[] {
  const preceding = anchors.flatMap((anchor) => precedingComments(source, syntax, anchor));
  return preceding
    .flatMap((start) => blocks.filter((block) => block.start === start))
    .map((block) => parseComment(source, block));
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
  return comment.directives.some((directive) => isDirectiveName(directive.name));
}
