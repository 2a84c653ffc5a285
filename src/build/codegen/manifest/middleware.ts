import type { CompiledMiddleware } from '../../compiler/operations/middleware.ts';
import { guardsOf, middlewareAround } from '../../compiler/operations/middleware.ts';
import type { CompiledOperation } from '../../compiler/operations/resolve.ts';

/** The generated code for `_middleware` files, and for the `authorize` of operations. */
export interface MiddlewareText {
  /** Imports of the files that wrap at least one operation, and of the operations that export `authorize`. */
  readonly imports: readonly string[];
  /** One list per distinct set of exports, outermost first. A file may export one middleware or a list, which the runtime reads. */
  readonly declarations: readonly string[];
  /** The name of each operation's list of middleware; undefined if it has none. */
  readonly lists: readonly (string | undefined)[];
  /** The name of each operation's list of `authorize` functions; undefined if it has none. */
  readonly guards: readonly (string | undefined)[];
}

/** The modules of the files. */
interface Modules {
  readonly middlewareModuleOf: (middleware: CompiledMiddleware) => string;
  readonly moduleOf: (operation: CompiledOperation) => string;
  /** Whether to import an operation's module at its first request. */
  readonly lazy: boolean;
}

/** Generates the imports and lists of `_middleware` files, and of the `authorize` of operations. */
export function middlewareText(
  operations: readonly CompiledOperation[],
  middleware: readonly CompiledMiddleware[],
  { middlewareModuleOf, moduleOf, lazy }: Modules,
): MiddlewareText {
  const places = new Map(middleware.map((file, i) => [file.path, i]));
  const around = operations.map((operation) => middlewareAround(operation, middleware));
  const wrapping = around.map((files) =>
    files
      .filter(({ wraps }) => wraps)
      .map(({ path }) => `middleware${places.get(path)!}`)
      .join(', '),
  );
  const guarding = operations.map((operation, i) =>
    guardsOf(operation, middleware)
      .map((each) => (each === operation.guard ? `own${i}` : `authorize${places.get(each.path)!}`))
      .join(', '),
  );
  const own = operations.flatMap((operation, i) =>
    operation.guard === undefined ? [] : [{ name: `own${i}`, module: JSON.stringify(moduleOf(guardian(operation))) }],
  );
  const lists = nameLists(wrapping, 'around');
  const guards = nameLists(guarding, 'guards');
  const used = new Set(around.flat());
  return {
    imports: [
      ...middleware.flatMap((file, i) => (used.has(file) ? [importText(file, i, middlewareModuleOf(file))] : [])),
      ...(lazy ? [] : own.map(({ name, module }) => `import { authorize as ${name} } from ${module};`)),
    ],
    declarations: [
      ...(lazy ? own.map(({ name, module }) => lazyGuard(name, module)) : []),
      ...[...lists].map(([names, name]) => `const ${name} = [${names}];`),
      ...[...guards].map(([names, name]) => `const ${name} = [${names}];`),
    ],
    lists: wrapping.map((names) => lists.get(names)),
    guards: guarding.map((names) => guards.get(names)),
  };
}

/** The operation whose file exports the guard: the operation itself, unless it passes on another one. */
function guardian(operation: CompiledOperation): CompiledOperation {
  const { contract, handler, guard } = operation;
  if (guard === undefined || guard.path === contract.id) return operation;
  const { isCommonJs = false } = guard;
  return { ...operation, contract: { ...contract, id: guard.path }, handler: { ...handler, isCommonJs } };
}

/** The handler's module is evaluated for its guard too, and only once. The runtime compares the guard with properties of the handler. */
function lazyGuard(name: string, module: string): string {
  return `const ${name} = (ctx) => import(${module}).then(({ authorize }) => (${name}.authorize = authorize)(ctx));`;
}

function importText({ wraps, guard }: CompiledMiddleware, index: number, module: string): string {
  const names = [
    ...(wraps ? [`middleware${index}`] : []),
    ...(guard !== undefined ? [`{ authorize as authorize${index} }`] : []),
  ];
  return `import ${names.join(', ')} from ${JSON.stringify(module)};`;
}

/** A name for each distinct list, by its text. */
function nameLists(texts: readonly string[], prefix: string): Map<string, string> {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  return new Map(distinct.map((text, i) => [text, `${prefix}${i}`]));
}
