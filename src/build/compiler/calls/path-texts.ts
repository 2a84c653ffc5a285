import type { Node } from 'oxc-parser';
import { METHODS } from '../../../shared/contract/operation.ts';
import { encodeSegment } from '../../../shared/contract/path-spelling.ts';
import type { Diagnostic, GuardedText, Report, TextTest } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { lastName, literalText } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { ComparedText, Extent } from './comparisons.ts';
import type { ContextComparison } from './context-comparisons.ts';
import { contextComparisons, testOf } from './context-comparisons.ts';
import { namesSet } from './early-reads.ts';

/** `ctx.path`, `ctx.originalUrl` and `ctx.operation.method` */
const READS =
  /\b_?(?:ctx|context|request|req|operation)\s*(?:\?\.|\.|\[\s*['"])\s*(?:path|url|href|originalUrl|method)\b/i;
/** A pattern that may take it, and what it may take it from. */
const TAKES = /\b(?:path|url|href|originalUrl|method)\s*(?::\s*[\w$]+\s*)?[,}]/i;
const FROM_CONTEXT = /\bnext\b|=\s*_?(?:ctx|context)\b/i;
/** Methods in a text: `get`, or `^(get|post)$` without its other characters. */
const METHOD = new RegExp(`^(?:${METHODS.join('|').toLowerCase()})+$`);

/**
 * Reports comparisons of `ctx.path` with texts that it never has, because it begins with a slash, is percent-encoded and has no query: such a guard refuses no
 * request. So does one that compares `ctx.originalUrl`, for a client that spells the path in another way, and one that compares `ctx.method` with `get`. Reports conditions
 * by which a query lets every request pass.
 *
 * Reports the other texts that guards compare `ctx.path` and `ctx.url` with, as if they missed an operation: see `withoutKnownOperations`.
 *
 * @param verifiers The starts of the bodies of functions that are known to be verifiers.
 */
export function checkPathTexts(
  source: SourceText,
  syntax: Pick<Syntax, 'program' | 'bindings'>,
  report: Report,
  verifiers?: ReadonlySet<number>,
): void {
  // Few files need the walk.
  if (!READS.test(source.text) && !(TAKES.test(source.text) && FROM_CONTEXT.test(source.text))) return;
  const set = namesSet(syntax.program);
  // It can be decoded then.
  const isPathSet = set.has('path') || set.has('url');
  const reported = new Map<Node, Diagnostic>();
  const guarding: (readonly [node: Node, text: Omit<GuardedText, 'all'>])[] = [];
  for (const comparison of contextComparisons(syntax, verifiers)) {
    const field = FIELDS.get(comparison.field);
    if (field === undefined || (field === 'method' ? set.has(field) : isPathSet)) continue;
    if (mayBeInQuery(comparison, field)) {
      const { node } = comparison;
      reported.set(node, messages.passedByQuery(locationIn(source, node.start, node.end), comparison.field));
      continue;
    }
    const { texts, isSum, extent } = comparison;
    for (const each of field === 'method' ? lowerCase(texts) : texts) {
      const at = locationIn(source, each.node.start, each.node.end);
      const diagnostic =
        field === 'url' || field === 'href' ? undefined : faultOf(each, at, field, isSum ? 'part' : extent);
      if (diagnostic !== undefined) reported.set(each.node, diagnostic);
      else if (field === 'path' || field === 'url')
        guarding.push(...guardedIn(comparison, each).map((text) => [each.node, { ...text, field }] as const));
    }
  }
  const all = guarding.map(([, each]) => each);
  for (const [node, text] of guarding)
    if (/[\p{L}\p{N}]/u.test(text.text) && !reported.has(node)) {
      const at = locationIn(source, node.start, node.end);
      reported.set(node, { ...messages.unmatchedSpelling(at, '', ''), guarded: { ...text, all } });
    }
  for (const diagnostic of reported.values()) report(diagnostic);
}

type PathField = 'path' | 'url' | 'href' | 'originalUrl' | 'method';

const FIELDS: ReadonlyMap<string, PathField> = new Map([
  ['path', 'path'],
  ['url', 'url'],
  ['href', 'href'],
  ['originalUrl', 'originalUrl'],
  ['method', 'method'],
  ['operation.method', 'method'],
]);

/** Whether a request passes by a text that its query can have: `if (ctx.url.endsWith('/login')) return next();`. */
function mayBeInQuery({ isPass, extent, segment, node, texts }: ContextComparison, field: PathField): boolean {
  if (!isPass || !/^(?:url|href|originalUrl)$/.test(field) || segment !== undefined) return false;
  if (extent === 'whole' || extent === 'start') return false;
  const isPattern = node.type === 'CallExpression' && /^(?:test|match|search)$/.test(lastName(node.callee));
  return isPattern ? texts.some((text) => 'regex' in text.node && !isAnchored(text.node.regex.pattern)) : true;
}

/** Whether each way of a pattern begins at the start of a text. */
function isAnchored(pattern: string): boolean {
  let rest = pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  for (let length = -1; length !== rest.length;) {
    length = rest.length;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return rest.split('|').every((each) => each.startsWith('^'));
}

/** The test of a text, if it refuses requests. */
function guardedIn(comparison: ContextComparison, text: ComparedText): (TextTest & { isForClients: boolean })[] {
  const test = testOf(comparison, text);
  const kind = comparison.refusalOf(text);
  return test === undefined || kind === undefined ? [] : [{ ...test, isForClients: kind === 'error' }];
}

/** The diagnostic of a text that a field of the context is compared with. */
function faultOf({ node }: ComparedText, at: Location, field: PathField, extent: Extent): Diagnostic | undefined {
  const text = textOf(node);
  if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (field === 'method') return messages.unmatchedMethod(at, literalText(node));
  if (field === 'originalUrl') return text.includes('/') ? messages.rawPath(at) : undefined;
  const isStart = extent === 'whole' || extent === 'start';
  if (isStart && /^[\p{L}\p{N}_]/u.test(text) && isKnownStart(node)) return messages.unmatchedStart(at, text);
  const [, anchored] = ('regex' in node && ANCHORED.exec(node.regex.pattern)) || [];
  if (anchored !== undefined) return messages.unmatchedStart(at, anchored);
  if (isStart && /\/(?:\*|:[a-z_]\w*)(?:\/|$)/i.test(text)) return messages.unmatchedPattern(at);
  const character = strangeIn(text);
  return character === undefined ? undefined : messages.unmatchedPath(at, character, spell(text));
}

/** A pattern that begins with a text, and has no other ways: `^admin(/|$)`. */
const ANCHORED = /^\^([\p{L}\p{N}_-]+)(?![\p{L}\p{N}_?*{-])(?:[^|(]|\([^()]*\))*$/u;

/** The methods in lower case, of those that aren't in upper case too. */
function lowerCase(texts: readonly ComparedText[]): ComparedText[] {
  const known = new Set(texts.map(({ node }) => textOf(node)));
  return texts.filter(({ node }) => {
    const text = textOf(node) ?? '';
    const isExact =
      node.type === 'Literal' && !('regex' in node && /[i[\\]/.test(node.regex.flags + node.regex.pattern));
    return isExact && METHOD.test(text) && !known.has(text.toUpperCase());
  });
}

function isKnownStart(node: Node): boolean {
  return node.type === 'TemplateLiteral' ? node.quasis[0]!.value.cooked !== '' : !('regex' in node);
}

/** The text of a path in code. That of a regular expression has its letters, unless it is about sets of characters. */
function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('');
  if (node.type !== 'Literal') return undefined;
  if (typeof node.value === 'string') return node.value;
  const pattern = 'regex' in node ? node.regex.pattern : '[';
  return pattern.includes('[') ? undefined : pattern.replaceAll(/[^/\p{L}\p{N}]/gu, '');
}

/** The first character that no path contains. Texts without a slash can be what code searches for in any path. */
function strangeIn(text: string): string | undefined {
  if (!text.includes('/')) return undefined;
  return /[?#]/.exec(text)?.[0] ?? [...text].find((each) => !SENT.test(each) && encodeSegment(each) !== each);
}

/** Characters that some clients do not encode, and what begins an encoding. */
const SENT = /[/[\]|^%]/;

/** A text as requests spell it; undefined if it is not that of a path. */
function spell(text: string): string | undefined {
  const segments = /[%?#{}]/.test(text) ? [undefined] : text.split('/').map(encodeSegment);
  return segments.includes(undefined) ? undefined : segments.join('/');
}
