import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildContestant, CASES, createContestants } from './contestants.ts';
import { load } from './load.ts';
import { printTable } from './table.ts';
import type { Server } from './process.ts';
import { isPinned, startServer } from './process.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
const SECONDS = Number(process.env['SECONDS'] ?? 2);
const STARTS = Number(process.env['STARTS'] ?? 15);
const CONNECTIONS = 32;

interface Built {
  readonly name: string;
  readonly file: string;
}

interface Measured {
  readonly rate: number;
  /** Requests a second of the server's own processor time, which holds where the load could not keep it busy. */
  readonly perCpu: number;
  /** The share of its core that the server used. */
  readonly busy: number;
}

const contestants = createContestants();
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  const built: Built[] = [];
  for (const [index, contestant] of contestants.entries()) {
    built.push({ name: contestant.name, file: await buildContestant(contestant, join(directory, String(index))) });
  }
  const [cpu] = cpus();
  console.log(
    `${cpus().length} cores (${cpu!.model}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  );
  console.log(isPinned() ? 'servers on one core, load on another' : 'not pinned: the figures are rough');
  await compareThroughput(built);
  await compareStarts(built);
} finally {
  rmSync(directory, { recursive: true });
}

async function compareThroughput(built: readonly Built[]): Promise<void> {
  const servers: Server[] = [];
  for (const { file } of built) servers.push(await startServer(file));
  try {
    for (const [name, paths] of Object.entries(CASES)) {
      await expectSameAnswers(servers, paths);
      for (const { url } of servers) await load(url, paths, { connections: CONNECTIONS, seconds: SECONDS });
      const rounds: Measured[][] = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await inTurn(servers, (server) => measure(server, paths)));
      const pick = (key: keyof Measured): number[][] => rounds.map((round) => round.map((measured) => measured[key]));
      console.log(`\n${name}: ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`);
      printTable(built, { 'requests/s': pick('rate'), 'requests/CPU s': pick('perCpu') }, { busy: pick('busy') });
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function compareStarts(built: readonly Built[]): Promise<void> {
  const rounds: number[][] = [];
  for (let round = 0; round < STARTS; round++) rounds.push(await inTurn(built, ({ file }) => timeStart(file)));
  console.log(`\ncold start, from spawn to the first answer: ${STARTS} rounds`);
  printTable(built, { ms: rounds });
}

/** One after the other: a b c d, a b c d, ... */
async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

async function measure(server: Server, paths: readonly string[]): Promise<Measured> {
  const before = server.cpu();
  const { requests, seconds } = await load(server.url, paths, { connections: CONNECTIONS, seconds: SECONDS });
  const used = server.cpu() - before;
  return { rate: requests / seconds, perCpu: requests / used, busy: used / seconds };
}

async function timeStart(file: string): Promise<number> {
  const start = performance.now();
  const server = await startServer(file);
  const response = await fetch(`${server.url}${CASES['parameter']![0]}`, { headers: { connection: 'close' } });
  await response.text();
  const time = performance.now() - start;
  await server.stop();
  return time;
}

/** @throws {Error} Where a server's answer is not the first one's. */
async function expectSameAnswers(servers: readonly Server[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answers = await inTurn(servers, async ({ url }) => {
      const response = await fetch(`${url}${path}`);
      return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
    });
    const other = answers.find((answer) => answer !== answers[0]);
    if (other !== undefined) throw new Error(`answers to ${path} differ:\n${answers[0]}\n${other}`);
  }
}
