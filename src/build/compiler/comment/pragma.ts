/** Comments for other tools, which are never a contract or a description. */
const PRAGMA = /^\s*(?:!|[#@]__|@vite-ignore|@ts-|eslint|oxlint|prettier|biome|istanbul|c8 |v8 )/;

/** Whether the text of a comment is for other tools. */
export function isPragma(text: string): boolean {
  return PRAGMA.test(text);
}
