import { readFileSync } from 'node:fs';
import type { Comment, Node } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import { globSync } from 'tinyglobby';

/** A text that a user reads, with the place to correct it. */
export interface Wording {
  readonly place: string;
  readonly text: string;
}

/** The goal is 20 words; a sentence with a list may be a little longer. */
const MAX_WORDS = 24;

/** Phrases that plain English avoids everywhere. Software neither says, asks, tells nor stands. */
const UNPLAIN: readonly RegExp[] = [
  /(?:^|[.?!:] )What\b/,
  /\b(?:says?|said|asks?|asked|tells?|told|stands?|stood|lies|wants?)\b(?!-)/i,
  /\b(?:nobody|no one)\b/i,
  /\b(?:be|is|are) meant\b/i,
  /\bpassed over\b/i,
  /\bleads? nowhere\b/i,
  /\bwhere not\b/i,
];

/** Phrases that texts for users avoid. */
const AVOIDED: readonly RegExp[] = [/\bis (?:no|none)\b(?! longer| more)/i, ...UNPLAIN];

/** Phrases that comments and names of tests avoid. These can be terser than a text, as in "undefined if there is none". */
const AVOIDED_IN_SOURCES: readonly RegExp[] = [
  /(?<!\bthere )\b(?:is|are) (?:no|none)\b(?! longer| more)/i,
  /\b(?:beside|who(?:so)?ever)\b/i,
  // Unlike "the lines of its own directive".
  /\bof (?:its|their|your) own\b(?! (?!(?:only|alone|and|or|if|in|for|to|as|by|so|such|that|which|here|there)\b)\w)/i,
  ...UNPLAIN,
];

/** Habits of these pages that a native writer avoids, with the words to use. Other texts of the project may have them. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/\bof (?:its|their|your) own\b/i, 'its own x, a separate x'],
  [/\b(?:answers|answered|answering)\b/i, 'responds, handles, sends'],
  [/\b(?:can|to|not|itself|which|file|app|server|handler) answer\b/i, 'respond, handle, send'],
  [/\bfor each (?!other)/i, 'per'],
  [/\bis yours\b/i, 'you do x'],
  [/\bwitness(?:es)?\b/i, 'example request'],
  [/\b(?:do|does|did|has|have|is|are) not\b|\bcannot\b/i, 'a contraction'],
];

/** Checks a text of the docs against the habits. */
export function habitsOf(text: string): string[] {
  const plain = text.replace(CODE, '§').replace(TAG, '§');
  return HABITS.flatMap(([habit, better]) => {
    const found = habit.exec(plain);
    return found === null ? [] : [`"${found[0]}": write ${better}`];
  });
}

/** Quoted code: `"@param"` or a name in backticks. Its words do not count. */
const CODE = /"[^"]*"|`[^`]*`/g;
/** A tag of HTML, with its attributes. */
const TAG = /<!doctype html>|<\/?[a-z]+(?: [^<>]*)?>/g;

/**
 * Checks one text against the rules for plain English.
 *
 * @returns One line for each avoided phrase and each long sentence; empty if the text is fine.
 * @example faultsOf('"@foo" is no directive.') // ['avoid "is no"']
 */
export function faultsOf(text: string): string[] {
  const plain = text.replace(CODE, '§').replace(TAG, '§');
  const phrases = phrasesIn(plain, AVOIDED);
  const long = plain.split(/(?<=[.?!])\s+/).flatMap((sentence) => {
    const { length } = sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word));
    return length > MAX_WORDS ? [`${length} words: ${sentence}`] : [];
  });
  return [...phrases, ...long];
}

/** Checks a paragraph of a comment, or the name of a test: its phrases, whatever its length. */
export function phraseFaultsOf(text: string): string[] {
  return phrasesIn(text.replace(CODE, '§'), AVOIDED_IN_SOURCES);
}

/** Checks comments or names of tests; each fault has the place and the text it is about. */
export function phraseFaultsIn(wordings: readonly Wording[]): string[] {
  return wordings.flatMap(({ place, text }) => phraseFaultsOf(text).map((fault) => `${place}: ${fault}\n  ${text}`));
}

function phrasesIn(plain: string, phrases: readonly RegExp[]): string[] {
  return phrases.flatMap((phrase) => {
    const found = phrase.exec(plain);
    return found === null ? [] : [`avoid "${found[0]}"`];
  });
}

/** Checks texts; each fault has the place and the text it is about. */
export function faultsIn(wordings: readonly Wording[]): string[] {
  return wordings.flatMap(({ place, text }) => faultsOf(text).map((fault) => `${place}: ${fault}\n  ${text}`));
}

/**
 * Reads the texts in the string literals and templates of source files. Texts without a space are names, not sentences.
 *
 * @param globs Relative to the root of the project, such as `src/command/*.ts`.
 */
