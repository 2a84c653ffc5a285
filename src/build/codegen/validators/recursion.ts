import { depthsOf } from '../../../shared/schema/depths.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import type { SchemaPath } from '../../../shared/schema/walk.ts';
import { eachSchema, eachSubschema } from '../../../shared/schema/walk.ts';

// A recursive schema can apply to one value in several ways: as two branches of a union, for example. Each level would then double the time.

/** How a referenced schema is validated: `remembered` keeps the results by value, `interpreted` leaves all of it to the interpreter. */
export type Strategy = 'plain' | 'tagsFirst' | 'remembered' | 'interpreted';

/** One step from a value to a part of it: a property or an item with a name, or any except some. */
interface PathStep {
  readonly of: 'property' | 'item' | 'name';
  readonly is?: string;
  readonly except?: readonly string[];
}

/** A use of a reference in a schema. */
interface Use {
  readonly reference: string;
  /** The steps from the schema's value to the value that the reference applies to. */
  readonly steps: readonly PathStep[];
  /** Whether it is in a part that is left to the interpreter. */
  readonly isInterpreted: boolean;
}

/** The uses in each schema, by reference. */
type Graph = ReadonlyMap<string, readonly Use[]>;

/**
 * Chooses the strategy of each schema that some references lead to. All are `plain`, unless a recursive schema can apply to one value more than once.
 *
 * @param roots The references to start from.
 * @param tested Those that are applied to a value and again to its parts.
 * @returns The strategies that are not plain, by reference.
 */
export function strategiesOf(
  roots: ReadonlySet<string>,
  resolve: Resolve,
  tested: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Strategy> {
  const all = graphOf(roots, resolve);
  const users = usersIn(all);
  const graph = endlessPart(all, users);
  const groups = groupsIn(graph);
  const isRecursive = (reference: string): boolean =>
    groups.get(reference)!.length > 1 || graph.get(reference)!.some((use) => use.reference === reference);
  const usesOf = (reference: string): string[] => (graph.get(reference) ?? []).map((use) => use.reference);
  const meeting = [...graph].filter(([reference, uses]) => isRecursive(reference) && someMeet(uses));
  const repeated = closure(
    meeting.map(([reference]) => reference),
    usesOf,
  );
  for (const reference of closure(tested, usesOf))
    if (graph.has(reference) && isRecursive(reference)) repeated.add(reference);
  const interpreted = closure(
    [...graph].flatMap(([reference, uses]) => (uses.some((use) => use.isInterpreted) ? [reference] : [])),
    (reference) => users.get(reference) ?? [],
  );
  const strategies = new Map<string, Strategy>();
  for (const reference of repeated) {
    const [user, ...others] = users.get(reference) ?? [];
    // A schema that only one schema of its cycle uses applies to each value as often as that one.
    const isOfOne = user !== undefined && others.length === 0 && groups.get(user) === groups.get(reference);
    const isShared = roots.has(reference) || !isOfOne;
    strategies.set(reference, interpreted.has(reference) ? 'interpreted' : isShared ? 'remembered' : 'tagsFirst');
  }
  return strategies;
}

/** Some references, and everything that they lead to. */
function closure(references: Iterable<string>, targetsOf: (reference: string) => readonly string[]): Set<string> {
  const found = new Set(references);
  // The set grows during the loop.
  for (const reference of found) for (const target of targetsOf(reference)) found.add(target);
  return found;
}

function graphOf(roots: ReadonlySet<string>, resolve: Resolve): Graph {
  const graph = new Map<string, readonly Use[]>();
  const open = new Set(roots);
  // The set grows during the loop.
  for (const reference of open) {
    const uses = usesIn(resolve(reference) ?? true);
    graph.set(reference, uses);
    for (const use of uses) open.add(use.reference);
  }
  return graph;
}

/** The users of each reference, as often as they use it. */
function usersIn(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const users = new Map([...graph.keys()].map((reference): [string, string[]] => [reference, []]));
  for (const [user, uses] of graph) for (const { reference } of uses) users.get(reference)!.push(user);
  return users;
}

/** The schemas that lead to a recursive one, with their uses of each other. */
function endlessPart(graph: Graph, users: ReadonlyMap<string, readonly string[]>): Graph {
  const left = new Map([...graph].map(([reference, uses]) => [reference, uses.length]));
  const ended = new Set([...graph.keys()].filter((reference) => left.get(reference) === 0));
  // The set grows during the loop.
  for (const reference of ended)
    for (const user of users.get(reference)!) {
      const count = left.get(user)! - 1;
      left.set(user, count);
      if (count === 0) ended.add(user);
    }
  return new Map(
    [...graph].flatMap(([reference, uses]) =>
      ended.has(reference) ? [] : [[reference, uses.filter((use) => !ended.has(use.reference))] as const],
    ),
  );
}

/** The references that lead to each other, by each of them. */
function groupsIn(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  depthsOf(
    graph.keys(),
    (reference) => graph.get(reference)!.map((use) => use.reference),
    (group) => {
      for (const reference of group) groups.set(reference, group);
    },
  );
  return groups;
}

const usesBySchema = new WeakMap<object, readonly Use[]>();

function usesIn(schema: AnySchema): readonly Use[] {
  if (typeof schema === 'boolean') return [];
  let uses = usesBySchema.get(schema);
  if (uses === undefined) usesBySchema.set(schema, (uses = collectUses(schema, [])));
  return uses;
}

function collectUses(schema: AnySchema, steps: readonly PathStep[]): Use[] {
  if (typeof schema === 'boolean') return [];
  const uses: Use[] = [];
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) {
    eachSchema(schema, ({ $ref }) => {
      if (typeof $ref === 'string') uses.push({ reference: $ref, steps, isInterpreted: true });
    });
    return uses;
  }
  const { $ref, minContains, maxContains } = schema as Keywords;
  if ($ref !== undefined) uses.push({ reference: $ref, steps, isInterpreted: false });
  eachSubschema(schema, (part, path, keyword) => {
    if (keywordRow(keyword)?.role !== 'applicator') return;
    const inner = collectUses(part, [...steps, ...stepsOf(schema as Keywords, keyword, path)]);
    uses.push(...inner);
    // Each bound counts the items by itself.
    if (keyword === 'contains' && minContains !== 0 && maxContains !== undefined) uses.push(...inner);
  });
  return uses;
}

