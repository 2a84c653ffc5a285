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
  if (text === undefined || text === '') return [''];
  const [first, ...rest] = text.split('\n');
  return [` - ${first!}`, ...rest.map((line) => `  ${line}`)];
}
