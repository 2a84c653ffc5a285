import type { AnySchema, Keywords } from './json-types.ts';
import { MAX_REFERENCES } from './depths.ts';
import { keywordRow } from './keywords.ts';
import { eachSubschema } from './walk.ts';

/** The limit of schemas that apply to one value, each counted as often as references lead to it. */
export const MAX_COMBINED = 50_000;

/** Lists the references of the schemas that apply to the same value as a schema, as often as they occur. */
export function referencesInPlace(schema: AnySchema): string[] {
  const found: string[] = [];
  const pending = [schema];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'boolean') continue;
    const { $ref } = part as Keywords;
    if (typeof $ref === 'string') found.push($ref);
    eachSubschema(part, (inner, _, keyword) => {
      if (keywordRow(keyword)?.inPlace === true) pending.push(inner);
    });
  }
  return found;
}

/**
 * Finds the names that combine too many schemas: with two references in each, a short chain already leads to millions. One of these counts as one for
 * the names that lead to it.
 *
 * It recurses as deep as the references, which {@link MAX_REFERENCES} limits.
 *
 * @param targetsOf The names that a name leads to in place, as often as it does.
 */
export function namesWithTooMany(
  names: Iterable<string>,
  targetsOf: (name: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const known = new Map<string, number>();
  const open = new Map<string, number>();
  /** Counts the schemas, and finds the outermost open name that the count depends on. */
  const count = (name: string, budget: number): readonly [count: number, outermost: number] => {
    const at = open.get(name);
    if (at !== undefined) return [1, at];
    const sum = known.get(name);
    if (sum !== undefined) return [sum, Infinity];
    if (open.size > MAX_REFERENCES) return [MAX_COMBINED + 1, Infinity];
    const level = open.size;
    open.set(name, level);
    let [total, outermost] = [1, Infinity];
    const targets = targetsOf(name);
    let i = 0;
    for (; i < targets.length && total <= budget; i++) {
      const target = targets[i]!;
      const [inner, leadsTo] = count(target, budget - total);
      total += inner;
      outermost = Math.min(outermost, leadsTo);
    }
    open.delete(name);
    if (total > MAX_COMBINED) {
      found.add(name);
      total = 1;
    }
    // Inside of a loop, the count depends on the way to it.
    if ((outermost >= level && i === targets.length) || found.has(name)) known.set(name, total);
    return [total, outermost >= level ? Infinity : outermost];
  };
  for (const name of names) if (!known.has(name)) count(name, MAX_COMBINED);
  return found;
}