export function textsInSources(globs: readonly string[], cwd: string): Wording[] {
  return globSync([...globs], { cwd })
    .sort()
    .flatMap((file) => {
      const source = readFileSync(`${cwd}/${file}`, 'utf8');
      const found: { text: string; start: number }[] = [];
      collect(parseSync(file, source).program, found);
      return found
        .filter(({ text }) => /\w["')]*[.:;,]? ["'(]*\w/.test(text) && !WRITTEN.test(text))
        .map(({ text, start }) => ({ place: `${file}:${source.slice(0, start).split('\n').length}`, text }));
    });
}

/** Reads the paragraphs of the comments in source files. A line that begins with a tag begins a paragraph, without the tag and its name. */
export function commentsInSources(globs: readonly string[], cwd: string): Wording[] {
  return globSync([...globs], { cwd })
    .sort()
    .flatMap((file) => {
      const source = readFileSync(`${cwd}/${file}`, 'utf8');
      return joinedComments(source, parseSync(file, source).comments).flatMap(({ start, text }) =>
        text.split(/\n\s*\n|\n(?=@)/).map((paragraph) => ({
          place: `${file}:${source.slice(0, start).split('\n').length}`,
          text: paragraph
            .replace(/^@(?:param|typeParam) \S+|^@\w+/, '')
            .replace(/\s+/g, ' ')
            .trim(),
        })),
      );
    });
}

/** Reads the names that test files give to tests and suites, before the values of tables are put into them. */
export function testNamesInSources(globs: readonly string[], cwd: string): Wording[] {
  return globSync([...globs], { cwd })
    .filter((file) => !file.includes('node_modules/'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(`${cwd}/${file}`, 'utf8');
      return namesIn(parseSync(file, source).program).map(({ text, start }) => ({
        place: `${file}:${source.slice(0, start).split('\n').length}`,
        text,
      }));
    });
}

function namesIn(node: Node): { text: string; start: number }[] {
  const [first] = node.type === 'CallExpression' && TESTS.test(calledName(node.callee)) ? node.arguments : [];
  const text = first && textOf(first);
  const own = text === undefined ? [] : [{ text, start: node.start }];
  return [...own, ...childrenOf(node).flatMap(namesIn)];
}

/** Functions that take a name: those of Vitest, and a suite that runs in several places. */
const TESTS = /^(?:it|test|describe\w*)$/;

/** The name that a chain such as `it.skipIf(x).each(y)` begins with. */
function calledName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return calledName(node.callee);
  return node.type === 'MemberExpression' ? calledName(node.object) : '';
}

/** The texts of comments, without their marks. Comments on consecutive lines are one text. */
function joinedComments(source: string, comments: readonly Comment[]): { start: number; end: number; text: string }[] {
  const joined: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const text = type === 'Line' ? value : value.replace(/^\s*\*+ ?/gm, '');
    if (type === 'Line' && last !== undefined && /^\n\s*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text.trim()}`;
      last.end = end;
    } else joined.push({ start, end, text: text.trim() });
  }
  return joined;
}

/** Code that a command writes to files. */
const WRITTEN = /^X?(?:(?:import|export|const) |(?:async )?function \w+\(|:root \{)/;

/** Types are not read by users. */
const TYPES =
  /^TS(?:TypeAnnotation|TypeAliasDeclaration|InterfaceDeclaration|TypeParameterInstantiation|ImportType|LiteralType|UnionType)$/;

function collect(node: Node, found: { text: string; start: number }[]): void {
  const text = textOf(node);
  if (text !== undefined) found.push({ text, start: node.start });
  for (const child of childrenOf(node)) if (!TYPES.test(child.type)) collect(child, found);
}

function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

/** The text of a literal, a template or a sum of them, with `X` for inserted values; undefined for other nodes. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('X');
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? 'X'}${right ?? 'X'}`;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Reads the messages and notes in printed diagnostics; code frames are left out. */
export function textsInDiagnostics(globs: readonly string[], cwd: string): Wording[] {
  return globSync([...globs], { cwd })
    .sort()
    .flatMap((file) =>
      readFileSync(`${cwd}/${file}`, 'utf8')
        .split('\n')
        .flatMap((line, i) => {
          const message = /^(?! *\d* \| ).*?:\d+:\d+(?: - (?:error|warning) [\w-]+)?: (.*)$/.exec(line)?.[1];
          return message === undefined ? [] : [{ place: `${file}:${i + 1}`, text: message }];
        }),
    );
}

/** Reads the paragraphs, list items and table cells of a Markdown page; fenced blocks are left out, and links count as their text. */
export function textsInPage(page: string, name: string): Wording[] {
  return page
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|.*$/gm, (row) => row.replace(/(?<!\\)\|/g, '\n\n'))
    .replace(/^ *(?:[-*>]|\d+\.) /gm, '\n\n')
    .split(/\n{2,}/)
    .map((paragraph) => ({ place: name, text: paragraph.replace(/\n/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

/** How often words occur per 1,000 words of Markdown pages. Fenced blocks do not count, and a code span counts as one word. */
export interface Frequencies {
  readonly you: number;
  readonly what: number;
  readonly where: number;
  readonly say: number;
  readonly commas: number;
}

/** Counts the words that plain English uses often (`you`), and those that it avoids. */
export function frequenciesIn(pages: readonly string[]): Frequencies {
  const text = pages
    .flatMap((page) => textsInPage(page, ''))
    .map((wording) => wording.text.replace(/`[^`]*`/g, 'CODE'))
    .join('\n');
  const countOf = (pattern: RegExp): number => (text.match(pattern) ?? []).length;
  const words = countOf(/[A-Za-z][\w'-]*/g);
  const per = (pattern: RegExp): number => (1000 * countOf(pattern)) / words;
  return {
    you: per(/\byou(?:rs?)?\b/gi),
    what: per(/\bwhat\b/gi),
    where: per(/\bwhere\b/gi),
    say: per(/\b(?:say|says|said|tells?|told|asks?|asked)\b/gi),
    commas: per(/,/g),
  };
}
