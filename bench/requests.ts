import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Case } from './cases.ts';
import { createCases } from './cases.ts';
import { buildContestant, chosenContestants, versionsOf } from './contestants.ts';
import type { Answer, Prepared } from './load.ts';
import { prepareLoad } from './load.ts';
import type { Server } from './process.ts';
import { describeMachine, describeRun, startServer } from './process.ts';
import type { Results } from './results.ts';
import { saveResults } from './results.ts';
import { stackTable, TITLES } from './result-tables.ts';
import { githubRoutes } from './routes.ts';
import { inTurn, printVersions } from './table.ts';

// Requests for each second of a server's own processor time, as a share of a server that is written by hand on node:http.

/** How often each server is started: V8 optimizes the same code differently in another process, by up to a fifth. */
const STARTS = Number(process.env['STARTS'] ?? 3);
/** The rounds of each start. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 0.5);
/** V8 optimizes by the number of calls, so a warm-up has as many requests on a busy machine. A slow contestant gets ten seconds. */
const WARM_UP = { requests: 10_000, seconds: 10 };
const CONNECTIONS = 32;
const STACKS = (process.env['STACKS'] ?? Object.keys(TITLES).join(',')).split(',');
/** Whether the results are saved for the tables and the chart. */
const SAVE = process.env['SAVE'] !== undefined;

interface Running {
  readonly name: string;
  readonly server: Server;
}

/** A contestant that answers a case as the others do, ready to be measured. */
interface Ready extends Running {
  readonly load: Prepared['load'];
}

const contestants = chosenContestants();
const routes = githubRoutes();
const words = process.env['CASES']?.split(',') ?? [''];
const cases = createCases(routes).filter(({ name }) => words.some((word) => name.includes(word)));
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
const notes = new Set<string>();
try {
  const files = await inTurn(contestants, (contestant) =>
    buildContestant(contestant, routes, join(directory, contestant.module)),
  );
  console.log(
    `${describeMachine()}. ${STARTS} starts, ${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections, ${routes.length} routes.`,
  );
  const packages = versionsOf(contestants.flatMap((one) => one.packages));
  console.log(`${printVersions(packages)}.`);
  for (const stack of STACKS) await compareStack(stack, files, packages);
  if (notes.size > 0) console.log(`\n${[...notes].join('\n')}`);
} finally {
  rmSync(directory, { recursive: true });
}

async function compareStack(stack: string, files: readonly string[], packages: Results['packages']): Promise<void> {
  const shares: Record<string, Record<string, number[]>> = {};
  for (const { name } of contestants) shares[name] = {};
  for (let turn = 0; turn < STARTS; turn++) await compareProcesses(stack, files, shares);
  const run = { ...describeRun(), starts: STARTS, rounds: ROUNDS, seconds: SECONDS };
  const results = { ...run, packages, stacks: { [stack]: shares } };
  console.log(`\n${TITLES[stack]}\n\n${stackTable(results, stack).join('\n')}`);
  if (SAVE) saveResults(results);
}

/** Starts the servers, and adds their shares. */
async function compareProcesses(
  stack: string,
  files: readonly string[],
  shares: Record<string, Record<string, number[]>>,
): Promise<void> {
  const running: Running[] = [];
  try {
    for (const [index, file] of files.entries()) {
      running.push({ name: contestants[index]!.name, server: await startServer(file, { env: { STACK: stack } }) });
    }
    for (const measured of cases) {
      const column = await compareCase(measured, running);
      for (const [name, figures] of column) (shares[name]![measured.name] ??= []).push(...figures);
    }
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

async function warmUp({ load }: Ready): Promise<void> {
  let [requests, seconds] = [0, 0];
  while (requests < WARM_UP.requests && seconds < WARM_UP.seconds) {
    const burst = await load(CONNECTIONS, SECONDS);
    requests += burst.requests;
    seconds += burst.seconds;
  }
}

/** The shares of a case, by contestant; a contestant without one cannot answer it. */
async function compareCase(measured: Case, running: readonly Running[]): Promise<Map<string, number[]>> {
  const ready = await prepare(measured, running);
  await inTurn(ready, warmUp);
  const shares = new Map<string, number[]>(ready.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const rates = await inTurn(ready, measure);
    for (const [index, { name }] of ready.entries()) shares.get(name)!.push(rates[index]! / rates[0]!);
  }
  return shares;
}

/** Finds the contestants whose answers are equivalent to the first one's. */
async function prepare(measured: Case, running: readonly Running[]): Promise<Ready[]> {
  const ready: Ready[] = [];
  let limit: readonly Answer[] | undefined;
  for (const { name, server } of running) {
    const { answers, load } = await prepareLoad(server.url, measured.requests);
    limit ??= answers;
    const wrong = answers.findIndex((answer, index) => !isAnswered(measured, answer, limit![index]!));
    if (wrong === -1) ready.push({ name, server, load });
    else notes.add(explain(name, measured, wrong, answers[wrong]!));
  }
  return ready;
}

function isAnswered({ status, isEquivalent }: Case, answer: Answer, limit: Answer): boolean {
  if (answer.status !== status) return false;
  return isEquivalent?.(answer) ?? isDeepStrictEqual(JSON.parse(answer.body), JSON.parse(limit.body));
}

function explain(
  name: string,
  { name: title, status, requests, expected }: Case,
  index: number,
  answer: Answer,
): string {
  const { method, path } = requests[index]!;
  const answered = `${answer.status} ${JSON.stringify(answer.body.slice(0, 400))}`;
  return `- ${name} cannot do "${title}": ${method} ${path} is ${answered}, not ${status} with ${expected}.`;
}

/** Requests for each second of the server's processor time: it holds also where the load could not keep the server busy. */
async function measure({ load, server }: Ready): Promise<number> {
  const before = server.cpu();
  const { requests } = await load(CONNECTIONS, SECONDS);
  return requests / (server.cpu() - before);
}
