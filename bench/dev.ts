import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeGithubTree } from '../test/github/tree.ts';
import { path } from './path.ts';
import { buildProgram } from './program.ts';

// How soon an edit shows in an answer of Vite's dev server, for GitHub's 1,223 operations.

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);

const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  const project = join(directory, 'project');
  await writeGithubTree(project);
  symlinkSync(path('../node_modules'), join(directory, 'node_modules'));
  const program = await buildProgram('dev-round', join(directory, 'program'));
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    project,
    path('../src/runtime/koa/index.ts'),
    String(ROUNDS),
  ]);
  print(JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, number[]>);
} finally {
  rmSync(directory, { recursive: true });
}

function print(figures: Readonly<Record<string, readonly number[]>>): void {
  const [cpu] = cpus();
  console.log(
    `${cpus().length} cores (${cpu!.model}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${ROUNDS} rounds`,
  );
  console.table(
    Object.entries(figures).map(([what, times]) => {
      const sorted = times.toSorted((a, b) => a - b);
      const [least, middle, most] = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
      return {
        what,
        'median, ms': Math.round(middle),
        'least to most, ms': `${Math.round(least)} to ${Math.round(most)}`,
      };
    }),
  );
}
