import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isNear } from '../diagnostics/report.ts';
import type { Directive } from '../comment/comment.ts';
import type { Declarations } from '../language/declared.ts';
import { isSecurity, protectionOf } from '../language/security-words.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { Export } from '../module/exports.ts';
import { isOpen } from '../module/static-values.ts';
import { AUTHORIZE } from './guard-names.ts';
import type { DirectoryContract } from './directory.ts';
import type { Guard } from './guard-export.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { FoundModule, Modules } from './module-reader.ts';
import type { ParsedOperation, ParseResult, PassedExports } from './parse.ts';
import { isAround } from './tree-files.ts';

/**
 * Finds the guards of other modules that operations pass on, and reports those that operations and `_middleware` files leave behind.
 *
 * @param contracts The operations that pass on others, whose guards they get with their contracts.
 * @returns The operations, each with the guard that it passes on.
 */
export function passGuards(
  { wrapping, parsed }: { readonly wrapping: readonly MiddlewareResult[]; readonly parsed: readonly ParseResult[] },
  contracts: { has(path: string): boolean },
  modules: Modules,
  report: Report,
): ParsedOperation[] {
  const operations = parsed
    .flatMap(({ operation }) => operation ?? [])
    .map((operation) => (contracts.has(operation.path) ? operation : passGuard(operation, modules, report)));
  checkLeftBehind({ wrapping, operations }, modules, report);
  return operations;
}

/**
 * Finds the guards of the modules whose exports an operation passes on: `export * from './guarded.ts'` brings a guard with it, `export { default } from
 * './guarded.ts'` leaves it behind.
 *
 * @returns The operation, with the guard that it passes on.
 */
function passGuard(operation: ParsedOperation, modules: Modules, report: Report): ParsedOperation {
  let found = operation;
  for (const each of operation.passed) {
    if (!each.isAll) {
      if (operation.guard === undefined) checkOrigins(each, modules, report);
      continue;
    }
    const { from, at } = each;
    const exported = findGuard(modules.find(at.source.file, from), modules, new Set());
    if (exported === undefined || operation.guard !== undefined) continue;
    if (exported === 'unknown') report(messages.unreadExports(at, from));
    else if (exported.isNear) report(messages.guardName(exported.at, exported.name));
    else found = withGuard(operation, at);
  }
  return found;
}

/** Reports the guards that a file leaves behind in the modules that one of its functions comes from, and a module that cannot be read. */
function checkOrigins(passed: PassedExports, modules: Modules, report: Report): void {
  const { from, at } = passed;
  for (const { specifier, found, exported } of originsOf(passed, modules)) {
    if (found === undefined) report(messages.unreadModule(at, specifier));
    const guard = findGuard(found, modules, new Set());
    if (guard !== undefined && guard !== 'unknown')
      return void report(
        guard.isNear ? messages.guardName(guard.at, guard.name) : messages.leftGuard(at, from, guard.at),
      );
    if (found === undefined || found === 'package' || found.facts === undefined || exported === undefined) continue;
    const { guardProperties, source } = found.facts;
    const property = guardProperties.find(({ of }) => of === undefined || of === exported.value.name);
    if (property !== undefined) return void report(messages.leftProperty(at, from, { source, span: property.span }));
  }
}

/** A module that a function is passed on by. */
export interface Origin {
  readonly specifier: string;
  /** The specifier in the first file, which leads to it. */
  readonly from: string;
  /** The name that it is taken by. */
  readonly wanted: string;
  readonly found: FoundModule | 'package' | undefined;
  /** The export that is the function. */
  readonly exported: Export | undefined;
}

/** The name of all exports of a module. */
export const ALL = '*';

/** The modules that a function comes from, the nearest one first: each passes it on from the next. */
export function originsOf({ from, at, name = 'default' }: PassedExports, modules: Modules): Origin[] {
  const origins = new Origins(modules);
  origins.follow(at.source.file, from, name, { isSure: true });
  return origins.found;
}

/**
 * The same for an export of a file whose value may come from any module that the file takes something of.
 *
 * @param isEnd Whether a function is wanted, so that it does not matter where it comes from.
 */
export function possibleOriginsOf(file: string, name: string, modules: Modules, isEnd: Origins['isEnd']): Origin[] {
  const origins = new Origins(modules, isEnd);
  origins.followExport(modules.read(file), name, { isSure: true });
  return origins.found;
}

class Origins {
  readonly found: Origin[] = [];
  readonly isEnd: ((origin: Origin) => boolean) | undefined;
  readonly #modules: Modules;
  readonly #seen = new Set<string>();

  /** @param isEnd If given, functions that the text does not show are followed too. */
  constructor(modules: Modules, isEnd?: (origin: Origin) => boolean) {
    this.#modules = modules;
    this.isEnd = isEnd;
  }

  follow(importer: string, specifier: string, wanted: string, way: Way): void {
    const found = this.#modules.find(importer, specifier);
    const facts = found === undefined || found === 'package' ? undefined : found.facts;
    const exported = facts?.exports.find((each) => each.name === wanted);
    const origin = { specifier, from: way.from ?? specifier, wanted, found, exported };
    this.found.push(origin);
    if (this.isEnd?.(origin) !== true) this.followExport(facts, wanted, { ...way, from: origin.from });
  }

