import { expect } from 'vitest';
import { generateClient } from '../../src/build/codegen/client.ts';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import type { OpenApiDocument } from '../../src/build/openapi/document.ts';
import { CLIENT_MODULE } from '../../src/build/project/helper-modules.ts';
import type { Options } from '../../src/build/project/options.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import type { ClientOptions } from '../../src/runtime/client/types.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { AnyClient } from '../runtime/client/client.ts';
import { writeTree } from '../support/build.ts';
import type { Answer, Request } from './compare.ts';
import type { Judge } from './document.ts';
import { judgeBy } from './document.ts';
import type { Place, Send } from './platforms.ts';
import { writeProject } from './project.ts';
import type { Recorded } from './recorder.ts';
import { createRecorder, ORIGIN } from './recorder.ts';
import { exchangeAll, expectAlike, runEverywhere } from './run.ts';
import { KEY } from './versions.ts';

/** Asks by a client. */
type Ask = (client: AnyClient) => unknown;

const list = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const row of rows) found.push(row);
  return found;
};
const book = (client: AnyClient): unknown => client['getBook']!({ path: { index: 1 } });
const feed = (client: AnyClient): unknown => list(client['feedBooks']!() as AsyncIterable<unknown>);

/** What the client of each version asks for, and gets. */
export const CALLS: Readonly<Record<string, readonly (readonly [name: string, ask: Ask, expected: unknown])[]>> = {
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

/** What a client has sent and got, and what it returned. */
interface Called extends Recorded {
  readonly value: unknown;
}

/** A run of all requests. */
interface Run {
  readonly calls: ReadonlyMap<string, Called>;
  readonly answers: readonly Answer[];
}

/** Writes the client of a version, and imports it. */
async function clientOf(compilation: Compilation, root: string): Promise<(options: ClientOptions) => AnyClient> {
  const file = `client-${compilation.version}.mjs`;
  await writeTree(root, { [file]: generateClient(contractsOf(compilation), CLIENT_MODULE) });
  const module = (await import(/* @vite-ignore */ `${root}/${file}`)) as { createClient: never };
  return module.createClient;
}

/** All runs of an API with versions, and what its documents say. */
export interface VersionRuns {
  readonly diagnostics: readonly string[];
  readonly documents: ReadonlyMap<string, OpenApiDocument>;
  readonly judges: ReadonlyMap<string, Judge>;
  readonly built: Run;
  readonly others: readonly (readonly [place: Place, run: Run])[];
}

/**
 * Builds an API, and lets the client of each version ask in each place.
 *
 * @param requests Those that are sent without a client.
 */
export async function runVersions(
  files: Readonly<Record<string, string>>,
  options: Options,
  requests: readonly Request[],
  cleanup: Parameters<typeof writeProject>[1],
): Promise<VersionRuns> {
  const project = await writeProject(files, cleanup, {}, options);
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  const session = createSession(locateProject(resolveOptions(options), project.root));
  const compilation = session.compile();
  const clients = new Map<string, (options: ClientOptions) => AnyClient>();
  const documents = new Map<string, OpenApiDocument>();
  const judges = new Map<string, Judge>();
  for (const each of [...compilation.older!, compilation]) {
    const document = session.openApi(each);
    documents.set(each.version!, document);
    judges.set(each.version!, judgeBy(document, each));
    clients.set(each.version!, await clientOf(each, project.root));
  }
  const runs = await runEverywhere(project, (send) => runAll(send, clients, requests));
  return { diagnostics: compilation.diagnostics.map(formatDiagnostic), documents, judges, ...runs };
}

/** All calls of clients, for `it.each`: the version, the name, and the expected value. */
export const EACH_CALL = Object.entries(CALLS).flatMap(([version, calls]) =>
  calls.map(([name, , expected]) => [version, name, expected] as const),
);

/** Expects that the responses to a call are as the document of its version says, and that it has its value in all other places. */
export function expectCall(
  { built, others, judges }: VersionRuns,
  [version, name, expected]: (typeof EACH_CALL)[number],
): void {
  const { requests, answers } = built.calls.get(`${version} ${name}`)!;
  expect(requests.flatMap((request, i) => judges.get(version)!(request, answers[i]!))).toEqual([]);
  for (const [place, run] of others) {
    const called = run.calls.get(`${version} ${name}`)!;
    expect([place, called.value]).toEqual([place, expected]);
    expectAlike(requests, answers, [[place, called.answers]]);
  }
}

/** Expects that all other places answer the requests without a client as the built server does. */
export function expectAnswers(
  { built, others }: VersionRuns,
  requests: readonly (Request & { readonly status: number })[],
): void {
  // The dev server adds the paths that were meant to a 404.
  const isCompared = (_: unknown, i: number): boolean => requests[i]!.status !== 404;
  for (const [place, run] of others) {
    expect([place, run.answers.map(({ status }) => status)]).toEqual([place, requests.map(({ status }) => status)]);
    const [compared, answers] = [requests.filter(isCompared), built.answers.filter(isCompared)];
    expectAlike(compared, answers, [[place, run.answers.filter(isCompared)]]);
  }
}

/** Lets the clients of all versions ask, and sends requests without one. */
async function runAll(
  send: Send,
  clients: ReadonlyMap<string, (options: ClientOptions) => AnyClient>,
  requests: readonly Request[],
): Promise<Run> {
  const calls = new Map<string, Called>();
  for (const [version, asked] of Object.entries(CALLS))
    for (const [name, ask] of asked) calls.set(`${version} ${name}`, await call(clients.get(version)!, send, ask));
  return { calls, answers: await exchangeAll(send, requests) };
}

/** Lets a client ask, and takes note of what it sends and gets. */
async function call(createClient: (options: ClientOptions) => AnyClient, send: Send, ask: Ask): Promise<Called> {
  const { fetch, requests, answers } = createRecorder(send);
  try {
    return { requests, answers, value: await ask(createClient({ baseUrl: ORIGIN, fetch, headers: KEY })) };
  } catch (error) {
    return { requests, answers, value: error };
  }
}
