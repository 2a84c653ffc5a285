import { textLines } from '../texts.ts';

/**
 * Joins the groups of lines of a comment, with an empty line after the description.
 *
 * @param description The text before the first directive.
 */
export function commentLines(description: readonly string[], directives: readonly string[]): string[] {
  const isSeparate = description.length > 0 && directives.length > 0;
  return [...description, ...(isSeparate ? [''] : []), ...directives];
}

/** A text behind a directive: ` - The first line`, and the other lines below it. */
export function describedAs(text: string | undefined): string[] {
  const [first, ...rest] = textLines(text ?? '');
  return first === undefined ? [''] : [` - ${first}`, ...rest.map((line) => `  ${line}`)];
}
