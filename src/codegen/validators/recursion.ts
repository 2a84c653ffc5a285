import { keywordRow } from '../../schema/keywords.ts';
import type { AnySchema, Keywords, Resolve } from '../../schema/json-types.ts';
import type { SchemaPath } from '../../schema/walk.ts';
import { eachSchema, eachSubschema } from '../../schema/walk.ts';

// A recursive schema can apply to one value in several ways: as two branches of a union, for example. Each level would then double the time.

/** How a referenced schema is validated: `remembered` keeps the results by value, `interpreted` leaves all of it to the interpreter. */
export type Strategy = 'plain' | 'tagsFirst' | 'remembered' | 'interpreted';

/** One step from a value to a part of it: a property or an item with a name, or any except some. */
interface Step {
  readonly of: 'property' | 'item' | 'name';
  readonly is?: string;
  readonly except?: readonly string[];
}

/** A use of a reference in a schema. */
interface Use {
  readonly reference: string;
  /** The steps from the schema's value to the value that the reference applies to. */
  readonly steps: readonly Step[];
  /** Whether it is in a part that is left to the interpreter. */
  readonly isInterpreted: boolean;
}

/** The uses in each schema, by reference. */
type Graph = ReadonlyMap<string, readonly Use[]>;

/**
 * Chooses the strategy of each schema that some references lead to. All are `plain`, except where a recursive schema can apply to one value
 * more than once.
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
  const graph = endlessPart(all);
  const reach = new Map([...graph.keys()].map((reference) => [reference, reachOf(reference, graph)]));
  const repeated = new Set<string>();
  for (const [reference, uses] of graph) {
    if (!reach.get(reference)!.has(reference)) continue;
    if (!uses.some((use, i) => uses.slice(0, i).some((other) => meet(use, other)))) continue;
    for (const other of reach.get(reference)!) repeated.add(other);
  }
  for (const root of tested) {
    for (const reference of [root, ...(reach.get(root) ?? [])])
      if (reach.get(reference)?.has(reference) === true) repeated.add(reference);
  }
  const strategies = new Map<string, Strategy>();
  for (const reference of repeated) {
    const reached = reach.get(reference)!;
    const isInterpreted = [reference, ...reached].some((other) => graph.get(other)!.some((use) => use.isInterpreted));
    const users = [...all].flatMap(([user, uses]) =>
      uses.flatMap((use) => (use.reference === reference ? [user] : [])),
    );
    // A schema that only one schema of its cycle uses applies to each value as often as that one.
    const isShared = roots.has(reference) || users.length !== 1 || !reached.has(users[0]!);
    strategies.set(reference, isInterpreted ? 'interpreted' : isShared ? 'remembered' : 'tagsFirst');
  }
  return strategies;
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

/** The schemas that lead to a recursive one, with their uses of each other. */
function endlessPart(graph: Graph): Graph {
  let part = graph;
  for (;;) {
    const entries = [...part].filter(([, uses]) => uses.length > 0);
    const kept = new Set(entries.map(([reference]) => reference));
    const next = new Map(
      entries.map(([reference, uses]) => [reference, uses.filter((use) => kept.has(use.reference))]),
    );
    if (next.size === part.size) return next;
    part = next;
  }
}

/** The references that a reference leads to, through at least one use. */
function reachOf(reference: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set(graph.get(reference)!.map((use) => use.reference));
  for (const other of reached) for (const use of graph.get(other)!) reached.add(use.reference);
  return reached;
}

const usesBySchema = new WeakMap<object, readonly Use[]>();

function usesIn(schema: AnySchema): readonly Use[] {
  if (typeof schema === 'boolean') return [];
  let uses = usesBySchema.get(schema);
  if (uses === undefined) usesBySchema.set(schema, (uses = collect(schema, [])));
  return uses;
}

function collect(schema: AnySchema, steps: readonly Step[]): Use[] {
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
    const inner = collect(part, [...steps, ...stepsOf(schema as Keywords, keyword, path)]);
    uses.push(...inner);
    // Each bound counts the items by itself.
    if (keyword === 'contains' && minContains !== 0 && maxContains !== undefined) uses.push(...inner);
  });
  return uses;
}

function stepsOf({ properties = {}, prefixItems = [] }: Keywords, keyword: string, { key }: SchemaPath): Step[] {
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

/** Whether the values of two uses can be the same, or one a part of the other. */
function meet(a: Use, b: Use): boolean {
  const length = Math.min(a.steps.length, b.steps.length);
  return a.steps.slice(0, length).every((step, i) => overlap(step, b.steps[i]!));
}

function overlap(a: Step, b: Step): boolean {
  if (a.of !== b.of) return false;
  if (a.is !== undefined && b.is !== undefined) return a.is === b.is;
  return !isExcepted(a, b) && !isExcepted(b, a);
}

function isExcepted({ is }: Step, { except = [] }: Step): boolean {
  return is !== undefined && except.includes(is);
}
