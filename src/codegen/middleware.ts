import type { CompiledMiddleware } from '../compiler/middleware.ts';

/** The `_middleware` files of a tree, as code. */
export interface MiddlewareText {
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
  const fields = ids.map((id) => {
    const around = namesAround(id, middleware);
    if (around === '') return '';
    if (!lists.has(around)) lists.set(around, `around${lists.size}`);
    return `,"middleware":${lists.get(around)}`;
  });
  return {
    imports: middleware.map((file, i) => `import middleware${i} from ${JSON.stringify(moduleOf(file))};`),
    declarations: [...lists].map(([around, name]) => `const ${name} = [${around}].flat();`),
    fields,
  };
}

function namesAround(id: string, middleware: readonly CompiledMiddleware[]): string {
  return middleware
    .map(({ directory }, i) => ({ directory, name: `middleware${i}` }))
    .filter(({ directory }) => id.startsWith(directory))
    .sort((a, b) => a.directory.length - b.directory.length)
    .map(({ name }) => name)
    .join(', ');
}
