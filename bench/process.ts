import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { freePort } from '../test/support/process.ts';
import type { Results } from './results.ts';

/** A server under measurement, in a process of its own. */
export interface Server {
  readonly url: string;
  /** The processor time that it has used so far, of all threads, in seconds; NaN if the system does not have it. */
  cpu(): number;
  /** The memory that it has now, in MiB; NaN if the system does not have it. */
  resident(): number;
  stop(): Promise<void>;
}

const pinned = canPin();

/** The machine and the day, for the head of a table. */
export function describeMachine(): string {
  const cores = pinned ? 'servers on one and the load on another' : 'not pinned: the figures are rough';
  const { machine, node, day } = describeRun();
  return `${machine}, ${cores}; Node v${node}; ${day}`;
}

/** The machine, the version of Node and the day. */
export function describeRun(): Pick<Results, 'machine' | 'node' | 'day'> {
  const machine = `${cpus().length} cores (${cpus()[0]!.model})`;
  return { machine, node: process.versions.node, day: new Date().toISOString().slice(0, 10) };
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a server with plain Node and waits until it prints that it is ready. It listens at the port in the environment variable `PORT`. */
export async function startServer(
  file: string,
  { env = {}, node = process.execPath }: { env?: Readonly<Record<string, string>>; node?: string } = {},
): Promise<Server> {
  const port = await freePort();
  const [command, ...rest] = [...(pinned ? ['taskset', '-c', '0'] : []), node, file];
  const child = spawn(command!, rest, {
    env: { PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('error', reject).once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    url: `http://localhost:${port}`,
    cpu: () => cpuSeconds(child.pid!),
    resident: () => residentMebibytes(child.pid!),
    stop: () => {
      child.kill();
      return exited;
    },
  };
}

/** The first number in `schedstat` of each thread, in nanoseconds: Linux, sched-stats. */
function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1e9;
  } catch {
    return NaN;
  }
}

/** `VmRSS` of proc(5), in KiB. */
function residentMebibytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** The program of a version of Node, which npx fetches; the running one for an empty version. */
export function findNode(version: string): string {
  if (version === '') return process.execPath;
  return execFileSync('npx', ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
  }).trim();
}
