import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpResult } from '../../src/runtime/lambda/index.ts';
import { afterSuite } from '../playground/build.ts';
import { scratch } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import type { Received } from './aws.ts';
import { BALANCER, FUNCTION_URL } from './aws.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startFunction } from './function.ts';
import { startWorker } from './worker.ts';

// The docs page from one file on each platform: the page, its files, and a body that is compressed once.

const tools = process.env['TOOLS_DIR'];
const cleanup = afterSuite();

/** The four files of the page, and the operation. */
const OK = [200, 200, 200, 200, 200];

/** The server of a page of docs/deploy, with the docs page. */
function withDocs(page: string, file: string): Readonly<Record<string, string>> {
  const text = readDeployment(page).files[file]!;
  return {
    [file]: text
      .replace(/(import operations .*\n)/, "$1import { docs } from 'virtual:operations/docs';\n")
      .replace('createApp(operations)', 'createApp(operations).use(docs())'),
  };
}

type Ask = (path: string) => Promise<{ status: number; type: string | null; text: string }>;

/** Reads the page, then each of its files and an operation, and returns their statuses. */
async function statusesOf(ask: Ask): Promise<number[]> {
  const page = await ask('/docs');
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
  const addresses = [...page.text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map((match) => `/${match[1]}`);
  expect(addresses.length).toBeGreaterThan(3);
  const statuses: number[] = [];
  for (const address of [...addresses, '/books/2']) statuses.push((await ask(address)).status);
  const script = await ask(addresses.find((address) => address.endsWith('.js'))!);
  expect(script.text).toContain('SwaggerUIBundle');
  const { paths } = JSON.parse((await ask('/docs/openapi.json')).text) as { paths: object };
  expect(Object.keys(paths)).toContain('/books/{id}');
  return statuses;
}

/** Asks with fetch, which takes gzip and decompresses it once. */
const fetching =
  (url: string): Ask =>
  async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

it('serves the docs page from one file on Node', async () => {
  const project = await buildDeployment('node.md', cleanup, withDocs('node.md', 'server.ts'));
  const directory = scratch();
  cpSync(join(project, 'dist/server.js'), join(directory, 'server.mjs'));
  const served = await startNode('server.mjs', {
    cwd: directory,
    env: { PORT: String(await freePort()) },
    args: ['--disallow-code-generation-from-strings'],
  });
  cleanup(async () => void (await served.stop('SIGKILL')));
  expect(await statusesOf(fetching(served.url))).toEqual(OK);
});

describe.skipIf(!tools)("AWS's runtime client (needs TOOLS_DIR, with aws-lambda-ric in it)", () => {
  it.each([FUNCTION_URL, BALANCER])('answers $name, below 1 MB', async (source) => {
    const project = await buildDeployment('lambda.md', cleanup, withDocs('lambda.md', 'lambda.ts'));
    const [, handler] = /--handler (\S+)/.exec(readDeployment('lambda.md').commands['deploy']!)!;
    const invoke = await startFunction(join(project, 'dist/lambda.mjs'), handler!, cleanup);
    const header = ({ headers }: Received, name: string): string | null =>
      headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? null;
    const statuses = await statusesOf(async (path) => {
      const { result } = await invoke(source.event({ target: path, headers: [['accept-encoding', 'gzip']] }));
      expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
      const received = source.receive(result as HttpResult);
      const isPacked = header(received, 'content-encoding') === 'gzip';
      const text = (isPacked ? gunzipSync(received.body) : received.body).toString();
      return { status: received.status, type: header(received, 'content-type'), text };
    });
    expect(statuses).toEqual(OK);
  });
});

describe.skipIf(!tools)('workerd (needs TOOLS_DIR, with miniflare in it)', () => {
  let url: string;
  beforeAll(async () => {
    const project = await buildDeployment('workers.md', cleanup, withDocs('workers.md', 'worker.ts'));
    ({ url } = await startWorker(project, readDeployment('workers.md').files['wrangler.jsonc']!, cleanup));
  });

  it('answers', async () => {
    expect(await statusesOf(fetching(url))).toEqual(OK);
  });
});
