import { describe, expect, it } from 'vitest';
import { compileTree } from '../koa/compiled.ts';
import { KINDS, serve } from '../koa/serve.ts';

const TREE = {
  'lines.ts': `/** @returns {Stream<{ n: integer }>} 200 - Numbers */
export default async function* lines() { for (let n = 0; n < 3; n++) yield { n, secret: 1 }; }`,
  'records.ts': `/** @returns {Stream<string|null>} 200 application/json-seq */
export default function* () { yield 'a'; yield null; }`,
  'events.ts': `import { event } from '${process.cwd()}/src/runtime/koa/index.ts';
/** @returns {Stream<ServerSentEvent<'tick', { n: integer }>|ServerSentEvent<'end', string>>} 200 text/event-stream */
export default async (ctx) => (async function* () {
  yield event('tick', { n: 1, secret: 1 }, { id: 1, retry: 5 });
  yield event('end', ctx.lastEventId ?? 'none');
})();`,
  'plain.ts': `/** @returns {Stream<{ n: integer }>} 200 text/event-stream */
export default async function* () { yield { n: 1, secret: 2 }; throw Object.assign(new Error('gone'), { status: 409, expose: true }); }`,
  'fails.ts': `/** @returns {Stream<integer>} */
export default async function* () { throw Object.assign(new Error('gone'), { status: 409, expose: true }); }`,
};

describe.each(KINDS)('streams of $name', ({ create }) => {
  it('encodes items', async () => {
    const { ask, errors } = await serve(create(await compileTree(TREE)));
    const lines = await ask('GET /lines');
    expect([lines.status, lines.headers['content-type'], lines.body]).toEqual([
      200,
      'application/jsonl',
      '{"n":0}\n{"n":1}\n{"n":2}\n',
    ]);
    expect((await ask('GET /records')).body).toBe('\x1e"a"\n\x1enull\n');
    expect((await ask('GET /events', { headers: { 'Last-Event-ID': '7' } })).body).toBe(
      'event: tick\nid: 1\nretry: 5\ndata: {"n":1}\n\nevent: end\ndata: "7"\n\n',
    );
    expect((await ask('HEAD /lines')).body).toBe('');
    expect(errors).toEqual([]);
  });

  it('answers errors', async () => {
    const { ask, errors } = await serve(create(await compileTree(TREE)));
    const failed = await ask('GET /fails');
    expect([failed.status, failed.headers['content-type']]).toEqual([409, 'application/problem+json']);
    const plain = await ask('GET /plain');
    expect(plain.body).toBe(
      'data: {"n":1}\n\nevent: problem\ndata: {"type":"about:blank","title":"Conflict","status":409,"detail":"gone"}\n\n',
    );
    expect(errors.map(({ message }) => message)).toEqual(['gone', 'gone']);
  });
});
