import { rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../support/process.ts';
import { scratch, writeTree } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import type { MadePath } from './requests.ts';
import { createClient, createOracle, ENCODINGS, makePath, VALUES } from './requests.ts';
import { buildOneFile, SERVERS, withoutInput } from './server.ts';
import type { GithubOperation } from './document.ts';
import { githubFiles, writeGithubTree } from './tree.ts';

const operations = githubFiles().map(({ operation }) => operation);
const oracle = createOracle(operations);
const methodsOf = (path: string): string[] => {
  const segments = path.split('/').slice(1).map(decodeURIComponent);
  const own = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => oracle(method, segments) !== undefined);
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
};
const splitAllow = (allow: string | undefined): string[] => (allow ?? '').split(/, */).sort();

const echoOf = ({ method, path }: GithubOperation, params: MadePath['params']): unknown => ({
  template: path,
  method,
  params,
});

/** Whether a parameter that is a whole segment is `.` or `..`, which no path can hold: RFC 3986, 5.2.4. */
function hasDotSegment(params: MadePath['params'], { path }: GithubOperation): boolean {
  return Object.entries(params).some(([name, value]) => /^\.\.?$/.test(value) && path.split('/').includes(`{${name}}`));
}

/** The first success with a body that the contract declares; where none has one, the handlers answer 200 all the same. */
function successOf({ responses }: GithubOperation): number {
  const successes = responses.filter((response) => response.status.startsWith('2'));
  const { status } = successes.find(({ content }) => content.length > 0) ?? successes[0] ?? { status: '200' };
  return status === '204' || status === '205' ? 200 : Number(status);
}

it("the test has values that aren't static segments", () => {
  const statics = new Set(operations.flatMap(({ path }) => path.split('/')));
  const values = Object.values(VALUES).flatMap((value) => [0, 1, 2, 3, 4, 5].map(value));
  expect(values.filter((value) => statics.has(value) || value.includes('...'))).toEqual([]);
  expect(statics).toContain('issues');
});

describe.each([
  { name: 'createApp', server: SERVERS.createApp, lazy: false },
  { name: 'createApp, lazy', server: SERVERS.createApp, lazy: true },
  { name: 'createRouter in a Koa app', server: SERVERS.createRouter, lazy: false },
])("GitHub's API as one file, $name", ({ server, lazy }) => {
  let served: Served;
  let client: ReturnType<typeof createClient>;

  beforeAll(async () => {
    const root = scratch(afterAll);
    await writeTree(root, { 'server.ts': withoutInput(server) });
    await writeGithubTree(root);
    // For the Koa that the server itself imports.
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
    const bundle = await buildOneFile(root, { lazy });
    const home = scratch(afterAll);
    const file = join(home, basename(bundle));
    await rename(bundle, file);
    // Neither the tree nor a node_modules is there when it runs.
    await rm(root, { recursive: true });
    served = await startNode(file, { cwd: home });
    client = createClient(served.url);
  });

  afterAll(async () => {
    client?.close();
    await served?.stop();
  });

  /** Asks for each operation; gives how many were answered rightly, and the first few that were not. */
  async function askAll(make: (operation: GithubOperation) => MadePath): Promise<{ right: number; wrong: unknown[] }> {
    const results = await Promise.all(
      operations.map(async (operation) => {
        const { path, params } = make(operation);
        const { status, body } = await client.ask(operation.method, path);
        const isRight = isDeepStrictEqual(parse(body), echoOf(operation, params));
        const right = hasDotSegment(params, operation) ? status === 400 : status === successOf(operation) && isRight;
        return right ? [] : [{ operation: operation.operationId, path, params, status, body }];
      }),
    );
    const wrong = results.flat();
    return { right: results.length - wrong.length, wrong: wrong.slice(0, 5) };
  }

  describe.each(Object.keys(ENCODINGS))('percent-encoded %s', (encoding) => {
    it.each(Object.keys(VALUES))('answers each of the 1,223 operations for values %s', async (kind) => {
      const { right, wrong } = await askAll(({ path }) => makePath(path, VALUES[kind]!, ENCODINGS[encoding]!));
      expect(wrong).toEqual([]);
      expect(right).toBe(1223);
    });
  });

  it('sends a value that is also a static segment to the static one, and back if that has no match', async () => {
    const wrong: unknown[] = [];
    const taken = { static: 0, parameter: 0 };
    await Promise.all(
      operations.flatMap(({ method, path: template }) =>
        siblingPaths(template).map(async (path) => {
          const expected = oracle(method, path.split('/').slice(1))!;
          const { body } = await client.ask(method, path);
          if ((parse(body) as { template?: string }).template !== expected.path)
            wrong.push({ method, path, expected, body });
          else taken[expected.path === template ? 'parameter' : 'static']++;
        }),
      ),
    );
    expect(wrong).toEqual([]);
    expect(taken).toEqual({ static: 97, parameter: 361 });
  });

  it('answers HEAD as GET, without a body', async () => {
    const gets = operations.filter(({ method }) => method === 'GET');
    const results = await Promise.all(
      gets.map(async (operation) => {
        const { path } = makePath(operation.path, VALUES['plain']!, encodeURIComponent);
        const [get, head] = [await client.ask('GET', path), await client.ask('HEAD', path)];
        const same = (name: string): boolean =>
          get.headers[name] !== undefined && get.headers[name] === head.headers[name];
        return get.status === head.status && head.body === '' && same('content-type') && same('content-length');
      }),
    );
    expect(results.filter(Boolean).length).toBe(639);
  });

  it('answers OPTIONS with the methods of each path, and 405 to another method', async () => {
    const paths = [...new Set(operations.map(({ path }) => path))];
    await Promise.all(
      paths.map(async (template) => {
        const { path } = makePath(template, VALUES['plain']!, encodeURIComponent);
        const [options, trace] = [await client.ask('OPTIONS', path), await client.ask('TRACE', path)];
        expect([options.status, options.body]).toEqual([204, '']);
        expect([template, ...splitAllow(options.headers.allow)]).toEqual([template, ...methodsOf(path)]);
        expect([trace.status, trace.headers['content-type']]).toEqual([
          405,
          expect.stringMatching('application/problem'),
        ]);
        expect([template, ...splitAllow(trace.headers.allow)]).toEqual([template, ...methodsOf(path)]);
      }),
    );
    expect(paths.length).toBe(809);
  });

  it('knows no other paths', async () => {
    const unknown = ['/nothing', '/repos//hello/issues', '/repos/o/r/issues/1/nothing', '/Repos/o/r', '/repos%2Fo%2Fr'];
    const statuses = await Promise.all(unknown.map(async (path) => (await client.ask('GET', path)).status));
    expect(statuses).toEqual(unknown.map(() => 404));
    expect((await client.ask('GET', '/repos/o/%zz')).status).toBe(400);
    expect((await client.ask('GET', '/repos/o/r/')).status).toBe(200);
    expect((await client.ask('PROPFIND', '/repos/o/r')).status).toBe(501);
  });
});

/** The paths of a template in which one parameter's value is a static segment that another template has in its place. */
function siblingPaths(template: string): string[] {
  const segments = template.split('/');
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith('{')) return [];
    const before = segments.slice(0, index).join('/');
    const siblings = operations
      .map(({ path }) => path.split('/'))
      .filter((other) => other.slice(0, index).join('/') === before && other[index]?.includes('{') === false)
      .map((other) => other[index]!);
    return [...new Set(siblings)].map((sibling) =>
      segments.map((text, at) => (at === index ? sibling : text.replaceAll(/\{[^}]+\}/g, 'x'))).join('/'),
    );
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
