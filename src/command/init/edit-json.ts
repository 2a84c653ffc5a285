import { applyEdits, modify } from 'jsonc-parser';

/** Sets a value in JSON with comments, indented as the text is. The rest of the text stays. */
export function setInJson(text: string, path: string[], value: unknown): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}
