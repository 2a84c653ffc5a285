import { declaresParameter } from '../../../shared/contract/operation.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { OperationTree } from './called-handlers.ts';
import { decidingIn, goesWithout, isReplacedBy, shown } from './guarding.ts';
import type { Handler } from './handler.ts';
import type { Inherited } from './inherit.ts';
import { describeParameter } from './parameters.ts';
import type { CompiledOperation } from './resolve.ts';
import { checkWeaker } from './security.ts';
import { isAround } from './tree-files.ts';

/**
 * Reports operations that pass on others, and leave behind a guard or a parameter that these have by their directories. Only their own lines show that this is
 * intended.
 */
export function checkLeftDirectories({ others: passed, operations, files }: OperationTree, report: Report): void {
  if (passed.length === 0) return;
  const guarding = decidingIn(files);
  const compiled = new Map(operations.map((operation) => [operation.contract.id, operation]));
  for (const { operation, other, from } of passed) {
    const { path, handler, guard, declarations } = operation;
    const made = compiled.get(path);
    if (made === undefined) continue;
    const own = { guard, declarations, contract: made.contract };
    const left = guarding.find(
      (each) =>
        isAround(each.directory, other) &&
        !isAround(each.directory, path) &&
        !goesWithout(each, own) &&
        !isReplacedBy(
          each,
          guarding.filter((one) => isAround(one.directory, path) && !isAround(one.directory, other)),
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
