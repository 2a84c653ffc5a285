import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path } from './path.ts';
import { describeMachine } from './process.ts';
import { buildProgram } from './program.ts';
import { median, printTable } from './table.ts';

// Limits in memory. An operation without one has no step for them, so it costs nothing there.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  symlinkSync(path('../node_modules'), join(directory, 'node_modules'));
  const program = await buildProgram('limits-round', join(directory, 'program'));
  const rounds: Readonly<Record<string, number>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(JSON.parse((await run(process.execPath, [program])).stdout) as Record<string, number>);
  console.log(`${describeMachine()}. ${ROUNDS} rounds. Nanoseconds.\n`);
  printTable(
    ['limits in memory', 'median', 'lowest'],
    Object.keys(rounds[0]!).map((name) => {
      const times = rounds.map((round) => round[name]!);
      return [name, median(times).toFixed(0), Math.min(...times).toFixed(0)];
    }),
  );
} finally {
  rmSync(directory, { recursive: true });
}
