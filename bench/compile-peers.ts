import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { versionsOf, writeFiles } from './contestants.ts';
import { path } from './path.ts';
import { findNode } from './process.ts';
import { nextProject, OPERATIONS, operationsProject, swaggerJsdocProject, tsoaProject } from './peer-projects.ts';
import { buildProgram } from './program.ts';
import { median, medianRatio, printTable, printVersions } from './table.ts';

/** A command that reads a project of 1,000 operations. */
interface Command {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly node: string;
  readonly args: readonly string[];
  /** The document that it writes, if it writes one. */
  readonly document?: string;
  /** The directory in which it keeps what it knows for its next run. */
  readonly cache?: string;
}

interface Figures {
  readonly clock: number;
  readonly processor: number;
  readonly memory: number;
}

/** At least so many times as fast as tsoa. */
const TARGET = 8;

/** Compares `operations check` with three peers for the same operations, each in a process of its own. The directory has a link to the repository's packages. */
export async function comparePeers(directory: string, rounds: number): Promise<void> {
  const program = await buildProgram('../src/command/index', join(directory, 'command'));
  const commands = listCommands(program);
  for (const [index, { files }] of commands.entries())
    writeFiles(join(directory, `peer-${index}`), files, path('node_modules'));
  const measured: Figures[][] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push(commands.map((command, index) => run(command, join(directory, `peer-${index}`))));
  }
  console.log(
    `\n${OPERATIONS} operations, cold. ${printVersions(versionsOf(['tsoa', 'swagger-jsdoc', 'next-openapi-gen']))}.`,
  );
  console.log(`operations check is to be at least ${TARGET} times as fast as tsoa.\n`);
  const of = (index: number, key: keyof Figures): number[] => measured.map((round) => round[index]![key]);
  printTable(
    [
      '',
      'processor, ms',
      'ratio to operations check',
      'by the clock, ms',
      'ratio to operations check',
      'most memory, MiB',
    ],
    commands.map(({ name }, index) => [
      name,
      median(of(index, 'processor')).toFixed(0),
      medianRatio(of(index, 'processor'), of(0, 'processor')).toFixed(2),
      median(of(index, 'clock')).toFixed(0),
      medianRatio(of(index, 'clock'), of(0, 'clock')).toFixed(2),
      median(of(index, 'memory')).toFixed(0),
    ]),
  );
}

function listCommands(program: string): Command[] {
  const node = process.execPath;
  const bin = (file: string): string => path(`node_modules/${file}`);
  const ours = operationsProject();
  return [
    { name: 'operations check', files: ours, node, args: [program, 'check'] },
    {
      name: 'operations openapi',
      files: ours,
      node,
      args: [program, 'openapi', '-o', 'openapi.json'],
      document: 'openapi.json',
    },
    {
      name: 'tsoa spec-and-routes',
      files: tsoaProject(),
      node,
      args: [bin('@tsoa/cli/dist/cli.js'), 'spec-and-routes'],
      document: 'out/swagger.json',
    },
    {
      name: 'swagger-jsdoc',
      files: swaggerJsdocProject(),
      node,
      args: [bin('swagger-jsdoc/bin/swagger-jsdoc.js'), '-d', 'definition.json', '-o', 'openapi.json', 'src/*.js'],
      document: 'openapi.json',
    },
    {
      name: 'next-openapi-gen, on Node 24',
      files: nextProject(),
      node: findNode('24'),
      args: [bin('next-openapi-gen/bin/cli.mjs'), 'generate'],
      document: 'public/openapi.json',
      cache: '.openapi-gen',
    },
  ];
}

function run({ name, node, args, document, cache }: Command, cwd: string): Figures {
  if (cache !== undefined) rmSync(join(cwd, cache), { recursive: true, force: true });
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(node, ['--import', path('usage.mjs'), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const clock = performance.now() - start;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`);
  if (document !== undefined) expectAll(name, readFileSync(join(cwd, document), 'utf8'));
  return { clock, ...(JSON.parse(stderr.trim().split('\n').at(-1)!) as Omit<Figures, 'clock'>) };
}

/** @throws {Error} If a document does not have all operations. */
function expectAll(name: string, text: string): void {
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const count = Object.values(paths).flatMap((item) => Object.keys(item)).length;
  if (count !== OPERATIONS) throw new Error(`${name} wrote ${count} operations, not ${OPERATIONS}`);
}
