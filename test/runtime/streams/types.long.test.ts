import { expect, it } from 'vitest';
import { declarationsOf } from '../../build/codegen/declarations.ts';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';

const TREE = {
  'app/definitions/events.ts': `export interface Tick { count: number; state: 'on' | 'off' }
export type Change = ServerSentEvent<'tick', Tick> | ServerSentEvent<'end', { rows: number }>;
`,
  'app/operations/rows.ts':
    '/** @returns {Stream<Tick>} 200 */ export default async function* rows() { yield { count: 1, state: "on" as const }; }',
  'app/operations/watch.ts':
    '/** @returns {Stream<Change>} 200 text/event-stream */ export default async function* watch() {}',
  'app/operations/plain.ts':
    '/** @returns {Stream<integer[]>} 200 text/event-stream\n * @returns {void} 204 */ export default async function* plain() {}',
};

const SERVER = `import { defineOperation, event } from 'unplugin-operations/koa';
import type { OperationContext, OperationResult } from 'unplugin-operations/koa';

export const rows = defineOperation<'rows'>(async function* (ctx) {
  ctx.signal satisfies AbortSignal;
  ctx.lastEventId satisfies string | undefined;
  yield { count: 1, state: 'on' };
});
export const list = defineOperation<'rows'>(() => [{ count: 1, state: 'on' }]);
export const later = defineOperation<'rows'>(async () => rowsOf());
async function* rowsOf(): AsyncGenerator<{ count: number; state: 'on' }> { yield { count: 1, state: 'on' }; }
// @ts-expect-error -- another item
export const wrong = defineOperation<'rows'>(async function* () { yield { count: 'one', state: 'on' }; });
// @ts-expect-error -- one item
export const one = defineOperation<'rows'>(() => ({ count: 1, state: 'on' }));

export const watch = defineOperation<'watch'>(async function* () {
  yield event('tick', { count: 1, state: 'off' }, { id: 1, retry: 100 });
  yield event('end', { rows: 1 });
});
export async function* byHand(_ctx: OperationContext<'watch'>): AsyncGenerator<OperationResult<'watch'> extends AsyncIterable<infer I> | Iterable<infer I> ? I : never> {
  yield event('tick', { count: 1, state: 'off' });
}
// @ts-expect-error -- an unknown name
export const tock = defineOperation<'watch'>(async function* () { yield event('tock', { rows: 1 }); });
// @ts-expect-error -- the data of another event
export const end = defineOperation<'watch'>(async function* () { yield event('end', { count: 1, state: 'off' }); });
// Outside a handler nothing but the call itself keeps the literals.
const made = event('tick', { count: 1, state: 'off' });
made.data satisfies { count: number; state: 'on' | 'off' };
const queue = [event('tick', { count: 1, state: 'on' }), event('end', { rows: 2 })];
export const queued = defineOperation<'watch'>(() => queue);
export const lists = event('lists', { rows: [1, 2], nested: { names: ['a'] } }).data satisfies { rows: number[]; nested: { names: string[] } };
export const dates = (data: { at: Date; rows: number[] }) => event('at', data).data satisfies { at: Date; rows: number[] };
export const unknowns = (data: unknown, more: any) => [event('a', data).data, event('a', more).data satisfies number];
export const plain = defineOperation<'plain'>(async function* () { yield [1]; yield event('message', [2], { id: 'a' }); });
`;

const CLIENT = `import { createClient } from 'virtual:operations/client';
const client = createClient();
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

export async function read(): Promise<void> {
  for await (const row of client.rows()) same<typeof row.state, 'on' | 'off'>(true);
  for await (const row of client.request('GET /rows', {}, { signal: new AbortController().signal })) row.count.toFixed();
  for await (const change of client.watch()) {
    if (change.event === 'tick') change.data.count.toFixed();
    else same<typeof change.data, { rows: number }>(true);
    change.id satisfies string | undefined;
  }
  for await (const item of client.plain()) same<typeof item, number[]>(true);
  // @ts-expect-error -- a stream is not a promise
  client.rows().then(() => {});
}
`;

it('the types of streams are those of their contracts, for handlers and clients', async () => {
  const declarations = declarationsOf(TREE);
  const files = { 'operations.d.ts': declarations, 'client.ts': CLIENT };
  expect(await checkTypes(scratch(), { ...files, 'server.ts': SERVER })).toEqual([]);
  expect(await checkTypes(scratch(), files, 'browser')).toEqual([]);
});