  followExport(facts: ModuleFacts | undefined, wanted: string, way: Way): void {
    if (facts === undefined) return;
    const { file } = facts.source;
    const key = `${file} ${wanted}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const exported = facts.exports.find((each) => each.name === wanted);
    const { from, imported = 'default' } = exported?.value ?? {};
    if (exported === undefined && facts.stars.length > 0 && wanted !== 'default' && wanted !== ALL)
      for (const star of facts.stars) this.follow(file, star, wanted, way);
    else {
      if (this.#isAnything(file, exported, way))
        for (const { specifier, name } of takenBy(facts)) this.follow(file, specifier, name, { ...way, isSure: false });
      // The member of a namespace, `books.replaceBook`, is known, although it may be anything else too.
      if (from !== undefined) this.follow(file, from, imported, way);
    }
  }

  /** Whether an export may be, or have, anything that its file takes. Of files elsewhere, only the handler itself is known well enough. */
  #isAnything(file: string, exported: Export | undefined, { isSure }: Way): boolean {
    if (this.isEnd === undefined) return false;
    if (isSure) return exported === undefined || isOpen(exported.value);
    return exported?.value.kind !== 'imported' && this.#modules.isShown(file);
  }
}

/** How a module is reached. */
interface Way {
  /** The specifier in the first file; undefined for the first file itself. */
  readonly from?: string;
  /** Whether it is certain that the function, if it is one, is the handler. */
  readonly isSure: boolean;
}

/** The exports of other modules that a file takes. */
function takenBy({ taken, called }: ModuleFacts): { readonly specifier: string; readonly name: string }[] {
  return [
    ...taken.flatMap(({ from, names }) => (from === '' ? [] : names.map((name) => ({ specifier: from, name })))),
    ...called.map((specifier) => ({ specifier, name: ALL })),
  ];
}

/**
 * Reports the guards that a `_middleware` file, or an operation without such a line, leaves behind in the modules that its functions come
 * from: their `authorize`, and the lines that protect above these functions.
 */
function checkLeftBehind(
  {
    wrapping,
    operations,
  }: { readonly wrapping: readonly MiddlewareResult[]; readonly operations: readonly ParsedOperation[] },
  modules: Modules,
  report: Report,
): void {
  const contracts = wrapping.flatMap(({ contract }) => contract ?? []);
  const checkComments = (path: string, own: Declarations | undefined, passed: readonly PassedExports[]): void => {
    for (const each of passed) checkPassedComments(each, { path, own, contracts }, modules, report);
  };
  for (const { passed, middleware, contract } of wrapping) {
    if (middleware?.guard === undefined) for (const each of passed) checkOrigins(each, modules, report);
    if (middleware !== undefined)
      checkComments(middleware.path, contract?.declarations, [...passed, ...originOf(middleware.guard)]);
  }
  for (const { path, passed, guard, declarations } of operations)
    checkComments(path, declarations, [...passed, ...originOf(guard)]);
}

/** The module that an `authorize` comes from. */
function originOf(guard: Guard | undefined): PassedExports[] {
  return guard?.origin === undefined ? [] : [{ ...guard.origin, at: guard.at, isAll: false }];
}

/** A file that passes on a function, with its own lines, and the contracts of all directories. */
interface PassingFile {
  readonly path: string;
  readonly own: Declarations | undefined;
  readonly contracts: readonly DirectoryContract[];
}

/**
 * Reports the lines that protect, such as `@security` and `@rate-limit`, above the functions that a file takes from modules outside of the directories, and in
 * the contract of another `_middleware` file whose middleware or `authorize` it takes. Other comments are checked elsewhere.
 */
function checkPassedComments(
  passed: PassedExports,
  { path, own, contracts }: PassingFile,
  modules: Modules,
  report: Report,
): void {
  const around = contracts.filter(({ directory }) => isAround(directory, path));
  for (const { found, exported, wanted } of originsOf(passed, modules)) {
    if (found === undefined || found === 'package' || found.facts === undefined) continue;
    const { file, facts } = found;
    const contract = contracts.find(({ comment }) => comment.at.source.file === file);
    if (!modules.isShown(file)) {
      const directive = facts.comments
        .filter(({ at: { span } }) => exported?.value.anchors.some((anchor) => precedes(span.end, anchor, facts)))
        .flatMap(({ directives }) => directives)
        .find((each) => isLost(each, own));
      if (directive !== undefined) report(messages.foreignGuard(passed.at, directive.name, passed.from, directive.at));
    } else if (contract !== undefined && !around.includes(contract) && /^(?:default|authorize)$/.test(wanted)) {
      const places = [own, ...around.map(({ declarations }) => declarations)];
      const directive = contract.comment.directives.find(
        (each) => each.content.text.trim() !== 'none' && places.every((place) => isLost(each, place)),
      );
      if (directive !== undefined) report(messages.leftContract(passed.at, directive.name, passed.from, directive.at));
    }
  }
}

/** Whether a directive protects, and a file has no line of it. */
function isLost({ name, at }: Directive, own: Declarations | undefined): boolean {
  const row = protectionOf(name, at.source);
  if (row !== undefined) return own?.described.has(row) !== true;
  return isSecurity(name) && (own?.security.length ?? 0) === 0;
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
  found: FoundModule | 'package' | undefined,
  modules: Modules,
  seen: Set<string>,
): FoundGuard | 'unknown' | undefined {
  if (found === undefined || found === 'package') return 'unknown';
  const { file, facts } = found;
  if (seen.has(file)) return undefined;
  seen.add(file);
  if (facts === undefined) return 'unknown';
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
    const inner = findGuard(modules.find(file, star), modules, seen);
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
  const made: ParsedOperation = { ...operation, guard: { path: operation.path, at, typedAs: [], authReads: [] } };
  guarded.set(operation, made);
  return made;
}
