import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import type { Request } from './compare.ts';
import type { VersionRuns } from './version-calls.ts';
import { EACH_CALL, expectCall, expectAnswers, runVersions } from './version-calls.ts';
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
  let runs: VersionRuns;

  beforeAll(async () => {
    runs = await runVersions(FILES, { versions: VERSIONS }, REQUESTS, cleanup);
  });

  it.each(EACH_CALL)(
    'answers the client of %s that requests %s according to its own document',
    (version, name, expected) => {
      expect(runs.built.calls.get(`${version} ${name}`)!.value).toEqual(expected);
      expectCall(runs, [version, name, expected]);
    },
  );

  it('compiles without warnings', () => {
    expect(runs.diagnostics).toEqual([]);
  });

  it('refuses in each version what it refuses today', () => {
    expect(runs.built.answers.map(({ status }, i) => [REQUESTS[i]!.path, status])).toEqual(
      REQUESTS.map(({ path, status }) => [path, status]),
    );
    expectAnswers(runs, REQUESTS);
  });

  it('counts the requests to all versions for the same limit', () => {
    const calls = [...runs.built.calls.values()].flatMap(({ requests, answers }) =>
      requests.flatMap(({ path }, i) => (path.includes('/orders') ? [answers[i]!.headers['ratelimit']] : [])),
    );
    expect(calls.map((limit) => /;r=(\d+)/.exec(limit ?? '')?.[1])).toEqual(['59', '58', '57', '56']);
  });

  it('sends clients of older versions the dates of their end', () => {
    const { headers } = runs.built.answers[8]!;
    expect([headers['deprecation'], headers['sunset']]).toEqual(['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT']);
    expect([headers['x-notice'], headers['x-server']]).toEqual(['Use the newest version', 'shop v1']);
    const today = runs.built.answers[9]!.headers;
    expect([today['deprecation'], today['sunset'], today['x-notice']]).toEqual([undefined, undefined, undefined]);
  });

  it('sends the tag of the body that a client of the version gets', () => {
    const [old, today] = [runs.built.answers[8]!, runs.built.answers[9]!];
    expect(old.headers['etag']).toMatch(/^"/);
    expect(old.headers['etag']).not.toBe(today.headers['etag']);
  });
});
