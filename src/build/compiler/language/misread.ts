import type { WithCustom } from '../../../directives/custom/custom-directives.ts';
import type { Comment, Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import { Fences, hasFence } from '../comment/fences.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { guardsByItself } from './security-words.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';

/** Whether a directive of a name has a meaning somewhere. */
export type IsKnown = (name: string, text: WithCustom) => boolean;

/**
 * Reports text that looks like a directive: after other words on a line, or below a code fence that is never closed.
 *
 * In a comment of several lines a sentence can mention a directive, so only one with a type counts, as in `@returns {Pet}`, or one with a value that
 * ends its line. In the value of a keyword, such as `@format uuid @readOnly true`, it is an error, because the value would be wrong. So is one that
 * guards, if it begins a sentence or an item of a list, ends its line, or is on the line of another directive.
 *
 * @param isKnown Whether a directive of that name has a meaning here.
 */
export function checkMisread(comment: Comment, isKnown: IsKnown, report: Report): void {
  const { source, span } = comment.at;
  const isOneLine = !/[\r\n]/.test(source.text.slice(span.start, span.end));
  checkPassage(comment.description, { isOneLine, isContent: false }, isKnown, report);
  for (const { name, content } of comment.directives) {
    if (hasValue(name)) checkValue(name, content, isKnown, report);
    else if (name !== 'example') checkPassage(content, { isOneLine, isContent: true }, isKnown, report);
  }
  checkFence(comment.at, isKnown, report);
}

/** Whether a directive is a keyword whose value is not a text. */
function hasValue(name: string): boolean {
  return keywordRow(name) !== undefined && !['title', 'description', 'deprecated', '$comment'].includes(name);
}

function checkValue(name: string, value: Passage, isKnown: IsKnown, report: Report): void {
  const [found] = inlineDirectives(value, isKnown);
  // In quotes, it is part of a text.
  if (found === undefined || /["'`]/.test(value.text.slice(0, found.index))) return;
  report(messages.directiveInValue(found.at, found.name, name));
}

/** Where a passage is: in a comment of one line, or behind a directive. */
interface PassagePlace {
  readonly isOneLine: boolean;
  readonly isContent: boolean;
}

function checkPassage(
  passage: Passage,
  { isOneLine, isContent }: PassagePlace,
  isKnown: IsKnown,
  report: Report,
): void {
  const { text } = passage;
  const [{ length: lineEnd }] = /^.*/.exec(text)!;
  const lastTick = text.lastIndexOf('`');
  let read = 0;
  let isInTicks = false;
  for (const { name, at, index, isTyped, isDisguised } of inlineDirectives(passage, isKnown)) {
    if (text.slice(read, index).split('`').length % 2 === 0) isInTicks = !isInTicks;
    read = index;
    const isGuard = guardsByItself(name, at.source);
    // After an odd number of backticks it is code. A backtick that is never closed hides no guard.
    if (isInTicks && (!isGuard || lastTick > index)) continue;
    // Text after a directive on the same line doesn't just mention it.
    const isEnd = endsLine(text, index);
    const isMeant = isOneLine || isTyped || isEnd || (isContent && index < lineEnd) || begins(text, index);
    if (isDisguised) report(messages.disguisedGuard(at, name));
    else if (isGuard && isMeant) report(messages.inlineGuard(at, name));
    else if (isGuard && isLabelled(text, index)) report(messages.labelledGuard(at, name));
    else if (isOneLine || isTyped || (isEnd && name === 'internal') || (isMeant && keywordRow(name) !== undefined))
      report(messages.inlineDirective(at, name));
  }
}

/**
 * Whether an offset is the start of a sentence, of a quote, of an item of a list, of a cell of a table or of an element or a comment of HTML, or follows
 * a dash or a line end of Unicode. It looks back from there, because texts can be long.
 */
function begins(text: string, index: number): boolean {
  const start = /(?<=[.;!?]\s+|(?:^|\s)(?:[-+•*>|]|<!--)\s+|[\u2028\u2029\u0085\v\f]\s*)@/y;
  return (
    testAt(start, text, index) ||
    (AFTER_SIGN.test(text.slice(Math.max(0, index - 9), index)) && isFirstWord(text, index))
  );
}

/** A sign, such as an arrow, and the white space after it on its line. */
const AFTER_SIGN = /[^\s\p{L}\p{N}*][^\S\n]*$/u;

/** Whether a directive with all of its line follows a label: `Requires: @security token`. */
function isLabelled(text: string, index: number): boolean {
  const label = /(?<=(?:^|\n)[^\p{L}\p{N}\n]*(?:[\p{L}\p{N}'-]+ ){0,2}[\p{L}\p{N}'-]+ ?[:=→][*_]{0,3}\s+)@/uy;
  return testAt(label, text, index) && isWholeLine(text, index);
}

/** Whether a directive with a value ends its line after other words, none of which shows that it is only mentioned: `Deletes all users @security token`. */
function endsLine(text: string, index: number): boolean {
  const hasEnd =
    testAt(/@[\w-]+:? +["'\w:]/y, text, index) || testAt(/@(?:readOnly|writeOnly|internal)\s*$/my, text, index);
  const before = text.slice(Math.max(0, index - MAX_TAG), index);
  return hasEnd && !MENTIONING.test(before) && isWholeLine(text, index);
}

/** The text before a directive that is only mentioned ends so: with such a word, with a sign, or with a line. */
export const MENTIONING: RegExp =
  /(?:^|[:=→*][ \t]+|(?:^|[^\p{L}])(?:the|an?|see|no|like|than|without|of|and|or|each|every|this|that|which|what|when|where|as|(?<!(?:sign|log)s?[ \t]+)in|if|to|for)[ \t]+|\n\s*)$/iu;

/** Whether only values follow a directive in its line. Words that go on as a sentence, such as `is`, make it a mention. */
export function isWholeLine(text: string, index: number): boolean {
  const line =
    /@[\w-]+:?(?:,? +(?!(?:is|are|was|has|can|must|may|does|and|or|of|in|on|for|to|with|from|lines?|applies|means|the|an?|so|then|but|which|that|this|it|they|we|you|because|since|otherwise|if|when|unless)\b)[\w:./=*"'-]+)*(?: *\([\w :=,./-]+\))?[\s.,;!]*$/my;
  return testAt(line, text, index);
}

/** Whether a sticky pattern matches at an offset. It copies no text, because a line can have many directives. */
function testAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

interface InlineDirective {
  readonly name: string;
  readonly at: Location;
  readonly index: number;
  readonly isTyped: boolean;
  /** Whether it is a guard that is spelled in a way that no directive is: `@ security`, `＠security`, `"@security token"`, `\\@security`. */
  readonly isDisguised: boolean;
}

const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}`;
/** A directive, also with a space or an invisible character behind the sign, or with a wide sign. */
const DIRECTIVE = new RegExp(
  String.raw`[@＠﹫][${INVISIBLE}\p{Zs}\t]*(\p{L}[\p{L}\p{N}${INVISIBLE}_-]*)(\s*\{)?`,
  'gu',
);

/** Finds text that looks like a directive after other words. */
function inlineDirectives(passage: Passage, isKnown: IsKnown): InlineDirective[] {
  const { text } = passage;
  if (!/[@＠﹫]/.test(text)) return [];
  return [...text.matchAll(DIRECTIVE)].flatMap(({ 0: all, 1: name = '', 2: type, index }) => {
    const end = index + all.length - (type?.length ?? 0);
    const isGuard = guardsByItself(name, passage.source);
    // A space before or after a guard can be missing: `Gets it.@security token`, `Gets it @security: token`.
    const isPlain =
      /^@[A-Za-z][\w-]*$/.test(text.slice(index, end)) &&
      (isGuard ? /[\s.,;}]/ : /\s/).test(text.charAt(index - 1)) &&
      (isGuard ? /^[\s:]?$/ : /^\s?$/).test(text.charAt(end));
    const isDisguised = !isPlain && isGuard && text[end] !== '/' && isFirstWord(text, index);
    if (!isKnown(name, passage.source) || !(isPlain || isDisguised)) return [];
    return [{ name, index, isTyped: type !== undefined, isDisguised, at: locate(passage, index, end) }];
  });
}

/** A tag of HTML at the end of a text, except for those of code. */
const TAG = /<\/?(?!(?:code|pre|kbd|samp|tt)\b)[a-z][\w-]*(?:\s[^<>]*)?>$/i;
/** The longest tag that is looked for. */
const MAX_TAG = 100;

/**
 * Whether only signs and tags are before an offset in its line or sentence. It stops at the sign of another directive, because texts can be long.
 */
function isFirstWord(text: string, index: number): boolean {
  let from = index;
  while (from > 0 && !/[\p{L}\p{N}`@＠﹫\n\u2028\u2029\u0085]/u.test(text[from - 1]!)) {
    const tag = text[from - 1] === '>' ? TAG.exec(text.slice(Math.max(0, from - MAX_TAG), from)) : null;
    from -= tag?.[0].length ?? 1;
  }
  return from === 0 || /[\n\u2028\u2029\u0085]/.test(text[from - 1]!) || /[.;!?]\s/.test(text.slice(from, index));
}

function checkFence(at: Location, isKnown: IsKnown, report: Report): void {
  const fence = unclosedFence(at);
  if (fence === undefined) return;
  const below = at.source.text.slice(fence.span.end, at.span.end).matchAll(/^[\s*]*@([A-Za-z][\w-]*)(?=\s|$)/gm);
  const swallowed = [...below].map(([, name]) => name!).filter((name) => isKnown(name, at.source));
  const guard = swallowed.find((name) => guardsByItself(name, at.source));
  if (guard !== undefined) report(messages.swallowedGuard(fence, guard));
  else if (swallowed[0] !== undefined) report(messages.unclosedFence(fence, swallowed[0]));
}

/** The code fence without an end. */
function unclosedFence({ source, span }: Location): Location | undefined {
  const text = source.text.slice(span.start, span.end).replace(/\*\/$/, '');
  if (!hasFence(text)) return undefined;
  const fences = new Fences();
  let start = 0;
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    const [margin] = /^\s*(?:\/\*)?\**/.exec(line)!;
    const { isFence } = fences.next(line.slice(margin.length));
    if (isFence && fences.open !== undefined) start = span.start + index + line.lastIndexOf(fences.open);
  }
  return fences.open === undefined ? undefined : { source, span: { start, end: start + fences.open.length } };
}
