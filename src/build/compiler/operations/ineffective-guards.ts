import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import type { Found, Place } from '../calls/call-effects.ts';
import type { Effects } from '../calls/effect.ts';
import type { OpenCalls } from '../calls/check-guard-calls.ts';
import { effectOf, functionOf, resultMakers } from '../calls/call-effects.ts';
import { reportFaults, reportInGuard } from '../calls/check-guard-calls.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { AUTHORIZE } from './guard-names.ts';
import { ALL } from '../module/value.ts';
import type { Guard } from './guard-export.ts';
import type { CompiledMiddleware } from './middleware.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { FoundModule, Modules } from './module-reader.ts';
import { findTaken } from './passed-from.ts';
import { starsWith } from './star-exports.ts';

/** An operation, or a `_middleware` file. */
interface Caller {
  readonly calls?: OpenCalls | undefined;
  readonly middleware?: Pick<CompiledMiddleware, 'wraps' | 'at' | 'guard'> | undefined;
  /** The export `authorize` of an operation. */
  readonly guard?: Guard | undefined;
}

/**
 * Reports the calls of other modules' guards that refuse nothing, as `checkGuardCalls` does for those in one file. The modules that are found are checked too.
 *
 * @param files The operations and `_middleware` files.
 */
export function checkImportedGuards(files: readonly Caller[], modules: Modules, report: Report): void {
  const check = (calls: OpenCalls): void =>
    reportFaults(calls, placeOf(calls.source.file, calls.effects, modules), report);
  const guarding = files.flatMap(({ middleware, guard = middleware?.guard }) => {
    const at = guard?.at ?? (middleware?.wraps === true ? middleware.at : undefined);
    return (at && modules.read(at.source.file)) ?? [];
  });
  // The text of a guard may not show what it takes, as in `export default requireRole('admin')`. The set grows while it is gone through.
  const taken = new Set(guarding);
  for (const facts of taken)
    for (const each of findTaken(facts, modules)) if (!modules.isShown(each.source.file)) taken.add(each);
  const own = files.flatMap(({ calls }) => calls ?? []);
  own.forEach(check);
  const deciding = files.flatMap(({ middleware, guard = middleware?.guard }) => {
    const found = guard && modules.read(guard.at.source.file);
    const value = found?.exports.find(({ name }) => name === AUTHORIZE)?.value;
    return value === undefined ? [] : { value, place: placeOf(found!.source.file, found!.effects, modules) };
  });
  checkDeciding(deciding, (place) => ownerOf(place, guarding, modules), report);
  const checked = new Set(own.map(({ source }) => source.file));
  // The set grows while it is gone through.
  for (const { source, calls, ineffective } of modules.facts) {
    if (!modules.isShown(source.file)) ineffective.forEach(report);
    if (calls !== undefined && !checked.has(source.file)) check(calls);
  }
}

/**
 * Reports what a verifier or an `authorize` doesn't wait for, or handles as if it had not failed: any error of it refuses the request. The functions whose
 * results it returns are checked too.
 */
export function checkDeciding(
  guards: readonly Found[],
  ownerAt: (place: Place) => ModuleFacts | undefined,
  report: Report,
): void {
  const bodies = new Map<Effects, Set<number>>();
  for (const { value, place } of guards) {
    const call = effectOf(value, place);
    for (const each of call === undefined ? [] : [call, ...resultMakers(call)]) {
      const body = each.value?.bodyAt;
      const checked = getOrAdd(bodies, each.place.effects, () => new Set<number>());
      if (body === undefined || checked.has(body.start)) continue;
      const calls = ownerAt(each.place)?.calls;
      if (calls === undefined) continue;
      checked.add(body.start);
      reportInGuard(calls, body, each.place, report);
    }
  }
}

/** The module of a place: one of some files, or of those that have been found until now. */
export function ownerOf({ effects }: Place, files: readonly ModuleFacts[], modules: Modules): ModuleFacts | undefined {
  const isOwner = (each: ModuleFacts): boolean => each.effects === effects;
  return files.find(isOwner) ?? [...modules.facts].find(isOwner);
}

/** Reports what middleware of the apps in some modules reads before the operation is found. The middleware can be in other modules. */
export function checkAppMiddleware(apps: readonly ModuleFacts[], modules: Modules, report: Report): void {
  const reported = new Set<Diagnostic>();
  for (const { source, effects, beforeOperations } of apps)
    for (const value of beforeOperations) {
      const found = functionOf(value, placeOf(source.file, effects, modules));
      const owner = found && [...apps, ...modules.facts].find((each) => each.effects === found.place.effects);
      for (const each of owner?.earlyInApps.get(found!.value.bodyAt?.start ?? -1) ?? []) reported.add(each);
    }
  reported.forEach(report);
}

export function placeOf(file: string, effects: Effects, modules: Modules): Place {
  return {
    effects,
    find: (from, name) => (name === undefined ? undefined : exportOf(modules.find(file, from), name, modules)),
  };
}

/** The value of an export, also if another module passes it on by `export *`. */
function exportOf(
  found: FoundModule | 'package' | undefined,
  name: string,
  modules: Modules,
  seen: ReadonlySet<string> = new Set(),
): Found | undefined {
  if (found === undefined || found === 'package' || found.facts === undefined || seen.has(found.file)) return undefined;
  const { file, facts } = found;
  const exported = facts.exports.find((each) => each.name === name);
  if (exported !== undefined) return { value: exported.value, place: placeOf(file, facts.effects, modules) };
  // The default export of a CommonJS module is all of it.
  if ((name === 'default' && facts.isCommonJs) || (name === ALL && facts.stars.length === 0))
    return {
      value: { kind: 'other', members: facts.exports, anchors: [] },
      place: placeOf(file, facts.effects, modules),
    };
  for (const star of name === 'default' || name === ALL ? [] : starsWith(name, facts, modules)) {
    const inner = exportOf(modules.find(file, star), name, modules, new Set([...seen, file]));
    if (inner !== undefined) return inner;
  }
  return undefined;
}
