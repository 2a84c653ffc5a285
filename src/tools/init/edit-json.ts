import type { JSONPath } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

/** Sets a value in JSON with comments, indented as the text is. The rest of the text stays. */
export function setInJson(text: string, path: JSONPath, value: unknown): string {
  return edit(text, path, value, false);
}

/**
 * Adds an item to the end of a list in JSON with comments.
 *
 * @param first The items before it if there is no list yet.
 */
export function addToJson(text: string, path: JSONPath, item: unknown, first: readonly unknown[] = []): string {
  const tree = parseTree(text);
  const list = tree && findNodeAtLocation(tree, path)?.children;
  return list === undefined ? setInJson(text, path, [...first, item]) : edit(text, [...path, list.length], item, true);
}

function edit(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}
