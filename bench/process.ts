import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A server under measurement, in a process of its own. */
export interface Server {
  readonly url: string;
  /** Processor time it has used so far, in seconds, or NaN where the system does not say. */
  cpu(): number;
  stop(): Promise<void>;
}

const pinned = canPin();

/** Whether servers run on one core and the load on the other. */
export function isPinned(): boolean {
  return pinned;
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a program with plain node and waits until it prints its address. */
export async function startServer(file: string, args: readonly string[] = []): Promise<Server> {
  const [command, ...rest] = [...(pinned ? ['taskset', '-c', '0'] : []), process.execPath, ...args, file];
  const child = spawn(command!, rest, {
    env: { PORT: '0', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /http:\/\/localhost:\d+/.exec(chunk.toString())?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject).once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    url,
    cpu: () => cpuSeconds(child.pid!),
    stop: () => {
      child.kill();
      return exited;
    },
  };
}

/** `utime` and `stime` of proc(5), in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}
