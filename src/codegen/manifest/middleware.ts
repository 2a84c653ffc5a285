import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';

/** The `_middleware` files of a tree, as code. */
export interface MiddlewareText {
  /** Of the files that wrap an operation. */
  readonly imports: readonly string[];
  /** A list for each set of files that wraps operations, the outermost first; a file may export one middleware or several. */
  readonly declarations: readonly string[];
  /** For each operation the field of its entry, after a comma; empty where none wraps it. */
  readonly fields: readonly string[];
}

/**
 * Writes what wraps operations.
 *
 * @param ids The operations' files, below the tree.
 * @param moduleOf The module that a file is imported from.
 */
export function middlewareText(
  ids: readonly string[],
  middleware: readonly CompiledMiddleware[],
  moduleOf: (middleware: CompiledMiddleware) => string,
): MiddlewareText {
  const lists = new Map<string, string>();
  const used = new Set<number>();
  const fields = ids.map((id) => {
    const around = indexesAround(id, middleware);
    if (around.length === 0) return '';
    for (const index of around) used.add(index);
    const names = around.map((index) => `middleware${index}`).join(', ');
    if (!lists.has(names)) lists.set(names, `around${lists.size}`);
    return `,"middleware":${lists.get(names)}`;
  });
  const imports = middleware.map((file, i) => `import middleware${i} from ${JSON.stringify(moduleOf(file))};`);
  return {
    imports: imports.filter((_, i) => used.has(i)),
    declarations: [...lists].map(([names, name]) => `const ${name} = [${names}].flat();`),
    fields,
  };
}

/** The outermost first. */
function indexesAround(id: string, middleware: readonly CompiledMiddleware[]): number[] {
  return middleware
    .flatMap(({ directory }, index) => (id.startsWith(directory) ? [{ directory, index }] : []))
    .sort((a, b) => a.directory.length - b.directory.length)
    .map(({ index }) => index);
}
