import { Fences } from '../../build/compiler/comment/fences.ts';

/**
 * The lines of a text as a comment can have them: with one blank line between paragraphs outside code, with every code fence closed, and with the escapes of
 * Markdown where a line would end the comment or, outside code, begin a directive.
 *
 * @example textLines('Pets.\n\n\n@todo') // ['Pets.', '', '\\@todo']
 */
export function textLines(text: string): string[] {
  // Most texts are one line without anything to change.
  if (!/[\t\r\n\u2028\u2029@`~]|\*\//.test(text)) return text.trim() === '' ? [] : [text.trim()];
  const lines = text
    .replaceAll('*/', String.raw`*\/`)
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trimEnd().replaceAll('\t', '    '));
  const [first, ...rest] = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line !== ''),
    ),
  );
  const margin = Math.min(...rest.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  const end = rest.findLastIndex((line) => line !== '') + 1;
  const fences = new Fences();
  const plain = [first!.trimStart(), ...rest.map((line) => line.slice(margin))].flatMap((line, i, all) => {
    const { isCode } = fences.next(line);
    if (line === '' && (i >= end || (!isCode && all[i - 1] === ''))) return [];
    return [isCode ? line : line.replace(/^([\s*]*)@/, String.raw`$1\@`)];
  });
  return fences.open === undefined ? plain : [...plain, fences.open];
}

/** A text without the differences that a comment makes to it: white space outside of code, and escapes. */
export function comparableText(text: string): string {
  const fences = new Fences();
  return textLines(text)
    .map((line) => (fences.next(line).isFence || fences.open === undefined ? line.trim() : line))
    .join('\n');
}
