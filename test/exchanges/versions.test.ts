import { beforeAll, describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import type { ClientOptions } from '../../src/runtime/client/types.ts';
import { afterSuite } from '../playground/build.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { AnyClient } from '../runtime/client/client.ts';
import type { Request } from './compare.ts';
import type { Judge } from './document.ts';
import { judgeBy } from './document.ts';
import type { Place } from './platforms.ts';
import { writeProject } from './project.ts';
import { expectAlike, runEverywhere } from './run.ts';
import type { Run } from './version-calls.ts';
import { CALLS, clientOf, runAll } from './version-calls.ts';
import { FILES, KEY, VERSIONS } from './versions.ts';

/** Requests without a client: refusals, guards and limits are those of today in each version. */
const REQUESTS: readonly (Request & { readonly status: number })[] = [
  { path: '/v1/ping', status: 401 },
  { path: '/v2/books/0', status: 401 },
  { path: '/v1/people/7', status: 401 },
  { path: '/v1/orders', init: { headers: { ...KEY, 'X-Blocked': 'yes' } }, status: 403 },
  { path: '/v2/orders', init: { headers: { ...KEY, 'X-Blocked': 'yes' } }, status: 403 },
  { path: '/v1/people/7/address', init: { headers: KEY }, status: 404 },
  { path: '/v2/people/7/address', init: { headers: KEY }, status: 200 },
  { path: '/v3/ping', init: { headers: KEY }, status: 404 },
  { path: '/v1/books/0', init: { headers: KEY }, status: 200 },
  { path: '/books/0', init: { headers: KEY }, status: 200 },
  { path: '/v1/books/9', init: { headers: KEY }, status: 404 },
  {
    path: '/v1/books',
    init: {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: '{"title":"Emma","price":{"cents":1}}',
    },
    status: 400,
  },
];

describe('an API with three versions', () => {
  const cleanup = afterSuite();
  const judges = new Map<string, Judge>();
  let diagnostics: readonly string[];
  let built: Run;
  let others: readonly (readonly [place: Place, run: Run])[];

  beforeAll(async () => {
    const options = { versions: VERSIONS };
    const project = await writeProject(FILES, cleanup, {}, options);
    await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
    const session = createSession(locateProject(resolveOptions(options), project.root));
    const compilation = session.compile();
    diagnostics = compilation.diagnostics.map(formatDiagnostic);
    const clients = new Map<string, (options: ClientOptions) => AnyClient>();
    for (const each of [...compilation.older!, compilation]) {
      judges.set(each.version!, judgeBy(session.openApi(each), each));
      clients.set(each.version!, await clientOf(each, project.root));
    }
    ({ built, others } = await runEverywhere(project, (send) => runAll(send, clients, REQUESTS)));
  });

  it.each(Object.entries(CALLS).flatMap(([version, calls]) => calls.map((each) => [version, ...each] as const)))(
    'answers the client of %s that asks for %s, as its own document says',
    (version, name, _ask, expected) => {
      const { value, requests, answers } = built.calls.get(`${version} ${name}`)!;
      expect(value).toEqual(expected);
      expect(requests.flatMap((request, i) => judges.get(version)!(request, answers[i]!))).toEqual([]);
      for (const [place, run] of others) {
        const called = run.calls.get(`${version} ${name}`)!;
        expect([place, called.value]).toEqual([place, expected]);
        expectAlike(requests, answers, [[place, called.answers]]);
      }
    },
  );

  it('compiles without warnings', () => {
    expect(diagnostics).toEqual([]);
  });

  it('refuses in each version what it refuses today', () => {
    expect(built.answers.map(({ status }, i) => [REQUESTS[i]!.path, status])).toEqual(
      REQUESTS.map(({ path, status }) => [path, status]),
    );
    // The dev server adds the paths that were meant to a 404.
    const isCompared = (_: unknown, i: number): boolean => REQUESTS[i]!.status !== 404;
    for (const [place, run] of others) {
      expect([place, run.answers.map(({ status }) => status)]).toEqual([place, REQUESTS.map(({ status }) => status)]);
      const [requests, answers] = [REQUESTS.filter(isCompared), built.answers.filter(isCompared)];
      expectAlike(requests, answers, [[place, run.answers.filter(isCompared)]]);
    }
  });

  it('counts the requests to all versions for the same limit', () => {
    const calls = [...built.calls.values()].flatMap(({ requests, answers }) =>
      requests.flatMap(({ path }, i) => (path.includes('/orders') ? [answers[i]!.headers['ratelimit']] : [])),
    );
    expect(calls.map((limit) => /;r=(\d+)/.exec(limit ?? '')?.[1])).toEqual(['59', '58', '57', '56']);
  });

  it('tells clients of older versions when these end', () => {
    const { headers } = built.answers[8]!;
    expect([headers['deprecation'], headers['sunset']]).toEqual(['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT']);
    expect([headers['x-notice'], headers['x-server']]).toEqual(['Use the newest version', 'shop v1']);
    const today = built.answers[9]!.headers;
    expect([today['deprecation'], today['sunset'], today['x-notice']]).toEqual([undefined, undefined, undefined]);
  });

  it('sends the tag of the body that a client of the version gets', () => {
    const [old, today] = [built.answers[8]!, built.answers[9]!];
    expect(old.headers['etag']).toMatch(/^"/);
    expect(old.headers['etag']).not.toBe(today.headers['etag']);
  });
});
