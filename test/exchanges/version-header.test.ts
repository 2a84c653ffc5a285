import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import type { Request } from './compare.ts';
import type { VersionRuns } from './version-calls.ts';
import { EACH_CALL, expectCall, expectAnswers, runVersions } from './version-calls.ts';
import { FILES, KEY, VERSIONS } from './versions.ts';

const OPTIONS = {
  versions: VERSIONS.map(({ prefix: _prefix, ...version }) => version),
  version: { header: 'Api-Version', default: 'v2' },
};

/** The app lets the query choose where the header does not. */
const PROJECT = {
  ...FILES,
  'server.ts': FILES['server.ts']!.replace(
    '{ cursorSecret:',
    "{ versionOf: (req) => new URL(req.url, 'http://localhost').searchParams.get('v') ?? undefined, cursorSecret:",
  ),
  'app/webhooks/paid@post.ts': `/**
 * Takes note of a payment.
 *
 * @param {{id: string}} body - The payment
 */
export default function paid() {}
`,
};

const of = (version: string | undefined, more: Readonly<Record<string, string>> = KEY): RequestInit => ({
  headers: { ...more, ...(version !== undefined && { 'Api-Version': version }) },
});
const BOOK = { method: 'POST', body: '{"title":"Emma","price":{"cents":1}}' };
const PAID = { method: 'POST', headers: { ...KEY, 'Content-Type': 'application/json' }, body: '{"id":"1"}' };

/** Requests without a client. */
const REQUESTS: readonly (Request & { readonly status: number; readonly body?: unknown })[] = [
  { path: '/ping', init: of(undefined), status: 200, body: 'v2' },
  { path: '/ping', init: of('v1'), status: 200, body: 'v1' },
  { path: '/ping?v=v3', init: of(undefined), status: 200, body: 'v3' },
  { path: '/ping?v=v3', init: of('v1'), status: 200, body: 'v1' },
  { path: '/ping?v=v1', init: of('v9'), status: 200, body: 'v1' },
  { path: '/ping', init: of('v9'), status: 400 },
  { path: '/ping', init: of('V1'), status: 400 },
  { path: '/ping', init: of(''), status: 400 },
  { path: '/unknown', init: of('v9'), status: 400 },
  { path: '/unknown', init: of('v1'), status: 404 },
  { path: '/ping', init: of('v1', {}), status: 401 },
  { path: '/v1/ping', init: of('v1'), status: 404 },
  { path: '/people/7/address', init: of('v1'), status: 404 },
  { path: '/people/7/address', init: of('v2'), status: 200 },
  { path: '/orders', init: of('v1', { ...KEY, 'X-Blocked': 'yes' }), status: 403 },
  { path: '/ping', init: { method: 'DELETE', ...of('v1') }, status: 405 },
  { path: '/books', init: { ...BOOK, ...of('v1', { ...KEY, 'Content-Type': 'application/json' }) }, status: 400 },
  { path: '/books/0', init: of('v1'), status: 200 },
  { path: '/books/0', init: of('v3'), status: 200 },
  { path: '/webhooks/paid', init: PAID, status: 204 },
  { path: '/webhooks/paid', init: { ...PAID, headers: { ...PAID.headers, 'Api-Version': '2024-01-01' } }, status: 204 },
];

describe('an API whose header names one of three versions', () => {
  const cleanup = afterSuite();
  let runs: VersionRuns;

  beforeAll(async () => {
    runs = await runVersions(PROJECT, OPTIONS, REQUESTS, cleanup);
  });

  it('compiles without diagnostics', () => {
    expect(runs.diagnostics).toEqual([]);
  });

  it.each(EACH_CALL)(
    'answers the client of %s that requests %s according to its own document',
    (version, name, expected) => {
      const { value, requests } = runs.built.calls.get(`${version} ${name}`)!;
      expect(value).toEqual(expected);
      expect(requests.every(({ path }) => !/\/v\d/.test(path))).toBe(true);
      expectCall(runs, [version, name, expected]);
    },
  );

  it('serves the version that the header names, or else what the app chooses, or else the default', () => {
    const shown = REQUESTS.map(({ path, init = {} }) => `${path} ${JSON.stringify(init.headers)}`);
    expect(runs.built.answers.map(({ status }, i) => [shown[i], status])).toEqual(
      REQUESTS.map(({ status }, i) => [shown[i], status]),
    );
    expectAnswers(runs, REQUESTS);
    const named = REQUESTS.flatMap(({ body }, i) => (body === undefined ? [] : [[runs.built.answers[i]!.body, body]]));
    expect(named).toHaveLength(5);
    for (const [body, expected] of named) expect(JSON.parse(String(body))).toBe(expected);
  });

  it('varies by the header in every response, whatever its status', () => {
    for (const [place, { answers }] of [['built', runs.built] as const, ...runs.others])
      expect([place, answers.map(({ headers }) => headers['vary']?.split(', ').at(-1))]).toEqual([
        place,
        REQUESTS.map(() => 'Api-Version'),
      ]);
  });

  it('names the known versions in the problem of an unknown one', () => {
    expect(JSON.parse(String(runs.built.answers[5]!.body))).toMatchObject({
      status: 400,
      errors: [{ in: 'header', name: 'Api-Version', message: 'must be one of v1, v2, v3' }],
    });
  });

  it('describes the header in the document of each version, as the one that clients must send', () => {
    const parameterIn = (version: string): unknown => {
      const { paths, components } = JSON.parse(JSON.stringify(runs.documents.get(version)));
      const [first] = paths['/ping'].get.parameters;
      return first.$ref === undefined ? first : components.parameters[first.$ref.split('/').at(-1)];
    };
    expect(parameterIn('v1')).toMatchObject({
      in: 'header',
      name: 'Api-Version',
      required: true,
      schema: { enum: ['v1'] },
    });
    expect(parameterIn('v2')).not.toHaveProperty('required');
    expect(parameterIn('v2')).toMatchObject({ schema: { enum: ['v2'] } });
    expect(JSON.stringify(runs.documents.get('v3'))).not.toContain('/v3');
  });

  it('sends clients of older versions the dates of their end, and tags of their own bodies', () => {
    const [old, today] = [runs.built.answers[17]!, runs.built.answers[18]!];
    expect([old.headers['deprecation'], old.headers['sunset']]).toEqual([
      '@1793491200',
      'Sat, 01 May 2027 00:00:00 GMT',
    ]);
    expect(today.headers['deprecation']).toBeUndefined();
    expect(old.headers['etag']).not.toBe(today.headers['etag']);
  });
});
