import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FetchHandler } from '../../src/runtime/fetch/index.ts';
import { afterSuite } from '../playground/build.ts';
import { listen } from '../runtime/koa/serve.ts';
import { freePort, startNode } from '../support/process.ts';
import type { PlatformAnswer } from './answers.ts';
import { askPlatform } from './answers.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startProgram } from './program.ts';

// The pages about functions of web requests and of Google: their files are built as they say, and called as their platforms do.

const tools = process.env['TOOLS_DIR'];
const ORIGIN = 'https://api.example';

const COOKIES = {
  'app/operations/cookies.ts': `/** Two cookies. @returns {string[]} 200 x */
export default (ctx) => {
  const { httpOnly, sameSite } = { httpOnly: true, sameSite: 'lax' };
  ctx.cookies.set('a', encodeURIComponent('ä b'), { httpOnly, sameSite, maxAge: 60_000 });
  ctx.cookies.set('b', '2', { httpOnly: false, domain: 'api.example' });
  return [ctx.ip, ctx.protocol];
};
`,
  'app/operations/echo@post.ts': `/**
 * @param {string} text
 * @returns {string} 200 x */
export default (ctx) => ctx.input.body.text;
`,
};

const load = async <T>(file: string): Promise<T> => (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T;
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"ä"}' };

const cleanup = afterSuite();
let expected: readonly PlatformAnswer[];
beforeAll(async () => {
  const directory = await buildDeployment('node.md', cleanup);
  const env = { PORT: String(await freePort()) };
  const served = await startNode(join(directory, 'dist/server.js'), { cwd: directory, env });
  cleanup(async () => void (await served.stop('SIGKILL')));
  expected = await askPlatform((path, init) => fetch(served.url + path, init));
});

/** Builds fetch.md with another entry. */
const buildEntry = (entry: string, outDir: string, extra: Readonly<Record<string, string>> = {}): Promise<string> =>
  buildDeployment('fetch.md', onTestFinished, {
    ...COOKIES,
    ...extra,
    'vite.config.ts': readDeployment('fetch.md')
      .files['vite.config.ts']!.replace("ssr: 'fetch.ts'", `ssr: '${entry}', outDir: '${outDir}'`)
      .replace('build:', "resolve: { alias: { '@azure/functions': '/azure-functions.js' } },\n  build:"),
  });

