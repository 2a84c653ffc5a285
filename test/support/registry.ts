import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scratch } from './build.ts';

const root = join(import.meta.dirname, '../..');
/** The packages of this checkout that are published. */
const DIRECTORIES = [root, join(root, 'packages/create')];

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}

/**
 * Starts a registry that has this checkout's packages, as npm packs them, and passes on all other requests to npm's own.
 *
 * @returns Its address.
 */
export async function startRegistry(cleanup: (stop: () => void) => void): Promise<string> {
  const directory = scratch(cleanup as (remove: () => Promise<void>) => void);
  const upstream = npm('config', 'get', 'registry').trim();
  const tarballs = new Map<string, Buffer>();
  const manifests = new Map<string, (url: string) => object>();
  for (const source of DIRECTORIES) {
    const args = ['pack', source, '--json', '--ignore-scripts', '--pack-destination', directory];
    const [packed] = JSON.parse(npm(...args)) as [Packed];
    const bytes = readFileSync(join(directory, packed.filename));
    tarballs.set(`/${packed.filename}`, bytes);
    manifests.set(`/${packed.name}`, (url) => manifestOf(packed, source, `${url}/${packed.filename}`, bytes));
  }
  const server = createServer((req, res) => {
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const own = manifests.get(req.url!)?.(url);
    const bytes = tarballs.get(req.url!);
    if (own !== undefined) res.setHeader('Content-Type', 'application/json').end(JSON.stringify(own));
    else if (bytes !== undefined) res.end(bytes);
    else pass(new URL(req.url!.slice(1), upstream), req, res).catch((error: unknown) => fail(error, res));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  cleanup(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function pass(url: URL, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const response = await fetch(url, { headers: { Accept: req.headers.accept ?? '*/*' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, { 'Content-Type': response.headers.get('content-type') ?? 'application/json' });
  res.end(bytes);
}

function fail(error: unknown, res: ServerResponse): void {
  res.writeHead(502).end(String(error));
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** What a registry has of a package with one version. */
function manifestOf({ name, version }: Packed, source: string, tarball: string, bytes: Buffer): object {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as object;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const versions = { [version]: { ...manifest, dist: { tarball, integrity } } };
  return { name, 'dist-tags': { latest: version }, versions };
}
