import { beforeAll, describe, expect, it } from 'vitest';
import { generateClient } from '../../src/build/codegen/client.ts';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import { CLIENT_MODULE } from '../../src/build/project/helper-modules.ts';
import type { ClientOptions } from '../../src/runtime/client/types.ts';
import { afterSuite } from '../playground/build.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { AnyClient } from '../runtime/client/client.ts';
import { writeTree } from '../support/build.ts';
import type { Answer, Request } from './compare.ts';
import { readAnswer } from './compare.ts';
import type { Judge } from './document.ts';
import { judgeBy } from './document.ts';
import type { Place, Send } from './platforms.ts';
import { writeProject } from './project.ts';
import { exchangeAll, expectAlike, runEverywhere } from './run.ts';
import { FILES, KEY, VERSIONS } from './versions.ts';

type Ask = (client: AnyClient) => unknown;

const list = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const row of rows) found.push(row);
  return found;
};
const book = (client: AnyClient): unknown => client['getBook']!({ path: { index: 1 } });
const feed = (client: AnyClient): unknown => list(client['feedBooks']!() as AsyncIterable<unknown>);

/** What the client of each version asks for, and gets. */
const CALLS: Readonly<Record<string, readonly (readonly [name: string, ask: Ask, expected: unknown])[]>> = {
  v1: [
    ['its name', (client) => client['ping']!(), 'v1'],
    [
      'a book',
      book,
      { name: 'Ulysses', price: { amount: 20 }, sequel: { name: 'Ulysses II', price: { amount: 9.95 } } },
    ],
    [
      'a page of books',
      (client) => client['listBooks']!({ query: { page_size: 1, total: true } }),
      { items: [{ name: 'Emma', price: { amount: 12.5 } }], limit: 1, offset: 0, total: 2 },
    ],
    [
      'to add a book',
      (client) => client['addBook']!({ body: { name: 'Persuasion', price: { amount: 5.5 } } }),
      { name: 'Persuasion!', price: { amount: 5.5 } },
    ],
    [
      'a stream of books',
      feed,
      [
        { name: 'Emma', price: { amount: 12.5 } },
        { name: 'Ulysses', price: { amount: 20 }, sequel: { name: 'Ulysses II', price: { amount: 9.95 } } },
      ],
    ],
    [
      'an envelope',
      (client) => client['getShelf']!(),
      {
        room: 'Hall',
        best: null,
        books: [
          { name: 'Emma', price: { amount: 12.5 } },
          { name: 'Ulysses', price: { amount: 20 }, sequel: { name: 'Ulysses II', price: { amount: 9.95 } } },
        ],
        byYear: { 1815: { name: 'Emma', price: { amount: 12.5 } } },
      },
    ],
    [
      'a person with its address',
      (client) => client['getPerson']!({ path: { id: 7 } }),
      { name: 'Jane', address: { city: 'Bath' } },
    ],
    [
      'pages of orders',
      (client) => list(client['listOrders']!({ query: { page_size: 2 } })),
      [{ id: 1 }, { id: 2 }, { id: 3 }],
    ],
  ],
  v2: [
    ['its name', (client) => client['ping']!(), 'v2'],
    [
      'a book',
      book,
      { title: 'Ulysses', price: { amount: 20 }, sequel: { title: 'Ulysses II', price: { amount: 9.95 } } },
    ],
    [
      'to add a book',
      (client) => client['addBook']!({ body: { title: 'Persuasion', price: { amount: 5.5 } } }),
      { title: 'Persuasion!', price: { amount: 5.5 } },
    ],
    ['a person', (client) => client['getPerson']!({ path: { person_id: 7 } }), { name: 'Jane' }],
    ['an address', (client) => client['getAddress']!({ path: { person_id: 7 } }), { city: 'Bath' }],
  ],
  v3: [
    ['its name', (client) => client['ping']!(), 'v3'],
    [
      'a book',
      book,
      { title: 'Ulysses', price: { cents: 2000 }, sequel: { title: 'Ulysses II', price: { cents: 995 } } },
    ],
    [
      'to add a book',
      (client) => client['addBook']!({ body: { title: 'Persuasion', price: { cents: 550 } } }),
      { title: 'Persuasion!', price: { cents: 550 } },
    ],
    [
      'orders by a cursor',
      (client) => list(client['listOrders']!({ query: { page_size: 2 } })),
      [{ id: 1 }, { id: 2 }, { id: 3 }],
    ],
  ],
};

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

interface Called {
  readonly requests: readonly Request[];
  readonly answers: readonly Answer[];
  readonly value: unknown;
}

interface Run {
  readonly calls: ReadonlyMap<string, Called>;
  readonly answers: readonly Answer[];
}

const ORIGIN = 'http://localhost:3000';

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
    ({ built, others } = await runEverywhere(project, (send) => runAll(send, clients)));
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

async function clientOf(compilation: Compilation, root: string): Promise<(options: ClientOptions) => AnyClient> {
  const file = `client-${compilation.version}.mjs`;
  await writeTree(root, { [file]: generateClient(contractsOf(compilation), CLIENT_MODULE) });
  const module = (await import(/* @vite-ignore */ `${root}/${file}`)) as { createClient: never };
  return module.createClient;
}

async function runAll(send: Send, clients: ReadonlyMap<string, (options: ClientOptions) => AnyClient>): Promise<Run> {
  const calls = new Map<string, Called>();
  for (const [version, asked] of Object.entries(CALLS))
    for (const [name, ask] of asked) calls.set(`${version} ${name}`, await call(clients.get(version)!, send, ask));
  return { calls, answers: await exchangeAll(send, REQUESTS) };
}

/** Lets a client ask, and takes note of what it sends and gets. */
async function call(createClient: (options: ClientOptions) => AnyClient, send: Send, ask: Ask): Promise<Called> {
  const [requests, answers]: [Request[], Answer[]] = [[], []];
  const fetch = async (sent: globalThis.Request): Promise<Response> => {
    const body = Buffer.from(await sent.arrayBuffer());
    const init = { method: sent.method, headers: sent.headers, ...(body.length > 0 && { body }) };
    const request = { path: sent.url.slice(ORIGIN.length), init };
    const response = await send(request.path, init);
    requests.push(request);
    answers.push(await readAnswer(request, response.clone()));
    return response;
  };
  try {
    return { requests, answers, value: await ask(createClient({ baseUrl: ORIGIN, fetch, headers: KEY })) };
  } catch (error) {
    return { requests, answers, value: error };
  }
}
