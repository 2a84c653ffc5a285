import { generateClient } from '../../src/build/codegen/client.ts';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { CLIENT_MODULE } from '../../src/build/project/helper-modules.ts';
import type { ClientOptions } from '../../src/runtime/client/types.ts';
import type { AnyClient } from '../runtime/client/client.ts';
import { writeTree } from '../support/build.ts';
import type { Answer, Request } from './compare.ts';
import { readAnswer } from './compare.ts';
import type { Send } from './platforms.ts';
import { exchangeAll } from './run.ts';
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

/** What a client has sent and got. */
export interface Called {
  readonly requests: readonly Request[];
  readonly answers: readonly Answer[];
  readonly value: unknown;
}

/** A run of all requests. */
export interface Run {
  readonly calls: ReadonlyMap<string, Called>;
  readonly answers: readonly Answer[];
}

const ORIGIN = 'http://localhost:3000';

/** Writes the client of a version, and imports it. */
export async function clientOf(compilation: Compilation, root: string): Promise<(options: ClientOptions) => AnyClient> {
  const file = `client-${compilation.version}.mjs`;
  await writeTree(root, { [file]: generateClient(contractsOf(compilation), CLIENT_MODULE) });
  const module = (await import(/* @vite-ignore */ `${root}/${file}`)) as { createClient: never };
  return module.createClient;
}

/** Lets the clients of all versions ask, and sends requests without one. */
export async function runAll(
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
