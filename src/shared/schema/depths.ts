/** The limit of references, one in another: every walk over definitions recurses. */
export const MAX_REFERENCES = 500;

/** A name that is being visited. */
interface Visit<Name> {
  readonly name: Name;
  readonly targets: Iterator<Name>;
  readonly order: number;
  low: number;
  depth: number;
}

/**
 * Finds how many references, one in another, each name leads through: 1 without any. Names that lead to each other count as one.
 *
 * It takes linear time, and does not recurse (Tarjan, 1972).
 *
 * @param onGroup Gets the names of each group that lead to each other, also a name alone.
 * @example depthsOf(['A', 'B'], (name) => (name === 'A' ? ['B'] : [])) // Map { 'B' => 1, 'A' => 2 }
 */
export function depthsOf<Name extends string | number>(
  names: Iterable<Name>,
  targetsOf: (name: Name) => Iterable<Name>,
  onGroup: (names: readonly Name[]) => void = () => {},
): Map<Name, number> {
  const depths = new Map<Name, number>();
  const visits = new Map<Name, Visit<Name>>();
  const open: Visit<Name>[] = [];
  const way: Visit<Name>[] = [];
  const enter = (name: Name): void => {
    const order = visits.size;
    const visit = { name, targets: targetsOf(name)[Symbol.iterator](), order, low: order, depth: 1 };
    visits.set(name, visit);
    open.push(visit);
    way.push(visit);
  };
  for (const name of names) {
    if (!visits.has(name)) enter(name);
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const { value, done } = visit.targets.next();
      if (done === true) {
        way.pop();
        const group = close(visit, open, depths);
        if (group.length > 0) onGroup(group);
        const parent = way.at(-1);
        if (parent !== undefined) joinTarget(parent, visit, depths);
      } else {
        const known = visits.get(value);
        if (known === undefined) enter(value);
        else joinTarget(visit, known, depths);
      }
    }
  }
  return depths;
}

/** Counts the targets that a visited one leads through. One that is open leads back. */
function joinTarget<Name>(visit: Visit<Name>, target: Visit<Name>, depths: ReadonlyMap<Name, number>): void {
  const depth = depths.get(target.name);
  if (depth === undefined) {
    visit.low = Math.min(visit.low, target.low);
    visit.depth = Math.max(visit.depth, target.depth);
  } else visit.depth = Math.max(visit.depth, depth + 1);
}

/** Ends the names that lead to each other, if all of them are visited, and returns them. */
function close<Name>({ low, order, name }: Visit<Name>, open: Visit<Name>[], depths: Map<Name, number>): Name[] {
  if (low !== order) return [];
  const start = open.findLastIndex((visit) => visit.name === name);
  const together = open.splice(start);
  const depth = together.reduce((most, visit) => Math.max(most, visit.depth), 1);
  for (const visit of together) depths.set(visit.name, depth);
  return together.map((visit) => visit.name);
}
