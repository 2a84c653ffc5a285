/**
 * Writes a block comment. Every comment that a file is given is written here, so that no text in it can end it: `*` before `/` gets a
 * backslash after it, which Markdown, JSON and YAML leave out again.
 *
 * @param stars Whether each line begins with a star.
 * @example commentText(['A pet.', '@tags a*' + '/b']) // '/**\n * A pet.\n * @tags a*\\/b\n *' + '/'
 */
export function commentText(lines: readonly string[], stars = true): string {
  const [open, margin] = stars ? ['/**', ' * '] : ['/*', '  '];
  return [open, ...safeLines(lines).map((line) => `${margin}${line}`.trimEnd()), ' */'].join('\n');
}

/** Writes a block comment, on one line if it has one. */
export function docComment(lines: readonly string[]): string {
  const [first = '', ...rest] = safeLines(lines);
  return rest.length === 0 ? `/** ${first.trimEnd()} */` : commentText(lines);
}

/** Lines that neither end a comment nor begin another line. */
function safeLines(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.replaceAll('*/', String.raw`*\/`).split(/\r\n|[\r\n]/));
}
