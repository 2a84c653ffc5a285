import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';

/** The generated code for `_middleware` files. */
export interface MiddlewareText {
  /** Imports of the files that wrap at least one operation. */
  readonly imports: readonly string[];
  /** One list per distinct set of files, outermost first. A file may export one middleware or a list. */
  readonly declarations: readonly string[];
  /** The name of each operation's list; undefined if no file wraps the operation. */
  readonly lists: readonly (string | undefined)[];
}

/**
 * Generates the imports and lists of `_middleware` files.
 *
 * @param ids The operations' files, relative to the operations directory.
 * @param moduleOf Resolves the module of a file.
 */
export function middlewareText(
  ids: readonly string[],
  middleware: readonly CompiledMiddleware[],
  moduleOf: (middleware: CompiledMiddleware) => string,
): MiddlewareText {
  const lists = new Map<string, string>();
  const used = new Set<number>();
  const around = ids.map((id) => {
    const indexes = indexesAround(id, middleware);
    if (indexes.length === 0) return undefined;
    for (const index of indexes) used.add(index);
    const names = indexes.map((index) => `middleware${index}`).join(', ');
    if (!lists.has(names)) lists.set(names, `around${lists.size}`);
    return lists.get(names);
  });
  const imports = middleware.map((file, i) => `import middleware${i} from ${JSON.stringify(moduleOf(file))};`);
  return {
    imports: imports.filter((_, i) => used.has(i)),
    declarations: [...lists].map(([names, name]) => `const ${name} = [${names}].flat();`),
    lists: around,
  };
}

/** The indexes of the files around an operation, outermost first. */
function indexesAround(id: string, middleware: readonly CompiledMiddleware[]): number[] {
  return middleware
    .flatMap(({ directory }, index) => (id.startsWith(directory) ? [{ directory, index }] : []))
    .sort((a, b) => a.directory.length - b.directory.length)
    .map(({ index }) => index);
}
