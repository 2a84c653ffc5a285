import type { Comment, Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import { Fences } from '../comment/fences.ts';
import type { Location } from '../diagnostics/source.ts';
import { isSecurity } from './security-words.ts';

/** Text that seems to require security, but isn't a directive. */
export interface WrittenSecurity {
  /** The words that can be names of schemes. */
  readonly words: readonly string[];
  /** The key: `security`. */
  readonly at: Location;
}

const LINE = /^[ \t]*(?:[-+•][ \t]+)?["']?([A-Za-z]+)["']?[ \t]*:(.*)$/;
const ITEM = /^\s*-[ \t](.*)$/;
/** A value of more words is a sentence. */
const MAX_WORDS = 3;

/** Finds lines such as `security: token` in a comment, also in YAML for another tool. Code and examples don't count. */
export function writtenSecurity({ description, directives }: Comment): WrittenSecurity[] {
  const contents = directives.filter(({ name }) => name !== 'example' && !/^x-/i.test(name));
  return [description, ...contents.map(({ content }) => content)].flatMap(linesIn);
}

/** The same in the comments for other tools, which have OpenAPI in them. */
export function toolSecurity(comments: readonly Comment[]): WrittenSecurity[] {
  return comments
    .flatMap(({ directives }) => directives)
    .filter(({ name }) => name === 'openapi' || name === 'swagger')
    .flatMap(({ content }) => linesIn(content));
}

/** The words in the value of an extension that is named as security: `@x-security token`. */
export function wordsOf(value: unknown): readonly string[] {
  return shortWords(JSON.stringify(value));
}

function linesIn(passage: Passage): WrittenSecurity[] {
  if (!/secu/i.test(passage.text)) return [];
  const found: WrittenSecurity[] = [];
  const fences = new Fences();
  const lines = passage.text.split('\n');
  let start = 0;
  for (const [i, line] of lines.entries()) {
    const { isCode } = fences.next(line);
    const [, key = '', value = ''] = (isCode ? null : LINE.exec(line)) ?? [];
    if (isSecurity(key)) {
      const from = start + line.indexOf(key);
      const words = value.trim() === '' ? itemsBelow(lines.slice(i + 1)) : shortWords(value);
      if (words.length > 0) found.push({ words, at: locate(passage, from, from + key.length) });
    }
    start += line.length + 1;
  }
  return found;
}

/** The words in the items of a list in YAML that the lines begin with. */
function itemsBelow(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => !ITEM.test(line));
  return lines.slice(0, end === -1 ? undefined : end).flatMap((line) => shortWords(ITEM.exec(line)![1]!));
}

/** The words of a value; none if it is a sentence. */
function shortWords(text: string): readonly string[] {
  const words = /^[\w\s{}[\]'",.:-]*$/.test(text) ? (text.match(/\w[\w-]*/g) ?? []) : [];
  return words.length > MAX_WORDS ? [] : words;
}
