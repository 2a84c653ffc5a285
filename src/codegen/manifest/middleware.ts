import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { middlewareAround } from '../../compiler/operations/middleware.ts';

/** The generated code for `_middleware` files. */
export interface MiddlewareText {
  /** Imports of the files that wrap at least one operation. */
  readonly imports: readonly string[];
  /** One list per distinct set of exports, outermost first. A file may export one middleware or a list. */
  readonly declarations: readonly string[];
  /** The name of each operation's list of middleware; undefined if it has none. */
  readonly lists: readonly (string | undefined)[];
  /** The name of each operation's list of `authorize` functions; undefined if it has none. */
  readonly guards: readonly (string | undefined)[];
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
  const places = new Map(middleware.map((file, i) => [file, i]));
  const around = ids.map((id) => middlewareAround(id, middleware));
  const nameAll = (files: readonly CompiledMiddleware[], prefix: string): string =>
    files.map((file) => `${prefix}${places.get(file)!}`).join(', ');
  const wrapping = around.map((files) =>
    nameAll(
      files.filter(({ wraps }) => wraps),
      'middleware',
    ),
  );
  const guarding = around.map((files) =>
    nameAll(
      files.filter(({ authorizes }) => authorizes),
      'authorize',
    ),
  );
  const lists = nameLists(wrapping, 'around');
  const guards = nameLists(guarding, 'guards');
  const used = new Set(around.flat());
  return {
    imports: middleware.flatMap((file, i) => (used.has(file) ? [importText(file, i, moduleOf(file))] : [])),
    declarations: [
      ...[...lists].map(([names, name]) => `const ${name} = [${names}].flat();`),
      ...[...guards].map(([names, name]) => `const ${name} = [${names}];`),
    ],
    lists: wrapping.map((names) => lists.get(names)),
    guards: guarding.map((names) => guards.get(names)),
  };
}

function importText({ wraps, authorizes }: CompiledMiddleware, index: number, module: string): string {
  const names = [
    ...(wraps ? [`middleware${index}`] : []),
    ...(authorizes ? [`{ authorize as authorize${index} }`] : []),
  ];
  return `import ${names.join(', ')} from ${JSON.stringify(module)};`;
}

/** A name for each distinct list, by its text. */
function nameLists(texts: readonly string[], prefix: string): Map<string, string> {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  return new Map(distinct.map((text, i) => [text, `${prefix}${i}`]));
}
