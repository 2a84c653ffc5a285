import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isNear } from '../diagnostics/report.ts';
import { isSecurityWord } from '../language/security-words.ts';
import type { ModuleFacts } from './module-facts.ts';
import { filesOf } from '../module/relative-modules.ts';
import { AUTHORIZE } from './guard-names.ts';
import type { ReadFacts, ShownFile } from './lost-guards.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { ParsedOperation, ParseResult, PassedExports } from './parse.ts';

/** Reads the modules whose exports operations pass on, and remembers their files, which the other rules may not read. */
export interface Modules {
  /** Reads a module by the path that diagnostics show: `none` if there is no such file, undefined if it has syntax errors. */
  readonly read: (file: string) => ModuleFacts | 'none' | undefined;
  readonly files: ReadonlySet<string>;
  /** Whether a file is in one of the directories. */
  readonly isShown: (file: string) => boolean;
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
    isShown: (file) => find(file) !== undefined,
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
 * Finds the guards of other modules that operations pass on, and reports those that operations and `_middleware` files leave behind.
 *
 * @returns The operations, each with the guard that it passes on.
 */
export function passGuards(
  { wrapping, parsed }: { readonly wrapping: readonly MiddlewareResult[]; readonly parsed: readonly ParseResult[] },
  modules: Modules,
  report: Report,
): ParsedOperation[] {
  const operations = parsed
    .flatMap(({ operation }) => operation ?? [])
    .map((operation) => passGuard(operation, modules, report));
  checkLeftBehind({ wrapping, operations }, modules, report);
  return operations;
}

/**
 * Finds the guards of the modules whose exports an operation passes on: `export * from './guarded.ts'` brings a guard with it, `export { default } from
 * './guarded.ts'` leaves it behind.
 *
 * @returns The operation, with the guard that it passes on.
 */
function passGuard(operation: ParsedOperation, { read }: Modules, report: Report): ParsedOperation {
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

/**
 * Reports the guards that a `_middleware` file, or an operation without its own `@security` line, leaves behind in the modules that its functions come
 * from: their `authorize`, and the `@security` lines above these functions.
 *
 * @param isShown Whether a file is one of the directories, whose comments are checked elsewhere.
 */
function checkLeftBehind(
  {
    wrapping,
    operations,
  }: { readonly wrapping: readonly MiddlewareResult[]; readonly operations: readonly ParsedOperation[] },
  { read, isShown }: Modules,
  report: Report,
): void {
  for (const { passed, middleware, contract } of wrapping) {
    if (middleware?.guard === undefined)
      for (const { from, at } of passed) {
        const guard = findGuard(at.source.file, from, read, new Set());
        if (guard === undefined || guard === 'unknown') continue;
        report(guard.isNear ? messages.guardName(guard.at, guard.name) : messages.leftGuard(at, from, guard.at));
      }
    if ((contract?.declarations.security.length ?? 0) === 0) checkComments(passed, { read, isShown }, report);
  }
  for (const { passed, declarations } of operations)
    if (declarations.security.length === 0) checkComments(passed, { read, isShown }, report);
}

/** Reports the `@security` lines above the functions that a file takes from modules outside of the directories. */
function checkComments(
  passed: readonly PassedExports[],
  { read, isShown }: Pick<Modules, 'read' | 'isShown'>,
  report: Report,
): void {
  for (const { from, at, name = 'default' } of passed) {
    const file = filesOf(at.source.file, from).find((each) => read(each) !== 'none');
    const facts = file === undefined || isShown(file) ? undefined : read(file);
    if (facts === undefined || facts === 'none') continue;
    const exported = facts.exports.find((each) => each.name === name);
    const directive = facts.comments
      .filter(({ at: { span } }) => exported?.value.anchors.some((anchor) => precedes(span.end, anchor, facts)))
      .flatMap(({ directives }) => directives)
      .find((each) => isSecurityWord(each.name));
    if (directive !== undefined) report(messages.foreignGuard(at, directive.name, from, directive.at));
  }
}

function precedes(end: number, anchor: number, { source }: ModuleFacts): boolean {
  return end <= anchor && source.text.slice(end, anchor).trim() === '';
}

interface FoundGuard {
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
): FoundGuard | 'unknown' | undefined {
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
  let result: FoundGuard | 'unknown' | undefined;
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
