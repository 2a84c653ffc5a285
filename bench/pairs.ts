import { mkdtempSync, rmSync } from 'node:fs';
import { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import type { Case } from './cases.ts';
import { createCases } from './cases.ts';
import * as own from './contestants.ts';
import type { Request } from './load.ts';
import { describeMachine } from './process.ts';
import { githubRoutes } from './routes.ts';
import { inTurn, median, printTable } from './table.ts';

// The processor time of a request in one process, in short turns: a busy machine then slows all contestants alike. The bytes of requests and
// responses are real, the connections are in memory, so that the kernel's time does not hide a difference.

const ROUNDS = Number(process.env['ROUNDS'] ?? 100);
/** Requests of a turn, spread over the connections. */
const TURN = Number(process.env['TURN'] ?? 1600);
const CONNECTIONS = 16;
/** Another checkout, to compare its build with this one's. */
const { AGAINST } = process.env;

interface Exchange {
  readonly bytes: Buffer;
  /** The length of the response, which does not change. */
  readonly length: number;
}

/** A connection in memory that sends one request after the other. */
class Connection {
  readonly #duplex: Duplex;
  readonly #chunks: Buffer[] = [];
  #received = 0;
  #take: (() => void) | undefined;

  constructor(server: Server) {
    this.#duplex = new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        if (this.#take === undefined) this.#chunks.push(chunk);
        this.#received += chunk.length;
        this.#take?.();
        done();
      },
    });
    server.emit('connection', this.#duplex);
  }

  /** Sends a request, and measures its response. */
  async learn(request: Request): Promise<Exchange> {
    const bytes = printRequest(request);
    this.#chunks.length = 0;
    this.#duplex.push(bytes);
    let length: number | undefined;
    while (length === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      length = lengthOf(Buffer.concat(this.#chunks).toString('latin1'));
    }
    return { bytes, length };
  }

  /** Sends a number of requests, beginning with one of them. */
  run(exchanges: readonly Exchange[], from: number, count: number): Promise<void> {
    return new Promise((resolve) => {
      let sent = from;
      const send = (): void => void this.#duplex.push(exchanges[sent % exchanges.length]!.bytes);
      this.#received = 0;
      this.#take = () => {
        if (this.#received < exchanges[sent % exchanges.length]!.length) return;
        this.#received = 0;
        sent++;
        if (sent < from + count) setImmediate(send);
        else resolve();
      };
      send();
    });
  }
}

function printRequest({ method, path, body = '' }: Request): Buffer {
  const fields = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`);
}

/** The length of a response; undefined if it is not complete. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head === 3) return undefined;
  const size = /^content-length: (\d+)/im.exec(text.slice(0, head))?.[1];
  const isComplete = size === undefined ? text.endsWith('0\r\n\r\n') : text.length >= head + Number(size);
  return isComplete ? text.length : undefined;
}

/** The servers that contestants have opened. Their ports are not used. */
const servers: Server[] = [];
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server;
Object.assign(Server.prototype, {
  listen(this: Server, ...args: unknown[]) {
    servers.push(this);
    return listen.apply(this, args);
  },
});

interface Contestant {
  readonly name: string;
  readonly server: Server;
}

async function start(name: string, { CONTESTANTS, buildContestant }: typeof own, root: string): Promise<Contestant> {
  const contestant = CONTESTANTS.find((one) => one.name === name)!;
  await import(/* @vite-ignore */ await buildContestant(contestant, githubRoutes(), root));
  while (servers.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return { name, server: servers.pop()! };
}

async function compare({ requests }: Case, contestants: readonly Contestant[]): Promise<number[][]> {
  const prepared = await inTurn(contestants, async ({ server }) => {
    const connections = Array.from({ length: CONNECTIONS }, () => new Connection(server));
    return { connections, exchanges: await inTurn(requests, (request) => connections[0]!.learn(request)) };
  });
  const measure = async ({ connections, exchanges }: (typeof prepared)[number]): Promise<number> => {
    const before = process.cpuUsage();
    await Promise.all(connections.map((connection, i) => connection.run(exchanges, i * 7, TURN / CONNECTIONS)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / TURN;
  };
  for (let i = 0; i < 10; i++) await inTurn(prepared, measure);
  const times: number[][] = prepared.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    // Each round begins with another one.
    for (let turn = 0; turn < prepared.length; turn++) {
      const index = (round + turn) % prepared.length;
      times[index]!.push(await measure(prepared[index]!));
    }
  }
  return times;
}

/** The quartiles of the ratios within a round: `0.93 (0.90 to 0.97)`. */
function printRatio(times: readonly number[], base: readonly number[]): string {
  const ratios = times.map((time, round) => time / base[round]!).toSorted((a, b) => a - b);
  const quartile = (part: number): string => ratios[Math.floor((ratios.length * part) / 4)]!.toFixed(2);
  return `${median(ratios).toFixed(3)} (${quartile(1)} to ${quartile(3)})`;
}

const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  process.env['PORT'] = '0';
  const contestants = [await start('createApp', own, join(directory, 'own'))];
  if (AGAINST !== undefined) {
    const other = (await import(/* @vite-ignore */ `${AGAINST}/bench/contestants.ts`)) as typeof own;
    contestants.push({ ...(await start('createApp', other, join(directory, 'other'))), name: 'the other build' });
  }
  for (const name of (process.env['ONLY'] ?? 'Fastify,h3').split(',').filter(Boolean))
    contestants.push(await start(name, own, join(directory, name.replaceAll(/\W/g, '-'))));
  console.log(
    `${describeMachine()}. ${ROUNDS} rounds of ${TURN} requests, middleware: ${process.env['STACK'] ?? 'none'}.\n`,
  );
  const words = process.env['CASES']?.split(',') ?? [''];
  const cases = createCases(githubRoutes()).filter(({ name }) => words.some((word) => name.includes(word)));
  const rows = await inTurn(cases, async (measured) => {
    const times = await compare(measured, contestants);
    return [
      measured.name,
      ...times.map((one, i) => (i === 0 ? `${median(one).toFixed(1)} µs` : printRatio(one, times[0]!))),
    ];
  });
  printTable(['processor time', ...contestants.map(({ name }) => name)], rows);
} finally {
  rmSync(directory, { recursive: true });
}
// The servers of contestants stay open.
process.exit(0);
