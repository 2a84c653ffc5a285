import type { Diagnostic, Edit, Fix } from './diagnostic.ts';
import type { Location, SourceText } from './source.ts';

/**
 * Adds the edit that puts one word in the place of another, which the diagnostic is about.
 *
 * @param at The location of the word, if it is not that of the diagnostic.
 */
export function replacing(
  diagnostic: Diagnostic,
  word: string,
  by: string | undefined,
  { source, span }: Location = diagnostic.at,
): Diagnostic {
  const text = source.text.slice(span.start, span.end);
  const start = span.start + text.indexOf(word);
  // In other texts, such as the path of a file, the word is not the user's to edit.
  if (by === undefined || source.isPath === true || text.split(word).length !== 2) return diagnostic;
  const edited = { source, span: { start, end: start + word.length } };
  return fixedBy(diagnostic, `Replace "${word}" with "${by}"`, { at: edited, text: by });
}

/** Adds the renaming of the file or directory whose name a diagnostic is about: its place in the path gets another text. */
export function renaming(diagnostic: Diagnostic, text: string | undefined): Diagnostic {
  const { source, span } = diagnostic.at;
  if (text === undefined || source.isPath !== true) return diagnostic;
  const path = source.text;
  const slash = path.indexOf('/', span.end);
  const end = slash === -1 ? path.length : slash;
  const [from, to] = [path.slice(0, end), path.slice(0, span.start) + text + path.slice(span.end, end)];
  const [name, renamed] = [from, to].map((each) => each.slice(path.lastIndexOf('/', span.start - 1) + 1));
  return { ...diagnostic, fix: { title: `Rename "${name}" to "${renamed}"`, edits: [], renames: { from, to } } };
}

/** Adds the edits that correct a diagnostic. */
export function fixedBy(diagnostic: Diagnostic, title: string, ...edits: readonly Edit[]): Diagnostic {
  return withFix(diagnostic, { title, edits });
}

/**
 * Adds the remedy to write a line `@security`, which is right only where no such line is in effect.
 *
 * @param mistake The text in front of any other remedy.
 */
export function addingSecurity(diagnostic: Diagnostic, remedy: string, mistake = diagnostic.message): Diagnostic {
  return { ...diagnostic, message: `${diagnostic.message} ${remedy}`, addsSecurity: mistake };
}

/** Adds the remedy to write the line of a guard elsewhere, which can be `@security`. */
export function advisingGuard(diagnostic: Diagnostic, name: string, remedy: string): Diagnostic {
  const { message } = diagnostic;
  const isSecurity = /^secu/i.test(name);
  return isSecurity ? addingSecurity(diagnostic, remedy) : { ...diagnostic, message: `${message} ${remedy}` };
}

/** Replaces an unknown directive with the one that it probably means, which can be `@security`. */
export function replacingDirective(
  diagnostic: Diagnostic,
  name: string,
  by: string | undefined,
  remedy: string,
): Diagnostic {
  const { message } = diagnostic;
  const advised =
    by === 'security' ? addingSecurity(diagnostic, remedy.trim()) : { ...diagnostic, message: `${message}${remedy}` };
  return replacing(advised, name, by);
}

/** Adds a fix if there is one. */
export function withFix(diagnostic: Diagnostic, fix: Fix | undefined): Diagnostic {
  return fix === undefined ? diagnostic : { ...diagnostic, fix: { ...fix, edits: fix.edits.map(separated) } };
}

/** An edit that joins no words: "token" in the place of "(token)" behind "@security" would be another directive. */
function separated({ at, text }: Edit): Edit {
  const { source, span } = at;
  const before = LAST_WORD.test(source.text.slice(Math.max(0, span.start - 2), span.start));
  const after = WORD.test(source.text.slice(span.end, span.end + 2));
  if (text === '') return { at, text: before && after && span.start < span.end ? ' ' : '' };
  const old = source.text.slice(span.start, span.end);
  const start = before && WORD.test(text) && !WORD.test(old) ? ' ' : '';
  const end = after && LAST_WORD.test(text) && !LAST_WORD.test(old) ? ' ' : '';
  return { at, text: `${start}${text}${end}` };
}

const WORD = /^[\p{L}\p{N}_-]/u;
const LAST_WORD = /[\p{L}\p{N}_-]$/u;

/** The edit that adds a directive at the end of a comment. */
export function addLine({ source, span }: Location, line: string): Edit {
  const text = source.text.slice(span.start, span.end);
  const newline = text.includes('\r\n') || (!text.includes('\n') && source.text.includes('\r\n')) ? '\r\n' : '\n';
  const [ending, margin = ''] = /(?:\r\n|\n|^)([^\S\r\n]*)\**\*\/$/.exec(text) ?? [];
  const isOneLine = ending === undefined;
  const indent = isOneLine ? marginOf(source, span.start) : margin;
  const start = span.end - (isOneLine ? /\s*\*+\/$/.exec(text)![0].length : ending.replace(/^\r?\n/, '').length);
  const added = `${indent}* ${line}${newline}`;
  if (isOneLine) return { at: { source, span: { start, end: span.end } }, text: `${newline}${added}${indent}*/` };
  return { at: { source, span: { start, end: start } }, text: added };
}

/** The white space before the stars of a comment that gets its second line. */
function marginOf({ text }: SourceText, start: number): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return `${/^[^\S\n]*/.exec(line)![0]} `;
}

/** The edit that removes a location with the white space before it, on its line. */
export function removal({ source, span }: Location): Edit {
  const space = /[^\S\n]*$/.exec(source.text.slice(0, span.start))![0].length;
  return { at: { source, span: { start: span.start - space, end: span.end } }, text: '' };
}

/** The edit that removes the line of a directive that has no other text. */
export function lineRemoval({ source, span }: Location): Edit | undefined {
  const { text } = source;
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  const isAlone = /^[\s*]*$/.test(text.slice(start, span.start)) && end !== -1;
  return isAlone && !text.slice(start, end).includes('*/')
    ? { at: { source, span: { start, end: end + 1 } }, text: '' }
    : undefined;
}

/** The edit that adds a line above that of a directive. */
export function lineAbove({ source, span }: Location, text: string): Edit | undefined {
  const start = source.text.lastIndexOf('\n', span.start - 1) + 1;
  const [margin] = /^[\s*]*$/.exec(source.text.slice(start, span.start)) ?? [];
  if (margin === undefined || start === 0) return undefined;
  return { at: { source, span: { start: span.start, end: span.start } }, text: `${text}\n${margin}` };
}
