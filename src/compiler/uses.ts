import type { Declarations } from './language/declared.ts';
import type { Definitions } from './definitions/collect.ts';

/** Definitions by their names, of each kind. */
export interface Names {
  readonly schemas: readonly string[];
  readonly parameters: readonly string[];
  readonly responses: readonly string[];
}

/** The kinds of definitions. */
export const KINDS = ['schemas', 'parameters', 'responses'] as const;

/** The definitions that a comment names. */
export function namesIn({ references, parameterIncludes, responseIncludes }: Declarations): Names {
  return {
    schemas: references.map(({ name }) => name),
    parameters: parameterIncludes.map(({ value }) => value),
    responses: responseIncludes.map(({ value }) => value),
  };
}

/** Definitions that mean something else than before, come, or go. */
export interface Changes {
  has(kind: keyof Names, name: string): boolean;
  /** Whether one of these is among them. */
  touch(names: Names): boolean;
}

/** Finds the definitions that are others than before, and those that they are used by, directly or through others. */
export function changedDefinitions(before: Definitions, after: Definitions): Changes {
  const changed = { schemas: new Set<string>(), parameters: new Set<string>(), responses: new Set<string>() };
  const changes: Changes = {
    has: (kind, name) => changed[kind].has(name),
    touch: (names) => KINDS.some((kind) => names[kind].some((name) => changed[kind].has(name))),
  };
  for (const kind of KINDS) {
    for (const name of new Set([...before[kind].keys(), ...after[kind].keys()]))
      if (before[kind].get(name) !== after[kind].get(name)) changed[kind].add(name);
  }
  const pending = KINDS.flatMap((kind) => [...after[kind].values()].map((item) => ({ kind, item })));
  const isTouched = ({ kind, item }: (typeof pending)[number]): boolean =>
    item.references.some(({ name }) => changed.schemas.has(name)) ||
    ('includes' in item && item.includes.some(({ value }) => changed[kind].has(value)));
  for (let rest = pending, found = pending; found.length > 0;) {
    found = rest.filter(isTouched);
    for (const { kind, item } of found) changed[kind].add(item.name);
    rest = rest.filter((each) => !changed[each.kind].has(each.item.name));
  }
  return changes;
}
