import type { AnySchema, Keywords } from '../schema/json-types.ts';
import type { IsSame } from './sameness.ts';
import type { Shape } from './shape.ts';
import { unionSchema } from './shape.ts';

/** Two shapes, without the constraints that are compared as a set, because one of the shapes has several of them; and these in pairs. */
interface Apart {
  readonly shapes: readonly [before: Shape, after: Shape];
  readonly pairs: readonly (readonly [before: AnySchema, after: AnySchema])[];
}

/** Takes constraints apart that a schema has several times: their order means nothing. */
export function takeApart(before: Shape, after: Shape, isSame: IsSame): Apart {
  const names = new Set([...before.further, ...after.further].map(nameOf));
  if (names.size === 0) return { shapes: [before, after], pairs: [] };
  const [[one, a], [other, b]] = [splitAt(before, names), splitAt(after, names)];
  return { shapes: [one, other], pairs: pairUp(a, b, isSame) };
}

function nameOf(constraint: Keywords): string {
  return Object.keys(constraint)[0]!;
}

/** A shape without its constraints of some names, and these. */
function splitAt(shape: Shape, names: ReadonlySet<string>): [rest: Shape, constraints: readonly Keywords[]] {
  const entries = Object.entries(shape.keywords);
  const own = entries.filter(([name]) => names.has(name)).map(([name, value]): Keywords => ({ [name]: value }));
  const union = shape.union && unionSchema(shape.union);
  const isMoved = union !== undefined && names.has(nameOf(union));
  const rest = {
    ...shape,
    keywords: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    union: isMoved ? undefined : shape.union,
  };
  return [rest, [...own, ...(isMoved ? [union] : []), ...shape.further]];
}

/** The most pairs of constraints that are compared with each other. Of more, only those with the same text count as the same. */
const MAX_PAIRS = 10_000;

/** Pairs the constraints that differ with one of the same name, or else with none. */
function pairUp(before: readonly Keywords[], after: readonly Keywords[], isSame: IsSame): Apart['pairs'] {
  const [others, added] = withoutSameTexts(before, after, isSame);
  const take = (test: (constraint: Keywords) => boolean): Keywords | undefined => {
    const index = added.findIndex(test);
    return index === -1 ? undefined : added.splice(index, 1)[0];
  };
  const isLong = others.length * added.length > MAX_PAIRS;
  const gone = isLong ? others : others.filter((one) => take((other) => isSame(one, other)) === undefined);
  const pairs = gone.map((one) => [one, take((other) => nameOf(one) === nameOf(other)) ?? true] as const);
  return [...pairs, ...added.map((other) => [true, other] as const)];
}

/** Leaves out the constraints of both versions that have the same text. */
function withoutSameTexts(
  before: readonly Keywords[],
  after: readonly Keywords[],
  isSame: IsSame,
): readonly [before: Keywords[], after: Keywords[]] {
  const byText = new Map<string, Keywords[]>();
  for (const other of after) {
    const text = JSON.stringify(other);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [other]);
    else known.push(other);
  }
  const same = new Set<Keywords>();
  const left = before.filter((one) => {
    const others = byText.get(JSON.stringify(one));
    // A text can refer to a schema that has changed.
    const other = others?.at(-1);
    if (other === undefined || !isSame(one, other)) return true;
    same.add(others!.pop()!);
    return false;
  });
  return [left, after.filter((other) => !same.has(other))];
}
