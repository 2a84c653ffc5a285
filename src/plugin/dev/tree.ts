import { existsSync } from 'node:fs';
import { routeTables } from '../../codegen/manifest/routes.ts';
import type { Compilation } from '../../compiler/compile.ts';
import { contractsOf } from '../../compiler/compile.ts';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import type { Routing } from '../../contract/routes.ts';
import type { Operation } from '../../contract/operation.ts';
import { FRAME, entryOfId } from '../../project/virtual-modules.ts';
import type { Session } from '../../project/session.ts';
import { moduleText } from '../../project/session.ts';

/** A tree that is compiled again and again. */
export interface Tree {
  /** What is served: the last compilation without errors, the very first with them; undefined where there is no tree. */
  served(): Compilation | undefined;
  routing(): Routing<Operation>;
  /** The file of an operation, absolute, with `/`. */
  fileOf(id: string): string;
  /** What is wrong with the tree as it is now: diagnostics, or what stopped the compiler. */
  mistakes(): readonly Diagnostic[] | Error;
  /**
   * Compiles it again.
   *
   * @param changed The only files that may have another text, have come or gone; any may where not said.
   */
  update(changed: readonly string[] | undefined): Update;
  /** The text of a virtual module, as of what is served. */
  text(id: string): string;
}

/** What an update came to. */
export interface Update {
  /** What is wrong and was not before, as a user reads it. */
  readonly news: readonly { readonly isError: boolean; readonly text: string }[];
  /** Whether what is served says something else now. */
  readonly isOther: boolean;
  /** Whether it is put together in another way, as it is where it says something else: a handler that is exported by another name, say. */
  readonly isRearranged: boolean;
}

const UNCHANGED = { isOther: false, isRearranged: false };

const NOTHING: Compilation = {
  operations: [],
  middleware: [],
  schemas: new Map(),
  document: {},
  diagnostics: [],
  watchFiles: [],
};

/** Prepares a tree; nothing is read before the first update. */
export function createTree(session: Session): Tree {
  let latest = NOTHING;
  let served = NOTHING;
  let failure: Error | undefined;
  let routing: Routing<Operation> | undefined;
  /** They change only where a method or a path does. */
  let routes: { readonly of: string; readonly tables: Routing['routes'] } | undefined;
  return {
    served: () => (served === NOTHING ? undefined : served),
    routing() {
      if (routing !== undefined) return routing;
      const operations = contractsOf(served);
      const of = operations.map(({ method, path }) => `${method} ${path}`).join('\n');
      if (routes?.of !== of) routes = { of, tables: routeTables(served.operations) };
      return (routing = { operations, routes: routes.tables });
    },
    fileOf: (id) => `${session.directory}/${id}`,
    mistakes: () => failure ?? errorsOf(latest),
    update(changed) {
      const before = new Set(latest.diagnostics.map(keyOf));
      failure = undefined;
      try {
        latest = session.compile(changed);
        // Of a file that was renamed a watcher tells first that it has come.
        const gone = errorsOf(latest).length > 0 ? session.watchFiles(latest).filter((file) => !existsSync(file)) : [];
        if (gone.length > 0) latest = session.compile(gone);
      } catch (error) {
        failure = error as Error;
        return { ...UNCHANGED, news: [{ isError: true, text: failure.message }] };
      }
      const news = latest.diagnostics
        .filter((diagnostic) => !before.has(keyOf(diagnostic)))
        .map((diagnostic) => ({ isError: diagnostic.severity === 'error', text: formatDiagnostic(diagnostic) }));
      const isServed = errorsOf(latest).length === 0 || served === NOTHING || errorsOf(served).length > 0;
      if (!isServed) return { ...UNCHANGED, news };
      const isOther = !isSameContract(served, latest);
      const isRearranged = isOther || !isSameList(modulesOf(served), modulesOf(latest));
      served = latest;
      if (isRearranged) routing = undefined;
      return { news, isOther, isRearranged };
    },
    text(id) {
      if (id === FRAME) return session.manifest({ ...served, operations: [] }, true);
      const name = entryOfId(id);
      if (name === undefined) return moduleText(session, served, id, true);
      const operations = served.operations.filter(({ contract }) => contract.id === name);
      return session.manifest({ ...served, operations }, true);
    },
  };
}

/** What tells a diagnostic from others; its text, which shows the source, takes longer. */
function keyOf({ code, message, at, notes }: Diagnostic): string {
  const places = [at, ...notes.map((note) => note.at)].map(({ source, span }) => [source.file, span.start, span.end]);
  return JSON.stringify([code, message, places]);
}

function errorsOf({ diagnostics }: Compilation): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function isSameContract(one: Compilation, other: Compilation): boolean {
  return (
    isSameList(contractsOf(one), contractsOf(other)) &&
    isSameList([...one.schemas.keys()], [...other.schemas.keys()]) &&
    isSameList([...one.schemas.values()], [...other.schemas.values()]) &&
    isSame(one.document, other.document)
  );
}

/** What is imported: which operations a file of middleware wraps is said by where it lies. */
function modulesOf({ operations, middleware }: Compilation): unknown[] {
  return [
    ...operations.map(({ handler: { isCommonJs, exportName } }) => `${isCommonJs} ${exportName}`),
    ...middleware.map(({ path, rewriting }) => `${rewriting !== undefined} ${path}`),
  ];
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
}

/** What has not changed is mostly the same object, as the compiler keeps it. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || textOf(one) === textOf(other);
}

const texts = new WeakMap<object, string>();

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** Whether something is wrong with a tree as it is now. */
export function isBroken(tree: Tree): boolean {
  const mistakes = tree.mistakes();
  return mistakes instanceof Error || mistakes.length > 0;
}
