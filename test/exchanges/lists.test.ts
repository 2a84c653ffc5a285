import { beforeAll, describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/runtime/client/types.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { AnyClient } from '../runtime/client/client.ts';
import { clientModule } from '../runtime/client/client.ts';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { afterSuite } from '../playground/build.ts';
import { judgeBy } from './document.ts';
import { FILES } from './lists.ts';
import type { Place, Send } from './platforms.ts';
import { writeProject } from './project.ts';
import type { Recorded } from './recorder.ts';
import { createRecorder, ORIGIN } from './recorder.ts';
import { expectAlike, runEverywhere } from './run.ts';

const below = (directory: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(FILES).flatMap(([path, text]) =>
      path.startsWith(directory) ? [[path.slice(directory.length), text]] : [],
    ),
  );

/** The walks of a client: each yields all rows of its list. */
const WALKS: Readonly<Record<string, (client: AnyClient) => AsyncIterable<unknown>>> = {
  'an array': (client) => client['array']!({ query: { page_size: 20 } }),
  'an array, from an offset': (client) => client['array']!({ query: { limit: 7, offset: 8, place: 'Oslo & Bergen' } }),
  'a Page<T>, counted': (client) => client['pages']!({ query: { page_size: 16, total: true } }),
  'a Page<T>, not counted': (client) => client['uncounted']!({ query: { page_size: 15 } }),
  'an envelope': (client) => client['enveloped']!({ query: { page_size: 30 } }),
  'a cursor': (client) => client['cursor']!({ query: { page_size: 14, place: 'Rome' } }),
  'a cursor in an envelope': (client) => client['walked']!({ query: { page_size: 20 } }),
  'a cursor beside pages': (client) => client['both']!({ query: { page_size: 20 } }),
  'a QUERY': (client) => client['findVisits']!({ body: { places: ['Rome'] }, query: { page_size: 9 } }),
  'pages beside a cursor': (client) => client['both']!({ query: { limit: 15, offset: 5 } }),
};

/** What is sent and answered while a client walks, and what it yields. */
interface Walk extends Recorded {
  readonly rows: readonly unknown[];
}

const compilation = compileFiles(FILES);
const judge = judgeBy(documentOf(compilation), compilation);

describe('a walk through', () => {
  const cleanup = afterSuite();
  let built: ReadonlyMap<string, Walk>;
  let others: readonly (readonly [place: Place, walks: ReadonlyMap<string, Walk>])[];

  beforeAll(async () => {
    const project = await writeProject(FILES, cleanup);
    await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
    const module = await clientModule(below('app/operations/'), below('app/definitions/'), project.root);
    const walkAll = async (send: Send): Promise<ReadonlyMap<string, Walk>> => {
      const walks = new Map<string, Walk>();
      for (const [name, walk] of Object.entries(WALKS)) walks.set(name, await walkBy(module.createClient, send, walk));
      return walks;
    };
    ({ built, others } = await runEverywhere(project, walkAll));
  });

  it.each(Object.keys(WALKS))('%s is the same everywhere', (name) => {
    const { requests, answers, rows } = built.get(name)!;
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 200));
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(rows.map((row) => (row as { id: number }).id)).size).toBe(rows.length);
    expect(requests.flatMap((request, i) => judge(request, answers[i]!))).toEqual([]);
    for (const [place, walks] of others) {
      const walk = walks.get(name)!;
      expectAlike(requests, answers, [[place, walk.answers]]);
      expect([place, walk.requests.map(({ path }) => path)]).toEqual([place, requests.map(({ path }) => path)]);
      expect([place, walk.rows]).toEqual([place, rows]);
    }
  });
});

/** Lets a client walk, and takes note of what it sends and gets. An error ends the walk: the answers show it. */
async function walkBy(
  createClient: (options: ClientOptions) => AnyClient,
  send: Send,
  walk: (client: AnyClient) => AsyncIterable<unknown>,
): Promise<Walk> {
  const { fetch, requests, answers } = createRecorder(send);
  const rows: unknown[] = [];
  try {
    for await (const row of walk(createClient({ baseUrl: ORIGIN, fetch }))) rows.push(row);
  } catch (error) {
    rows.push(error);
  }
  return { requests, answers, rows };
}
