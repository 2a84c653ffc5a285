import type { Definitions, DefinitionKind } from './collect.ts';
import { KINDS } from './collect.ts';

/** Finds the definitions that were added, removed or changed, and those that use them, directly or through others. */
export function findChanges(
  before: Definitions,
  after: Definitions,
): Readonly<Record<DefinitionKind, ReadonlySet<string>>> {
  const changed = { schemas: new Set<string>(), parameters: new Set<string>(), responses: new Set<string>() };
  for (const kind of KINDS) {
    for (const name of new Set([...before[kind].keys(), ...after[kind].keys()]))
      if (before[kind].get(name) !== after[kind].get(name)) changed[kind].add(name);
  }
  const all = KINDS.flatMap((kind) => [...after[kind].values()].map((item) => ({ kind, item })));
  const isAffected = ({ kind, item }: (typeof all)[number]): boolean =>
    item.references.some(({ name }) => changed.schemas.has(name)) ||
    ('includes' in item && item.includes.some(({ value }) => changed[kind].has(value)));
  for (let rest = all, found = all; found.length > 0;) {
    found = rest.filter(isAffected);
    for (const { kind, item } of found) changed[kind].add(item.name);
    rest = rest.filter((each) => !changed[each.kind].has(each.item.name));
  }
  return changed;
}
