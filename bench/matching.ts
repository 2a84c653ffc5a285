import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { versionsOf } from './contestants.ts';
import { describeMachine } from './process.ts';
import { path } from './path.ts';
import { buildProgram } from './program.ts';
import { githubRoutes } from './routes.ts';
import { inTurn, median, medianRatio, printTable, printVersions } from './table.ts';

// Matching alone, without HTTP: ours and three other matchers for the same routes. Each figure of a round is from a process of its own.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PEERS = ['memoirist', 'rou3', 'find-my-way'];
/** The first matcher is the one that the others are compared with. */
const MATCHERS = ['memoirist', 'ours', 'rou3', 'find-my-way'];
/** The most that ours may take, in times of memoirist. */
const TARGET = 1.2;

/** Nanoseconds for each match, by kind of path, by number of routes. */
type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  symlinkSync(path('node_modules'), join(directory, 'node_modules'));
  const program = await buildProgram('matching-round', join(directory, 'program'));
  const routes = join(directory, 'routes.json');
  writeFileSync(routes, JSON.stringify(githubRoutes()));
  const rounds: Figures[][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await inTurn(MATCHERS, (name) => measure(program, name, routes)));
  console.log(`${describeMachine()}. ${ROUNDS} rounds; ${printVersions(versionsOf(PEERS))}.`);
  console.log(`Nanoseconds for each match, and the ratio to memoirist. Ours is to reach ${TARGET} at most.\n`);
  const [first] = rounds[0]!;
  printTable(
    ['routes', 'path', ...MATCHERS],
    Object.entries(first!).flatMap(([size, kinds]) => Object.keys(kinds).map((kind) => printRow(rounds, size, kind))),
  );
} finally {
  rmSync(directory, { recursive: true });
}

async function measure(program: string, name: string, routes: string): Promise<Figures> {
  const { stdout } = await run(process.execPath, [program, name, routes], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Figures;
}

function printRow(rounds: readonly Figures[][], size: string, kind: string): string[] {
  const times = MATCHERS.map((_, index) => rounds.map((round) => round[index]![size]![kind]!));
  const cells = times.map((own) => `${median(own).toFixed(0)} (${medianRatio(own, times[0]!).toFixed(2)})`);
  return [size, kind, ...cells];
}
