import type { Comment as SyntaxComment, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Bindings } from './static-values.ts';
import { bindingsOf } from './bindings.ts';
import { checkEntries } from './wrong-entries.ts';

/** A module as oxc reads it; offsets are UTF-16 units. */
export interface Syntax {
  readonly program: Program;
  /** Its top-level bindings. */
  readonly bindings: Bindings;
  readonly comments: readonly SyntaxComment[];
  /** Whether it has syntax errors. Then the program is empty, and the comments are those before the first error. */
  readonly hasErrors: boolean;
  /** Whether it is written with `import` and `export`. */
  isModule(): boolean;
}

/** How many brackets of a module can be open at once: oxc's parser recurses on the native stack, and far deeper nesting ends the process. */
const MAX_OPEN_BRACKETS = 1000;

const TEXT = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The beginning of a file in UTF-16 that was read as UTF-8: a byte order mark, or every other byte is zero. */
// eslint-disable-next-line no-control-regex -- a text has none
const UTF_16 = /^(?:\uFFFD{2}|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/;

/**
 * Parses a JavaScript or TypeScript file, by its extension. Reports its syntax errors, and imports from a wrong entry of this package.
 *
 * @returns undefined if it nests too deep or is in UTF-16, which has then been reported.
 */
export function parseSyntax(source: SourceText, report: Report): Syntax | undefined {
  if (UTF_16.test(source.text)) return void report(messages.encoding(source.file));
  const deep = findTooDeep(source.text);
  if (deep !== undefined)
    return void report(messages.bracketLimit(locationIn(source, deep, deep + 1), MAX_OPEN_BRACKETS));
  const extension = /\.([cm]?)([jt]sx?)$/.exec(source.file);
  const result = parseSync(source.file, source.text, {
    lang: (extension?.[2] ?? 'js') as 'js' | 'jsx' | 'ts' | 'tsx',
    sourceType: extension?.[1] === 'c' ? 'commonjs' : extension?.[1] === 'm' ? 'module' : 'unambiguous',
    preserveParens: false,
  });
  const { errors } = result;
  for (const { labels, message, helpMessage } of errors) {
    const at = locationIn(source, labels[0]?.start ?? 0, labels[0]?.end ?? 0);
    report(messages.syntaxError(at, message, helpMessage));
  }
  const { program, comments } = result;
  checkConflicts(source, comments, report);
  checkEntries(source, program, report);
  // oxc makes its list of imports and exports when it is read, and few files need it.
  const isModule = (): boolean => result.module.hasModuleSyntax;
  return { program, bindings: bindingsOf(program), comments, hasErrors: errors.length > 0, isModule };
}

let last: { readonly source: SourceText; readonly syntax: Syntax | undefined } | undefined;

/** A file that has been parsed before, and whose mistakes are reported. The last one is kept, because several of its functions are looked at in turn. */
export function parseAgain(source: SourceText): Syntax | undefined {
  if (last?.source !== source) last = { source, syntax: parseSyntax(source, () => {}) };
  return last.syntax;
}

/** Reports the conflict markers of git in block comments, where no parser finds them. A merge can have doubled or lost lines of a contract. */
function checkConflicts(source: SourceText, comments: readonly SyntaxComment[], report: Report): void {
  if (!MARKER.test(source.text)) return;
  for (const { type, start, end } of comments) {
    const text = source.text.slice(start, end);
    if (type !== 'Block' || !MARKER.test(text)) continue;
    for (const { 0: marker, index } of text.matchAll(MARKERS))
      report(messages.conflictMarker(locationIn(source, start + index, start + index + marker.length)));
  }
}

/** The markers that no other text has: a line of "=" is a heading in Markdown. */
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |\r?$)|^={7}\r?\n[^\S\n]*\*/m;
const MARKERS = /^(?:<{7}|>{7}|\|{7}|={7})(?= |\r?$)/gm;

/**
 * Finds the first bracket that too many others are open around, without parsing; brackets in strings and comments are text.
 *
 * @returns Its offset, or undefined if there is none.
 */
function findTooDeep(text: string): number | undefined {
  // Fast path: almost every module has fewer brackets, and many have fewer characters.
  if (text.length <= MAX_OPEN_BRACKETS || (text.match(/[([{<]/g)?.length ?? 0) <= MAX_OPEN_BRACKETS) return undefined;
  return deepOffset(text.replace(TEXT, (match) => ' '.repeat(match.length)));
}

function deepOffset(text: string): number | undefined {
  let open = 0;
  let generics = 0;
  for (const { 0: token, index } of text.matchAll(/[([{]|[)\]}]|(?<=[\w$])<|>|[;?]|&&|\|\|/g)) {
    if ('([{'.includes(token)) open++;
    else if (')]}'.includes(token)) open = Math.max(0, open - 1);
    else if (token === '<') generics++;
    else if (token === '>') generics = Math.max(0, generics - 1);
    // Those before were comparisons.
    else generics = 0;
    if (open + generics > MAX_OPEN_BRACKETS) return index;
  }
  return undefined;
}
