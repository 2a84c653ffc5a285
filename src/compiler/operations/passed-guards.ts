import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isNear } from '../diagnostics/report.ts';
import type { ModuleFacts } from './module-facts.ts';
import { filesOf } from '../module/relative-modules.ts';
import { AUTHORIZE } from './guard-export.ts';
import type { ReadFacts, ShownFile } from './lost-guards.ts';
import type { ParsedOperation } from './parse.ts';

/** Reads the modules whose exports operations pass on, and remembers their files, which the other rules may not read. */
export interface Modules {
  /** Reads a module by the path that diagnostics show: `none` if there is no such file, undefined if it has syntax errors. */
  readonly read: (file: string) => ModuleFacts | 'none' | undefined;
  readonly files: ReadonlySet<string>;
  readonly readsOthers: () => boolean;
}

/** @param readFile Reads a file outside of the directories. */
export function moduleReader(
  shown: readonly ShownFile[],
  read: ReadFacts,
  readFile: (file: string) => string | undefined = () => undefined,
): Modules {
  const files = new Set<string>();
  let known: ReadonlyMap<string, ShownFile> | undefined;
  const find = (file: string): ShownFile | undefined =>
    (known ??= new Map(shown.map((each) => [each.file, each]))).get(file);
  return {
    files,
    readsOthers: () => [...files].some((file) => find(file) === undefined),
    read(file) {
      const text = find(file)?.text ?? readFile(file);
      if (text === undefined) return 'none';
      files.add(file);
      return read({ file, text });
    },
  };
}

/**
 * Finds the guards of the modules whose exports an operation passes on: `export * from './guarded.ts'` brings a guard with it, `export { default } from
 * './guarded.ts'` leaves it behind.
 *
 * @returns The operation, with the guard that it passes on.
 */
export function passGuards(operation: ParsedOperation, { read }: Modules, report: Report): ParsedOperation {
  let found = operation;
  for (const { from, at, isAll } of operation.passed) {
    const exported = findGuard(at.source.file, from, read, new Set());
    if (exported === 'unknown') {
      if (isAll && operation.guard === undefined) report(messages.unreadExports(at, from));
    } else if (exported !== undefined && operation.guard === undefined) {
      if (exported.isNear) report(messages.guardName(exported.at, exported.name));
      else if (isAll) found = withGuard(operation, at);
      else report(messages.leftGuard(at, from, exported.at));
    }
  }
  return found;
}

interface Found {
  readonly name: string;
  readonly at: Location;
  readonly isNear: boolean;
}

/** Finds the `authorize` that a module exports, also through `export *`; `unknown` if a module cannot be read. */
function findGuard(
  importer: string,
  from: string,
  read: Modules['read'],
  seen: Set<string>,
): Found | 'unknown' | undefined {
  const file = filesOf(importer, from).find((each) => read(each) !== 'none');
  if (file === undefined) return 'unknown';
  if (seen.has(file)) return undefined;
  seen.add(file);
  const facts = read(file);
  if (facts === undefined || facts === 'none') return 'unknown';
  const { exports, isCommonJs, stars, source } = facts;
  const own =
    exports.find(({ name }) => name === AUTHORIZE) ??
    exports.find(({ name }) => name !== 'default' && isNear(name, AUTHORIZE));
  if (own !== undefined && own.value.kind !== 'other')
    return { name: own.name, at: { source, span: own.span }, isNear: own.name !== AUTHORIZE };
  // The names of a CommonJS module are known when it runs.
  if (isCommonJs) return 'unknown';
  let result: Found | 'unknown' | undefined;
  for (const star of stars) {
    const inner = findGuard(file, star, read, seen);
    if (inner !== undefined && inner !== 'unknown') return inner;
    result ??= inner;
  }
  return result;
}

/** The guarded form of operations, so that the same operation has the same one in the next run. */
const guarded = new WeakMap<ParsedOperation, ParsedOperation>();

function withGuard(operation: ParsedOperation, at: Location): ParsedOperation {
  const known = guarded.get(operation);
  if (known?.guard?.at === at) return known;
  const made: ParsedOperation = { ...operation, guard: { path: operation.path, at, typedAs: [] } };
  guarded.set(operation, made);
  return made;
}
