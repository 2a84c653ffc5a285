import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { path } from './path.ts';
import { median } from './table.ts';

// What `requests` has measured, for each major version of Node: every table and picture of it is made from these files.

/** The shares of node:http by hand: one for each round, by contestant and case. A contestant that cannot answer a case has none. */
export type Shares = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** The results of one version of Node. */
export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly day: string;
  /** How often each server was started; 1 if the file does not have it. */
  readonly starts?: number;
  /** The rounds of each start. */
  readonly rounds: number;
  /** For each case in a round. */
  readonly seconds: number;
  /** The versions of the contestants' packages. */
  readonly packages: Readonly<Record<string, string>>;
  /** By the name of the stack of middleware. */
  readonly stacks: Readonly<Record<string, Shares>>;
}

const DIRECTORY = path('results');

/** All results, the oldest version of Node first. */
export function readResults(): Results[] {
  const files = readdirSync(DIRECTORY).filter((file) => file.endsWith('.json'));
  const results = files.map((file) => JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8')) as Results);
  return results.toSorted((a, b) => majorOf(a) - majorOf(b));
}

/** Saves results. They replace the earlier ones of the same contestants, cases and stacks, and the others stay. */
export function saveResults(results: Results): void {
  const file = join(DIRECTORY, `node-${majorOf(results)}.json`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : results;
  const stacks = { ...known.stacks };
  for (const [stack, shares] of Object.entries(results.stacks)) {
    const merged = { ...stacks[stack] };
    for (const [name, cases] of Object.entries(shares)) merged[name] = { ...merged[name], ...round(cases) };
    stacks[stack] = merged;
  }
  const all: Results = { ...results, packages: { ...known.packages, ...results.packages }, stacks };
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(file, `${print(all)}\n`);
}

/** The major version of Node of some results. */
export function majorOf({ node }: Results): number {
  return Number.parseInt(node, 10);
}

/** The median share; undefined if there is none. */
export function shareOf({ stacks }: Results, stack: string, name: string, measured: string): number | undefined {
  const shares = stacks[stack]?.[name]?.[measured];
  return shares === undefined ? undefined : median(shares);
}

function round(cases: Shares[string]): Shares[string] {
  return Object.fromEntries(
    Object.entries(cases).map(([name, shares]) => [name, shares.map((one) => +one.toFixed(3))]),
  );
}

/** JSON with the shares of a case on one line. */
function print(results: Results): string {
  return JSON.stringify(results, undefined, 2).replaceAll(/\[[^[\]]*\]/g, (list) => list.replaceAll(/\s+/g, ' '));
}
