import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isNear } from '../diagnostics/report.ts';
import type { Directive } from '../comment/comment.ts';
import type { Declarations } from '../language/declared.ts';
import { isSecurity, protectionOf } from '../language/security-words.ts';
import { isSameSource } from '../module/value.ts';
import type { ModuleFacts } from './module-facts.ts';
import { AUTHORIZE } from './guard-names.ts';
import { finalValues } from './final-values.ts';
import { allowEveryone, followGuard, followHandler, isSameGuardCode, parameterReads } from './followed-guards.ts';
import type { DirectoryContract } from './directory.ts';
import type { Guard } from './guard-export.ts';
import { countRefusing, isKnownGuard } from './harmless-middleware.ts';
import type { CompiledMiddleware, MiddlewareResult } from './middleware.ts';
import type { FoundModule, Modules } from './module-reader.ts';
import { originsOf } from './passed-from.ts';
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
    .flatMap(({ operation }) => (operation === undefined ? [] : followHandler(operation, modules)))
    .map((operation) => (contracts.has(operation.path) ? operation : passGuard(operation, modules, report)))
    .map((operation) => {
      const guard = followGuard(operation.guard, modules);
      return guard === operation.guard ? operation : withGuard(operation, guard!);
    });
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
    else found = withGuard(operation, { path: operation.path, at, typedAs: [], fieldReads: [], ...exported.open });
  }
  return found;
}

/** The `_middleware` files, with their functions as the modules show them that they come from. */
export function followMiddleware(wrapping: readonly MiddlewareResult[], modules: Modules): FollowedMiddleware {
  const around = wrapping.map((result) => {
    const { middleware } = result;
    if (middleware === undefined) return result;
    const guard = followGuard(middleware.guard, modules);
    const { exported } = middleware;
    if (exported === undefined) return { ...result, middleware: { ...middleware, guard } };
    const refusing = countRefusing(exported, modules);
    const isGuard = refusing > 0 && (middleware.isGuard || isKnownGuard(exported, modules));
    const reads = parameterReads(exported, modules);
    return { ...result, middleware: { ...middleware, guard, refusing, isGuard, parameterReads: reads } };
  });
  return { around, middleware: around.flatMap(({ middleware }) => middleware ?? []) };
}

interface FollowedMiddleware {
  /** All that the files have. */
  readonly around: readonly MiddlewareResult[];
  readonly middleware: readonly CompiledMiddleware[];
}

/** Reports the guards that a file leaves behind in the modules that one of its functions comes from, and a module that cannot be read. */
function checkOrigins(passed: PassedExports, modules: Modules, report: Report): void {
  const { from, at } = passed;
  for (const { specifier, found, values } of originsOf(passed, modules)) {
    if (found === undefined) report(messages.unreadModule(at, specifier));
    const guard = findGuard(found, modules, new Set());
    if (guard !== undefined && guard !== 'unknown')
      return void report(
        guard.isNear ? messages.guardName(guard.at, guard.name) : messages.leftGuard(at, from, guard.at),
      );
    if (found === undefined || found === 'package' || found.facts === undefined || values.length === 0) continue;
    const { guardProperties, source } = found.facts;
    const property = guardProperties.find(({ of }) => of === undefined || values.some(({ name }) => of === name));
    if (property !== undefined) return void report(messages.leftProperty(at, from, { source, span: property.span }));
  }
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
  const checkComments = (
    file: PassingFile,
    passed: readonly PassedExports[],
    called: readonly PassedExports[],
  ): void => {
    for (const each of passed) checkPassedComments(each, file, messages.foreignGuard, modules, report);
    for (const each of called)
      if (!passed.some((one) => isSameSource(one, each)))
        checkPassedComments(each, file, messages.calledGuard, modules, report);
  };
  for (const { passed, called, middleware, contract } of wrapping) {
    if (middleware?.guard === undefined) for (const each of passed) checkOrigins(each, modules, report);
    if (middleware !== undefined)
      checkComments(
        { path: middleware.path, own: contract?.declarations, contracts },
        [...passed, ...originOf(middleware.guard)],
        called,
      );
  }
  for (const { path, passed, called, guard, declarations } of operations) {
    checkComments({ path, own: declarations, contracts }, [...passed, ...originOf(guard)], called);
    if (guard === undefined && declarations.security.length === 0)
      for (const each of passed) if (!each.isAll) checkOtherTree(each, modules, report);
  }
}

/** Reports a `_middleware` file around a function of another tree: `admin/operations/_middleware.ts`. */
function checkOtherTree(passed: PassedExports, modules: Modules, report: Report): void {
  for (const { found } of originsOf(passed, modules)) {
    if (found === undefined || found === 'package' || modules.isShown(found.file)) continue;
    const { file } = found;
    for (let up = file.split('/').length - 2; up >= 0; up--) {
      const around = modules.find(file, `./${'../'.repeat(up)}_middleware`);
      if (around === undefined || around === 'package' || modules.isShown(around.file)) continue;
      return report(messages.foreignDirectory(passed.at, passed.from, around.file));
    }
  }
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
  message: typeof messages.foreignGuard,
  modules: Modules,
  report: Report,
): void {
  const around = contracts.filter(({ directory }) => isAround(directory, path));
  for (const { found, values, names } of originsOf(passed, modules)) {
    if (found === undefined || found === 'package' || found.facts === undefined) continue;
    const { file, facts } = found;
    const contract = contracts.find(({ comment }) => comment.at.source.file === file);
    if (!modules.isShown(file)) {
      const anchors = values.flatMap((value) => value.anchors);
      const directive = facts.comments
        .filter(({ at: { span } }) => anchors.some((anchor) => precedes(span.end, anchor, facts)))
        .flatMap(({ directives }) => directives)
        .find((each) => isLost(each, own));
      if (directive !== undefined) report(message(passed.at, directive.name, passed.from, directive.at));
    } else if (
      contract !== undefined &&
      !around.includes(contract) &&
      /^(?:default|authorize)$/.test(names.join('.'))
    ) {
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
  readonly open: Pick<Guard, 'allowsAll'>;
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
    return {
      name: own.name,
      at: { source, span: own.span },
      isNear: own.name !== AUTHORIZE,
      open: allowEveryone(finalValues({ source, value: own.value }, modules), modules) ? { allowsAll: true } : {},
    };
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

function withGuard(operation: ParsedOperation, guard: Guard): ParsedOperation {
  const known = guarded.get(operation);
  if (known?.guard !== undefined && isSameGuardCode(known.guard, guard)) return known;
  const made: ParsedOperation = { ...operation, guard };
  guarded.set(operation, made);
  return made;
}
