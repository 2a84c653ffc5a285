import { declaresParameter } from '../../../shared/contract/operation.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { OperationTree } from './called-handlers.ts';
import type { Guarding } from './guarding.ts';
import { decidingIn, goesWithout, isReplacedBy, onlyAround, shown } from './guarding.ts';
import type { Handler } from './handler.ts';
import type { Inherited } from './inherit.ts';
import type { Modules } from './module-reader.ts';
import { describeParameter } from './parameters.ts';
import type { CompiledOperation } from './resolve.ts';
import { isSameGuard } from './same-guards.ts';
import { checkWeaker } from './security.ts';
import { isAround } from './tree-files.ts';

/**
 * Reports operations that pass on others, and leave behind a guard or a parameter that these have by their directories. Only their own lines show that this is
 * intended.
 */
export function checkLeftDirectories(
  { others: passed, operations, files, parsed }: OperationTree,
  modules: Modules,
  report: Report,
): void {
  if (passed.length === 0) return;
  const guarding = decidingIn(files);
  const compiled = new Map(operations.map((operation) => [operation.contract.id, operation]));
  const theirs = new Map(parsed.map((each) => [each.path, each]));
  const guards = new Map(files.map(({ middleware }) => [middleware?.path, middleware?.guard]));
  const isSame = (one: Guarding, another: Guarding): boolean =>
    isSameGuard(guards.get(one.path), guards.get(another.path), modules);
  for (const { operation, other, from } of passed) {
    const { path, handler, guard, declarations } = operation;
    const made = compiled.get(path);
    if (made === undefined) continue;
    // It runs there besides the guards of the directories, which it can't replace.
    const isTheirs = isSameGuard(guard, theirs.get(other)?.guard, modules);
    const own = { guard: isTheirs ? undefined : guard, declarations, contract: made.contract };
    const around = guarding.filter(({ directory }) => isAround(directory, other));
    const here = onlyAround(guarding, path, other);
    const left = onlyAround(guarding, other, path).find(
      (each) =>
        !goesWithout(each, own) &&
        !isReplacedBy(
          each,
          here.filter((one) => isSame(one, each) || !around.some((outer) => isSame(one, outer))),
          made.contract.security,
        ),
    );
    if (left !== undefined) report(messages.leftDirectory(handler.at, from, shown(left)));
    checkParameters({ handler, from }, made, compiled.get(other)?.inherited, report);
  }
}

/** Warns of operations whose `@security` lines require less than those of the operations that they pass on. */
export function checkPassedSecurity(
  { others, parsed }: OperationTree,
  definitions: Pick<Definitions, 'schemes' | 'security'>,
  report: Report,
): void {
  const lines = new Map(others.length > 0 ? parsed.map((each) => [each.path, each.declarations.security]) : []);
  for (const { operation, other } of others) {
    const replaced = lines.get(other) ?? [];
    if (replaced.length > 0) checkWeaker(operation.declarations.security, replaced, definitions, report);
  }
}

/** Reports a parameter that the directories of the other operation declare: its handler would read values that aren't validated here. */
function checkParameters(
  { handler, from }: { readonly handler: Handler; readonly from: string },
  { contract, declarations, inherited: own }: CompiledOperation,
  outer: Inherited | undefined,
  report: Report,
): void {
  const inherited = new Set(own?.layer.parameters.map(({ value }) => describeParameter(value)));
  const lost = outer?.layer.parameters.find(({ value }) => {
    const { name, place } = value;
    const isDeclared = declarations.parameters.some(({ value: one }) => one.name === name);
    // Each path parameter is in the contract, declared or not.
    const isHere = place !== 'path' && place !== 'body' && declaresParameter(contract, { in: place, name });
    return !isDeclared && !isHere && !inherited.has(describeParameter(value));
  });
  if (lost !== undefined)
    report(messages.leftParameter(handler.at, from, `${lost.value.place}.${lost.value.name}`, lost.at));
}