describe('deploy/fetch.md', () => {
  it('answers as Node does, as a function', async () => {
    const directory = await buildDeployment('fetch.md', onTestFinished);
    const { default: entry } = await load<{ default: { fetch: FetchHandler } }>(join(directory, 'dist/fetch.mjs'));
    expect(await askPlatform((path, init) => entry.fetch(new Request(ORIGIN + path, init)))).toEqual(expected);
  });

  it.skipIf(!tools).each(['deno', 'bun'])('answers as Node does, served by %s (needs TOOLS_DIR)', async (name) => {
    const directory = await buildDeployment('fetch.md', onTestFinished, {
      ...COOKIES,
      'app/operations/ticks.ts': `import { setTimeout } from 'node:timers/promises';
const state = { closed: 0 };
/**
 * @param {boolean} [query.state]
 * @returns {Stream<integer>} 200 text/event-stream
 */
export default async function* ticks(ctx) {
  if (ctx.input.query.state) return yield state.closed;
  try {
    for (let n = 0; !ctx.signal.aborted; n++) {
      yield n;
      await setTimeout(20);
    }
  } finally {
    state.closed += 1;
  }
}
`,
    });
    const port = await freePort();
    const command = readDeployment('fetch.md').commands[name]!.replace('3000', String(port));
    const url = await startProgram(command, {
      directory: join(directory, 'dist'),
      programs: join(resolve(tools!), 'node_modules/.bin'),
      port,
      cleanup: onTestFinished,
    });
    expect(await askPlatform((path, init) => fetch(url + path, init))).toEqual(expected);
    expect(await (await fetch(`${url}/echo`, post)).json()).toBe('ä');
    const cookies = await fetch(`${url}/cookies`);
    expect([cookies.headers.getSetCookie().length, await cookies.json()]).toEqual([
      2,
      [expect.stringMatching(/^(?:::ffff:)?127\.0\.0\.1$|^::1$/), 'http'],
    ]);
    const controller = new AbortController();
    const response = await fetch(`${url}/ticks`, { signal: controller.signal });
    await response.body!.getReader().read();
    controller.abort();
    await expect.poll(async () => (await fetch(`${url}/ticks?state=true`)).text()).toBe('data: 1\n\n');
  });

  it('answers as Node does, as a function of Netlify', async () => {
    const directory = await buildEntry('netlify.ts', 'netlify/functions');
    const { default: handle, config } = await load<{ default: FetchHandler; config: object }>(
      join(directory, 'netlify/functions/netlify.mjs'),
    );
    const context = { ip: '192.0.2.1', waitUntil() {} };
    expect(config).toEqual({ path: '/*', preferStatic: true });
    expect(await askPlatform((path, init) => handle(new Request(ORIGIN + path, init), context))).toEqual(expected);
    const cookies = await handle(new Request(`${ORIGIN}/cookies`), context);
    expect([await cookies.json(), cookies.headers.getSetCookie().length]).toEqual([['192.0.2.1', 'https'], 2]);
  });

  it('answers as Node does, as a function of Azure', async () => {
    // As @azure/functions registers a function.
    const directory = await buildEntry('azure.ts', 'dist', {
      'azure-functions.js': `export const app = {
  setup(options) { globalThis.azureSetup = options; },
  http(name, options) { globalThis.azureFunction = { name, ...options }; },
};
`,
    });
    await load(join(directory, 'dist/azure.mjs'));
    const { azureFunction, azureSetup } = globalThis as unknown as { azureFunction: AzureFunction; azureSetup: object };
    expect([azureSetup, azureFunction.route]).toEqual([{ enableHttpStream: true }, '{*path}']);
    const handle = async (path: string, init?: RequestInit): Promise<[Response, readonly AzureCookie[]]> => {
      const { url, method, headers, body } = new Request(ORIGIN + path, init);
      headers.set('x-forwarded-for', '10.0.0.1, 192.0.2.1:4711');
      const result = await azureFunction.handler({ url, method, headers, body });
      return [new Response(result.body, result), result.cookies];
    };
    expect(await askPlatform(async (path, init) => (await handle(path, init))[0])).toEqual(expected);
    expect(await (await handle('/echo', post))[0].json()).toBe('ä');
    const [response, cookies] = await handle('/cookies');
    expect([await response.json(), response.headers.getSetCookie()]).toEqual([['192.0.2.1', 'https'], []]);
    expect(cookies).toEqual([
      expect.objectContaining({ name: 'a', value: 'ä b', sameSite: 'Lax', httpOnly: true, secure: true }),
      expect.objectContaining({ name: 'b', value: '2', domain: 'api.example', httpOnly: false, sameSite: undefined }),
    ]);
    expect(cookies[0]!.expires!.getTime()).toBeGreaterThan(Date.now());
  });
});

interface AzureCookie {
  readonly expires: Date | undefined;
}

interface AzureFunction {
  readonly route: string;
  readonly handler: (
    request: object,
  ) => Promise<ResponseInit & { body: ConstructorParameters<typeof Response>[0]; cookies: readonly AzureCookie[] }>;
}

it('deploy/google-functions.md: answers as Node does, as a function of Google', async () => {
  const { files } = readDeployment('google-functions.md');
  const directory = await buildDeployment('google-functions.md', onTestFinished, {
    ...COOKIES,
    // As the framework registers a function.
    'framework.js': 'export const http = (name, listener) => void (globalThis.googleFunction = { name, listener });\n',
    'vite.config.ts': files['vite.config.ts']!.replace(
      "ssr: { external: ['@google-cloud/functions-framework'] },",
      "resolve: { alias: { '@google-cloud/functions-framework': '/framework.js' } },",
    ),
  });
  await load(join(directory, 'dist/function.mjs'));
  const { name, listener } = (globalThis as unknown as { googleFunction: { name: string; listener: RequestListener } })
    .googleFunction;
  expect(readFileSync(join(import.meta.dirname, '../../docs/deploy/google-functions.md'), 'utf8')).toContain(
    `--entry-point ${name}`,
  );
  // The framework reads the body first.
  const { url } = await listen((req, res) => {
    void req.toArray().then((chunks) => {
      const rawBody = Buffer.concat(chunks);
      const body = rawBody.length === 0 ? {} : (JSON.parse(rawBody.toString()) as unknown);
      listener(Object.assign(req, rawBody.length === 0 ? { body } : { body, rawBody }), res);
    });
  });
  expect(await askPlatform((path, init) => fetch(url + path, init))).toEqual(expected);
  expect(await (await fetch(`${url}/echo`, post)).json()).toBe('ä');
  expect((await fetch(`${url}/echo`, { ...post, body: '{"text":1}' })).status).toBe(400);
});
