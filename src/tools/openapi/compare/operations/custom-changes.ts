import type { CustomDirectives } from '../../../../directives/custom/custom-directives.ts';
import type { CustomRow } from '../../../../directives/custom/custom-row.ts';
import type { CustomUse } from '../../../../shared/contract/custom-directive.ts';
import type { Operation } from '../../../../shared/contract/operation.ts';
import type { Severity } from '../../../../shared/comparison/checks.ts';
import type { Contract } from '../contract.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, wordFor } from './found.ts';

/** The checks of each custom directive that guards. */
const OF_GUARDS: Readonly<Record<'line-removed' | 'line-added', Severity>> = {
  'line-removed': 'error',
  'line-added': 'warning',
};

/** The checks of custom directives, by their names: `permission/line-removed`. */
export function customChecks({ rows }: Pick<CustomDirectives, 'rows'>): ReadonlyMap<string, Severity> {
  return new Map(
    [...rows.values()].flatMap(({ name, protects, definition }) =>
      Object.entries({ ...(protects === true && OF_GUARDS), ...definition.checks }).map(
        ([check, severity]) => [`${name}/${check}`, severity] as const,
      ),
    ),
  );
}

/** Lists the changes of custom directives. */
export function compareCustom(scope: Scope, pair: Pair): Found[] {
  return [...compareGuards(scope, pair), ...customRows(scope).flatMap((row) => ownChanges(row, scope, pair))];
}

/** Lists the requirements that guards of custom directives have lost, and lines that can't be compared: they could have been guards. */
function compareGuards(scope: Scope, pair: Pair): Found[] {
  const names = new Set([...guardsOf(pair.before), ...guardsOf(pair.after)].map(({ name }) => name));
  const unread = scope.before.unreadOf?.(pair.before) ?? [];
  return [
    ...[...names].flatMap((name) => compareGuard(name, scope, pair)),
    ...unread.map((name) =>
      found(
        'directive-unread',
        'request',
        pair,
        directivePart(name),
        `the line "@${name}" of the baseline cannot be read by the packages that package.json names now, so what it required is unknown`,
        { widens: true },
      ),
    ),
  ];
}

function compareGuard(name: string, scope: Scope, pair: Pair): Found[] {
  // A document that no row reads doesn't show the requirements of callers.
  if (!knows(scope.before, name) || !knows(scope.after, name)) return [];
  const [old, now] = [directiveValues(pair.before, name), directiveValues(pair.after, name)];
  const row = customRows(scope).find((each) => each.name === name);
  const subject = `the ${wordFor(pair.after)}`;
  const covers = (line: unknown, other: unknown): boolean =>
    row === undefined ? JSON.stringify(line) === JSON.stringify(other) : row.covers(line, other);
  const lost = old.filter((other) => !now.some((line) => covers(line, other)));
  const added = now.filter((line) => !old.some((other) => covers(other, line)));
  return [
    ...lost.map((value) => {
      const message = `${subject} no longer requires ${lineText(row, name, value)}, so more clients can call it`;
      return found(`${name}/line-removed`, 'request', pair, directivePart(name), message, {
        widens: true,
        severity: OF_GUARDS['line-removed'],
      });
    }),
    ...added.map((value) =>
      found(
        `${name}/line-added`,
        'request',
        pair,
        directivePart(name),
        `${subject} requires ${lineText(row, name, value)} now`,
        {
          severity: OF_GUARDS['line-added'],
        },
      ),
    ),
  ];
}

/** The changes that a directive itself reports. */
function ownChanges(row: CustomRow, scope: Scope, pair: Pair): Found[] {
  const { name, definition } = row;
  if (definition.changed === undefined || !knows(scope.before, name) || !knows(scope.after, name)) return [];
  const changes = row.changed(directiveValues(pair.before, name), directiveValues(pair.after, name));
  const checks = customChecks({ rows: new Map([[name, row]]) });
  if ('fault' in changes) return [failure(row, pair, changes.fault)];
  return changes.value.map(([check, message]) => {
    const severity = checks.get(`${name}/${check}`);
    if (severity === undefined) return failure(row, pair, `reported the check "${check}", which its "checks" lack`);
    return found(`${name}/${check}`, 'none', pair, directivePart(name), String(message), { severity });
  });
}

/** A comparison that failed may have hidden a break. */
function failure({ name, from }: CustomRow, pair: Pair, fault: string): Found {
  return found('directive-failure', 'none', pair, directivePart(name), `"@${name}" of ${from} ${fault}`);
}

function directivePart(name: string): Found['part'] {
  return { kind: 'directive', name };
}

function customRows({ after }: Scope): readonly CustomRow[] {
  return [...(after.custom?.rows.values() ?? [])];
}

/** Whether a contract shows the lines of a directive: a tree does, and a document does if the directive can be read back. */
function knows({ custom, isDocument }: Contract, name: string): boolean {
  return isDocument !== true || custom?.rows.get(name)?.definition.undocument !== undefined;
}

function guardsOf({ custom = [] }: Operation): readonly CustomUse[] {
  return custom.filter(({ guards }) => guards === true);
}

function directiveValues({ custom = [] }: Operation, name: string): readonly unknown[] {
  return custom.find((use) => use.name === name)?.values ?? [];
}

function lineText(row: CustomRow | undefined, name: string, value: unknown): string {
  const shown = row?.show([value]);
  const texts = shown !== undefined && 'value' in shown ? shown.value : [];
  return texts.length > 0 ? texts.join(', ') : `@${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
