import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeGithubTree } from '../test/github/tree.ts';
import { comparePeers } from './compile-peers.ts';
import { path } from './path.ts';
import { buildProgram } from './program.ts';

// How long the plugin takes for GitHub's 1,223 operations, cold and after an edit, beside what Vite takes to bundle them when all the plugin
// has to say is known. Each figure of a round is from a process of its own, one after the other.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

/** What a process measured, in milliseconds, by what. */
type Figures = Readonly<Record<string, number>>;

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  const project = join(directory, 'project');
  await writeGithubTree(project);
  writeFileSync(join(project, 'server.ts'), "export { default } from 'virtual:operations';\n");
  symlinkSync(path('../node_modules'), join(directory, 'node_modules'));
  const program = await buildProgram('compile-round', join(directory, 'program'));
  await run(process.execPath, [program, 'prepare', project]);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Figures[] = [];
    for (const what of ['bundle', 'plugin']) measured.push(await measure(program, what, project));
    rounds.push(Object.assign({}, ...measured) as Figures);
  }
  print(rounds);
  await comparePeers(directory, ROUNDS);
} finally {
  rmSync(directory, { recursive: true });
}

async function measure(program: string, what: string, project: string): Promise<Figures> {
  const { stdout } = await run(process.execPath, [program, what, project], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Figures;
}

function print(rounds: readonly Figures[]): void {
  const [cpu] = cpus();
  console.log(
    `${cpus().length} cores (${cpu!.model}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${ROUNDS} rounds`,
  );
  const rows = Object.keys(rounds[0]!).map((name) => {
    const bundling = name.endsWith(', processor') ? 'bundling, processor' : 'bundling';
    const ratios = rounds.map((round) => round[name]! / round[bundling]!);
    return {
      name,
      ms: Number(median(rounds.map((round) => round[name]!)).toPrecision(3)),
      'to bundling': `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    };
  });
  console.table(rows);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
