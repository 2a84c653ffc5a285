import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HttpResult } from '../../src/runtime/lambda/index.ts';
import type { Cleanup } from '../playground/build.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { afterSuite } from '../playground/build.ts';
import { listen } from '../runtime/koa/serve.ts';
import { scratch, writeTree } from '../support/build.ts';
import { freePort } from '../support/process.ts';
import type { PlatformAnswer } from './answers.ts';
import { askPlatform } from './answers.ts';
import type { Source } from './aws.ts';
import { FUNCTION_URL, HTTP_API_1, HTTP_API_2, SOURCES } from './aws.ts';
import { buildDeployment, readDeployment, TRACED } from './deployment.ts';
import { startFunction } from './function.ts';
import { startWorker } from './worker.ts';

// Each page of docs/deploy: its files are built as it says, and run by what it says. All must answer as Node does.

const tools = process.env['TOOLS_DIR'];

/** What a page runs the file with. */
const run = (page: string): string => readDeployment(page).commands['run']!;

let nodeServer: string;
let expected: readonly PlatformAnswer[];

/** Starts a server of node.md in a directory where nothing else is, as a command of a page says. */
async function startServer(
  command: string,
  programs = '',
  cleanup: Cleanup = onTestFinished,
  files: Readonly<Record<string, string>> = {},
): Promise<(path: string, init: RequestInit) => Promise<Response>> {
  const directory = scratch(cleanup);
  cpSync(nodeServer, join(directory, 'server.mjs'));
  await writeTree(directory, files);
  const port = await freePort();
  const child = spawn('sh', ['-euc', `exec ${command.replace(/^(\w+=\S+ )/, 'env $1')}`], {
    cwd: directory,
    env: { PATH: `${programs}:${process.env['PATH']}`, PORT: String(port), HOME: directory, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanup(() => stop(child));
  await once(child.stdout!, 'data');
  return (path, init) => fetch(`http://localhost:${port}${path}`, init);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A stream that does not end while it is read. */
const TICKS = {
  'app/operations/ticks.ts': `/**
 * Ticks.
 *
 * @returns {Stream<integer>} 200 text/event-stream
 */
export default async function* ticks({ signal }) {
  for (let n = 0; !signal.aborted; n++) {
    yield n;
    await new Promise((resolve) => setTimeout(resolve, n === 0 ? 200 : 20));
  }
}
`,
};

const cleanup = afterSuite();
beforeAll(async () => {
  nodeServer = join(await buildDeployment('node.md', cleanup, TRACED), 'dist/server.js');
  expected = await askPlatform(await startServer(run('node.md'), '', cleanup));
});

describe('Node', () => {
  it('answers', () => {
    expect(expected.map(({ request, status }) => `${status} ${request}`)).toEqual([
      '200 GET /books?genre=novel&page_size=1&total=1',
      '200 GET /books/2',
      '204 POST /books/2/sell',
      '404 GET /books/2',
      '200 GET /books?limit=1&offset=1',
      '400 GET /books?page=0&limit=5',
      '200 HEAD /books',
      '204 OPTIONS /books',
      '405 DELETE /books',
      '200 GET /genres',
      '200 GET /genres/',
      '404 GET /nowhere',
      '400 GET /books/%',
    ]);
  });

  it('answers so from a file that keeps the compiled code', async () => {
    const { files, commands } = readDeployment('node.md');
    expect(await askPlatform(await startServer(commands['start']!, '', onTestFinished, files))).toEqual(expected);
  });

  it('answers so where no code may be made of strings', async () => {
    const command = run('node.md').replace('node ', 'node --disallow-code-generation-from-strings ');
    expect(await askPlatform(await startServer(command))).toEqual(expected);
  });

  it('answers so where Node only lets it read its own directory', async () => {
    const { allowedNodeEnvironmentFlags: known } = process;
    const flag = known.has('--permission') ? '--permission' : '--experimental-permission';
    const flags = known.has('--allow-net') ? `${flag} --allow-net` : flag;
    const command = readDeployment('node.md').commands['permission']!.replace('--permission', flags);
    expect(await askPlatform(await startServer(command))).toEqual(expected);
  });
});

describe('Vercel', () => {
  it('gets a function, and what routes to it', async () => {
    const project = await buildDeployment('vercel.md', onTestFinished, TICKS);
    const output = join(project, '.vercel/output');
    const read = (path: string): any => JSON.parse(readFileSync(join(output, path), 'utf8'));
    const { routes } = read('config.json') as { routes: { src: string; dest: string }[] };
    expect(new RegExp(`^${routes[0]!.src}$`).test('/books/1')).toBe(true);
    const directory = `functions${routes[0]!.dest}.func`;
    const { handler, ...config } = read(`${directory}/.vc-config.json`) as { handler: string };
    expect(config).toMatchObject({ shouldAddHelpers: false, supportsResponseStreaming: true });
    const entry = pathToFileURL(join(output, directory, handler)).href;
    const { default: listener } = (await import(/* @vite-ignore */ entry)) as { default: RequestListener };
    const { url } = await listen(listener);
    expect(await askPlatform((path, init) => fetch(`${url}${path}`, init))).toEqual(expected);
    const { body } = await fetch(`${url}/ticks`);
    const { value } = await body!.getReader().read();
    expect(String(new TextDecoder().decode(value))).toBe('data: 0\n\n');
  });
});

describe.skipIf(!tools)('other runtimes (need TOOLS_DIR, with deno and bun in it)', () => {
  it.each(['deno', 'bun'])('%s answers as Node does', async (name) => {
    const server = await startServer(run(`${name}.md`), join(resolve(tools!), 'node_modules/.bin'));
    expect(await askPlatform(server)).toEqual(expected);
  });

  it.each(['deno', 'bun'])('%s publishes requests on the tracing channel', async (name) => {
    const server = await startServer(run(`${name}.md`), join(resolve(tools!), 'node_modules/.bin'));
    const trace = async (): Promise<unknown> => (await server('/traced', {})).json();
    expect(await trace()).toEqual([]);
    await server('/books?page=0&limit=5', {});
    expect(await trace()).toEqual(['start', 'end', 'error', 'asyncEnd'].map((event) => `${event} /books`));
  });
});

describe.skipIf(!tools)("AWS's runtime client (needs TOOLS_DIR, with aws-lambda-ric in it)", () => {
  let file: string;
  const [, handler] = /--handler (\S+)/.exec(readDeployment('lambda.md').commands['deploy']!)!;
  beforeAll(async () => {
    file = join(await buildDeployment('lambda.md', cleanup), 'dist/lambda.mjs');
  });

  it.each(SOURCES)('answers $name as Node does', async (source) => {
    const invoke = await startFunction(file, handler!, onTestFinished);
    const asked = isDecoding(source) ? expected.filter(({ request }) => !request.endsWith('%')) : expected;
    const answers = await askPlatform(
      async (path, { method = 'GET' }) => {
        const { result } = await invoke(source.event({ method, target: path }));
        const { status, headers, body } = source.receive(result as HttpResult);
        return new Response(status === 204 ? null : body, { status, headers: headers as [string, string][] });
      },
      asked.map(({ request }) => request),
    );
    expect(answers).toEqual(asked);
  });

  it("reports an event that isn't a request, and goes on", async () => {
    const invoke = await startFunction(file, handler!, onTestFinished);
    const { error } = await invoke({ Records: [] });
    expect(error).toMatchObject({
      errorType: 'TypeError',
      errorMessage: expect.stringContaining('the fields Records'),
    });
    expect((await invoke(FUNCTION_URL.event({ target: '/genres' }))).result).toMatchObject({ statusCode: 200 });
  });
});

/** A malformed path does not come past an API that decodes it. */
function isDecoding(source: Source): boolean {
  return source === HTTP_API_1 || source === HTTP_API_2;
}

describe.skipIf(!tools)('workerd (needs TOOLS_DIR, with miniflare in it)', () => {
  it('answers as Node does', async () => {
    const project = await buildDeployment('workers.md', onTestFinished);
    const { url } = await startWorker(project, readDeployment('workers.md').files['wrangler.jsonc']!, onTestFinished);
    expect(await askPlatform((path, init) => fetch(`${url}${path}`, init))).toEqual(expected);
  });

  it('limits requests by the binding of cors-and-rate-limits.md', async () => {
    const blocks = readBlocks(readPage('recipes/cors-and-rate-limits.md'));
    const { text } = blocks.find(({ title }) => title === 'lines for Workers')!;
    const { files } = readDeployment('workers.md');
    const entry = files['worker.ts']!.replace('createApp(operations)', 'createApp(operations, { rateLimits })');
    const project = await buildDeployment('workers.md', onTestFinished, {
      'worker.ts': `import { rateLimits } from './app/worker-limits.ts';\n${entry}`,
      'app/operations/_middleware.ts': '/** @rate-limit 1 per minute */\n',
      'app/worker-limits.ts': text,
    });
    const ratelimits = { LIMIT: { namespace_id: '1001', simple: { limit: 1, period: 60 } } };
    const { url } = await startWorker(project, files['wrangler.jsonc']!, onTestFinished, {}, [], ratelimits);
    const ask = async (): Promise<unknown> => (await fetch(`${url}/genres`)).json();
    expect(await ask()).toEqual(expect.any(Array));
    // A minute can end between two of them.
    expect([await ask(), await ask()]).toContainEqual(
      expect.objectContaining({ status: 429, 'violated-policies': ['address-per-minute'] }),
    );
  });

  it('reads the database of workers.md', async () => {
    const project = await buildDeployment('workers.md', onTestFinished);
    const config = readDeployment('workers.md').files['wrangler.jsonc']!;
    const { url, database } = await startWorker(project, config, onTestFinished, {}, ['DB']);
    const db = await database('DB');
    await db.exec("create table books (id integer primary key, title text); insert into books values (1, 'Dust')");
    expect(await (await fetch(`${url}/shelf/1`)).json()).toEqual({ id: 1, title: 'Dust' });
    expect((await fetch(`${url}/shelf/2`)).status).toBe(404);
  });
});