function stepsOf({ properties = {}, prefixItems = [] }: Keywords, keyword: string, { key }: SchemaPath): PathStep[] {
  switch (keyword) {
    case 'properties':
      return [{ of: 'property', is: String(key) }];
    case 'additionalProperties':
      return [{ of: 'property', except: Object.keys(properties) }];
    case 'patternProperties':
      return [{ of: 'property' }];
    case 'propertyNames':
      return [{ of: 'name' }];
    case 'prefixItems':
      return [{ of: 'item', is: String(key) }];
    case 'items':
      return [{ of: 'item', except: Object.keys(prefixItems) }];
    case 'contains':
      return [{ of: 'item' }];
    default:
      return [];
  }
}

/** Whether two of some uses meet, which are the same up to a step. */
function someMeet(uses: readonly Use[], level = 0): boolean {
  const named = new Map<string, Use[]>();
  for (const [i, use] of uses.entries()) {
    const { of, is } = use.steps[level] ?? {};
    if (is === undefined) {
      if (uses.some((other, j) => j !== i && meet(use, other))) return true;
      continue;
    }
    const key = `${of} ${is}`;
    const known = named.get(key);
    if (known === undefined) named.set(key, [use]);
    else known.push(use);
  }
  return [...named.values()].some((group) => group.length > 1 && someMeet(group, level + 1));
}

/** Whether the values of two uses can be the same, or one a part of the other. */
function meet(a: Use, b: Use): boolean {
  const length = Math.min(a.steps.length, b.steps.length);
  return a.steps.slice(0, length).every((step, i) => overlap(step, b.steps[i]!));
}

function overlap(a: PathStep, b: PathStep): boolean {
  if (a.of !== b.of) return false;
  if (a.is !== undefined && b.is !== undefined) return a.is === b.is;
  return !isExcepted(a, b) && !isExcepted(b, a);
}

function isExcepted({ is }: PathStep, { except = [] }: PathStep): boolean {
  return is !== undefined && except.includes(is);
}
