import { readFileSync } from 'node:fs';
import findMyWay from 'find-my-way';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute } from 'rou3';
import { routeTables } from '../src/build/codegen/manifest/routes.ts';
import { parsePathTemplate } from '../src/shared/contract/path-template.ts';
import { matchOperation, routePath } from '../src/shared/contract/routes.ts';
import { toColons } from './contestants/api.ts';
import type { Route } from './routes.ts';

// One matcher in one process: nanoseconds for each match, of each kind of path and number of routes.

/** Gives the index of a route, and the values of its parameters by name or in their order; undefined for an unknown path. */
type Match = (method: string, path: string) => { readonly route: number; readonly values: object } | undefined;
type Probe = readonly [method: string, path: string];

const SIZES = [10, 100, 1000, 10_000];
/** For how long each kind is measured, in milliseconds. */
const TIME = 60;
const BATCH = 1000;

const MATCHERS: Readonly<Record<string, (routes: readonly Route[]) => Match>> = {
  ours(routes) {
    const tables = routeTables(
      routes.map(({ method, path }) => ({ contract: { method }, template: parsePathTemplate(path).template })),
    );
    const routing = { routes: tables, operations: routes.map((_, index) => index) };
    return (method, path) => {
      const match = matchOperation(routing, method, routePath(path, false)!);
      return match && { route: match.operation, values: match.values };
    };
  },
  memoirist(routes) {
    const router = new Memoirist<number>();
    for (const [index, { method, path }] of routes.entries()) router.add(method, toColons(path), index);
    return (method, path) => {
      const match = router.find(method, path);
      return match ? { route: match.store, values: match.params } : undefined;
    };
  },
  rou3(routes) {
    const router = createRouter<{ readonly index: number }>();
    for (const [index, { method, path }] of routes.entries()) addRoute(router, method, toColons(path), { index });
    return (method, path) => {
      const match = findRoute(router, method, path);
      return match && { route: match.data.index, values: match.params ?? {} };
    };
  },
  'find-my-way'(routes) {
    const router = findMyWay();
    for (const [index, { method, path }] of routes.entries())
      router.on(method, toColons(path), () => undefined, { index });
    return (method, path) => {
      const match = router.find(method, path);
      return match ? { route: (match.store as { readonly index: number }).index, values: match.params } : undefined;
    };
  },
};

const [name, file] = process.argv.slice(2) as [string, string];
const all = grow(JSON.parse(readFileSync(file, 'utf8')) as Route[], SIZES.at(-1)!);
const figures: Record<string, Record<string, number>> = {};
for (const size of SIZES) {
  const routes = choose(all, size);
  const match = MATCHERS[name]!(routes);
  const probes = createProbes(routes);
  check(match, routes, probes);
  figures[size] = Object.fromEntries(Object.entries(probes).map(([kind, list]) => [kind, time(match, list)]));
}
console.log(JSON.stringify(figures));

/** More routes than there are: the same again below `/v2`, `/v3`, ... */
function grow(routes: readonly Route[], count: number): Route[] {
  return Array.from({ length: count }, (_, index) => {
    const route = routes[index % routes.length]!;
    const version = Math.floor(index / routes.length) + 1;
    return version === 1 ? route : { ...route, path: `/v${version}${route.path}` };
  });
}

/** Routes at equal distances: up to a thousand, of the first copy. */
function choose(routes: readonly Route[], count: number): Route[] {
  const from = count > 1000 ? routes.length : 1000;
  return Array.from({ length: count }, (_, index) => routes[Math.floor((index * from) / count)]!);
}

function createProbes(routes: readonly Route[]): Record<string, Probe[]> {
  const fixed = routes.findLast(({ path }) => !path.includes('{'))!;
  const withParameters = routes.filter(({ path }) => path.includes('{'));
  return {
    static: [probe(fixed)],
    'first parameter': [probe(withParameters[0]!)],
    'last parameter': [probe(withParameters.at(-1)!)],
    'all evenly': routes.map((_, index) => probe(routes[(index * 577) % routes.length]!)),
    'near miss': [probe(withParameters.at(-1)!, '/and/more/of/it')],
  };
}

function probe({ method, path }: Route, more = ''): Probe {
  return [method, path.replaceAll(/\{(\w+)\}/g, 'value') + more];
}

/** @throws {Error} If a match is not the expected one: the others' figures say nothing about it then. */
function check(
  match: Match,
  routes: readonly Route[],
  { 'near miss': misses, ...hits }: Record<string, Probe[]>,
): void {
  for (const [method, path] of Object.values(hits).flat()) {
    const found = match(method, path);
    const route = found && routes[found.route];
    const isSame = route !== undefined && probe(route)[1] === path && route.method === method;
    const count = route?.path.split('{').length ?? 0;
    if (!isSame || Object.keys(found!.values).length !== count - 1)
      throw new Error(`${name} has no match for ${method} ${path}`);
  }
  for (const [method, path] of misses!)
    if (match(method, path) !== undefined) throw new Error(`${name} matches ${path}`);
}

/** The least time of three, after a warm-up. */
function time(match: Match, probes: readonly Probe[]): number {
  let matched = 0;
  const runBatch = (from: number): void => {
    for (let i = 0; i < BATCH; i++) {
      const [method, path] = probes[(from + i) % probes.length]!;
      if (match(method, path) !== undefined) matched++;
    }
  };
  const measure = (): number => {
    let batches = 0;
    const before = process.cpuUsage();
    const end = performance.now() + TIME;
    matched = 0;
    while (performance.now() < end) runBatch(BATCH * batches++);
    if (matched > 0 && matched < batches * BATCH) throw new Error(`${name} misses some of its own routes`);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) * 1000) / (batches * BATCH);
  };
  measure();
  return Math.min(measure(), measure(), measure());
}
