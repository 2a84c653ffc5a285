import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Cleanup } from '../../playground/build.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import type { Served } from '../../support/process.ts';
import { freePort, startNode } from '../../support/process.ts';
import { readBlocks, readPage } from '../examples.ts';
import { linkPackages } from '../packages.ts';
import { environmentOf } from '../requests.ts';

/** The server of pages that show none. */
const SERVER = readBlocks(readPage('quick-start.md')).find(({ title }) => title === 'server.ts')!.text;

/** How a page is attacked. */
interface Attacked {
  /** Environment variables besides those that the page starts its server with. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of node. */
  readonly args?: readonly string[];
  /** What the page tells its readers to change. */
  change?(files: Record<string, string>): Record<string, string>;
  readonly cleanup?: Cleanup;
}

/** The files that a page shows. */
export function filesOf(page: string): Record<string, string> {
  const files = readBlocks(readPage(page)).filter(({ title }) => /^\S+\.\w+$/.test(title));
  return Object.fromEntries(files.map(({ title, text }) => [title, text]));
}

/** Writes the files that a page shows, with the packages that they import. */
export async function writePage(page: string, { change, cleanup = onTestFinished }: Attacked = {}): Promise<string> {
  const root = scratch(cleanup);
  const files = { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...filesOf(page) };
  await writeTree(root, change?.(files) ?? files);
  linkPackages(root);
  return root;
}

/** Builds the files that a page shows, as they are printed, and starts its server. */
export async function serve(page: string, attacked: Attacked = {}): Promise<Served> {
  return start(await buildPage(page, attacked), page, attacked);
}

/** Builds the files that a page shows into one file. */
export async function buildPage(page: string, attacked: Attacked = {}): Promise<string> {
  const root = await writePage(page, attacked);
  return viteBuild(root, join(root, 'dist'));
}

/** Starts the server of a page that is built. */
export async function start(file: string, page: string, attacked: Attacked = {}): Promise<Served> {
  const { env, args = [], cleanup = onTestFinished } = attacked;
  const shown = environmentOf(readPage(page));
  const port = String(await freePort());
  const served = await startNode(file, { cwd: dirname(file), args, env: { ...shown, ...env, PORT: port } });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return served;
}

/** Sends JSON, and returns the status, the JSON of the response and its cookies. */
export async function send(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: any; readonly cookie: string; readonly headers: Headers }> {
  const json = body !== undefined && { body: JSON.stringify(body) };
  const type = body !== undefined && { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method, redirect: 'manual', ...json, headers: { ...type, ...headers } });
  const text = await response.text();
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return {
    status: response.status,
    body: text !== '' && /json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text,
    // Deleted cookies are empty.
    cookie: cookie.filter((pair) => !pair.endsWith('=')).join('; '),
    headers: response.headers,
  };
}
