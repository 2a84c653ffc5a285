import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { path } from './path.ts';
import { describeMachine } from './process.ts';
import { buildProgram } from './program.ts';
import { printTable, withSpread } from './table.ts';

// Deliveries of events on PostgreSQL, by one process.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const { TEST_DATABASE_URL } = process.env;
const NAME = 'operations_bench_deliveries';

const run = promisify(execFile);

if (TEST_DATABASE_URL === undefined)
  console.log('deliveries needs TEST_DATABASE_URL: bash .ci/postgresql.sh npm run bench -- deliveries');
else await measure(TEST_DATABASE_URL);

async function measure(server: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
  const client = new Client(server);
  await client.connect();
  const receiver = createServer((request, response) => {
    request.resume();
    if (!request.url!.startsWith('/hang')) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    await client.query(`create database ${NAME}`);
    symlinkSync(path('../node_modules'), join(directory, 'node_modules'));
    const program = await buildProgram('deliveries-round', join(directory, 'program'));
    const env = {
      ...process.env,
      DATABASE_URL: Object.assign(new URL(server), { pathname: NAME }).href,
      RECEIVER: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    };
    const rounds: Readonly<Record<string, number>>[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(JSON.parse((await run(process.execPath, [program], { env })).stdout) as Record<string, number>);
    console.log(`${describeMachine()}. ${ROUNDS} rounds.\n`);
    const rows = Object.keys(rounds[0]!).map((name) => [
      name,
      withSpread(
        rounds.map((round) => round[name]!),
        1,
      ),
    ]);
    printTable(['deliveries', 'median (least to greatest)'], rows);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await client.query(`drop database if exists ${NAME} with (force)`);
    await client.end();
    rmSync(directory, { recursive: true });
  }
}
