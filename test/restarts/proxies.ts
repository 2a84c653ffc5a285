import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBlocks, readPage } from '../docs/examples.ts';
import { freePort } from '../support/process.ts';

/** A proxy that runs before two ports. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** A configuration that the docs show. */
function shown(title: string): string {
  return readBlocks(readPage('deploy/proxies.md')).find((block) => block.title === title)!.text;
}

/** A configuration with other ports. */
function withPorts(text: string, ports: Readonly<Record<string, number>>): string {
  return text.replaceAll(/(?<=:|listen )\d+/g, (port) => String(ports[port]));
}

const ONE_PROCESS = 'http://127.0.0.1:3000;';
/** The site of two processes, made from that of one as the docs say. */
function siteOfTwo(): string {
  const site = shown('site');
  if (!site.includes(ONE_PROCESS)) throw new Error(`The site doesn't pass requests to ${ONE_PROCESS}`);
  return `${shown('upstream')}\n${site.replace(ONE_PROCESS, 'http://api;')}`;
}

async function start(command: string, args: readonly string[], port: number): Promise<Proxy> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended:\n${printed}`);
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Starts nginx with the site of the docs for two processes.
 *
 * @param edit Changes the site.
 */
export async function startNginx(
  directory: string,
  [first, second]: readonly [number, number],
  edit: (text: string) => string = (text) => text,
): Promise<Proxy> {
  const port = await freePort();
  const site = withPorts(edit(siteOfTwo()), { 3001: first, 3002: second, 80: port });
  return runNginx(directory, site, port);
}

/** Starts nginx with the site of the docs for one process. */
export async function startNginxOfOne(directory: string, [process]: readonly [number, number]): Promise<Proxy> {
  const port = await freePort();
  return runNginx(directory, withPorts(shown('site'), { 3000: process, 80: port }), port);
}

function runNginx(directory: string, site: string, port: number): Promise<Proxy> {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(directory, name)};`,
  );
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'nginx.conf');
  // The workers of a nginx that root starts cannot write to the directory otherwise.
  const own = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(directory, 'pid')};\nerror_log ${join(directory, 'error.log')};\n`;
  writeFileSync(file, `${own}events {}\nhttp {\n  access_log off;\n${folders.join('\n')}\n${site}}\n`);
  return start('nginx', ['-p', directory, '-c', file], port);
}

/**
 * Starts HAProxy with the recipe of the docs.
 *
 * @param edit Changes the recipe.
 */
export async function startHaproxy(
  directory: string,
  [first, second]: readonly [number, number],
  edit: (text: string) => string = (text) => text,
): Promise<Proxy> {
  const port = await freePort();
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, withPorts(edit(shown('haproxy.cfg')), { 3001: first, 3002: second, 8080: port }));
  return start('haproxy', ['-db', '-f', file], port);
}
