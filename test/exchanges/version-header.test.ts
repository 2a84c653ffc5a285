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
  const judges = new Map<string, Judge>();
  const documents = new Map<string, string>();
  let diagnostics: readonly string[];
  let built: Run;
  let others: readonly (readonly [place: Place, run: Run])[];

  beforeAll(async () => {
    const project = await writeProject(PROJECT, cleanup, {}, OPTIONS);
    await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
    const session = createSession(locateProject(resolveOptions(OPTIONS), project.root));
    const compilation = session.compile();
    diagnostics = compilation.diagnostics.map(formatDiagnostic);
    const clients = new Map<string, (options: ClientOptions) => AnyClient>();
    for (const each of [...compilation.older!, compilation]) {
      const document = session.openApi(each);
      judges.set(each.version!, judgeBy(document, each));
      documents.set(each.version!, JSON.stringify(document));
      clients.set(each.version!, await clientOf(each, project.root));
    }
    ({ built, others } = await runEverywhere(project, (send) => runAll(send, clients, REQUESTS)));
  });

  it('compiles without diagnostics', () => {
    expect(diagnostics).toEqual([]);
  });

  it.each(Object.entries(CALLS).flatMap(([version, calls]) => calls.map((each) => [version, ...each] as const)))(
    'answers the client of %s that asks for %s, as its own document says',
    (version, name, _ask, expected) => {
      const { value, requests, answers } = built.calls.get(`${version} ${name}`)!;
      expect(value).toEqual(expected);
      expect(requests.every(({ path }) => !/\/v\d/.test(path))).toBe(true);
      expect(requests.flatMap((request, i) => judges.get(version)!(request, answers[i]!))).toEqual([]);
      for (const [place, run] of others) {
        const called = run.calls.get(`${version} ${name}`)!;
        expect([place, called.value]).toEqual([place, expected]);
        expectAlike(requests, answers, [[place, called.answers]]);
      }
    },
  );

  it('serves the version that the header names, or else what the app chooses, or else the default', () => {
    const shown = REQUESTS.map(({ path, init = {} }) => `${path} ${JSON.stringify(init.headers)}`);
    expect(built.answers.map(({ status }, i) => [shown[i], status])).toEqual(
      REQUESTS.map(({ status }, i) => [shown[i], status]),
    );
    const named = REQUESTS.flatMap(({ body }, i) => (body === undefined ? [] : [[built.answers[i]!.body, body]]));
    expect(named).toHaveLength(5);
    for (const [body, expected] of named) expect(JSON.parse(String(body))).toBe(expected);
    const isCompared = (_: unknown, i: number): boolean => REQUESTS[i]!.status !== 404;
    for (const [place, run] of others) {
      expect([place, run.answers.map(({ status }) => status)]).toEqual([place, REQUESTS.map(({ status }) => status)]);
      const [requests, answers] = [REQUESTS.filter(isCompared), built.answers.filter(isCompared)];
      expectAlike(requests, answers, [[place, run.answers.filter(isCompared)]]);
    }
  });

  it('varies by the header in every response, whatever its status', () => {
    for (const [place, { answers }] of [['built', built] as const, ...others])
      expect([place, answers.map(({ headers }) => headers['vary']?.split(', ').at(-1))]).toEqual([
        place,
        REQUESTS.map(() => 'Api-Version'),
      ]);
  });

  it('names the known versions in the problem of an unknown one', () => {
    expect(JSON.parse(String(built.answers[5]!.body))).toMatchObject({
      status: 400,
      errors: [{ in: 'header', name: 'Api-Version', message: 'must be one of v1, v2, v3' }],
    });
  });

  it('describes the header in the document of each version, as the one that clients must send', () => {
    const parameterIn = (version: string): unknown => {
      const { paths, components } = JSON.parse(documents.get(version)!);
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
    expect(documents.get('v3')).not.toContain('/v3');
  });

  it('tells clients of older versions when these end, and sends tags of their own bodies', () => {
    const [old, today] = [built.answers[17]!, built.answers[18]!];
    expect([old.headers['deprecation'], old.headers['sunset']]).toEqual([
      '@1793491200',
      'Sat, 01 May 2027 00:00:00 GMT',
    ]);
    expect(today.headers['deprecation']).toBeUndefined();
    expect(old.headers['etag']).not.toBe(today.headers['etag']);
  });
});
