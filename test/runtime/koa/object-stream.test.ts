import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { Served } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

async function* failAfter(rows: readonly unknown[]): AsyncGenerator {
  yield* rows;
  throw new Error('of the database');
}

describe.each(KINDS)('a stream of values, by $name', ({ create }) => {
  const serveIt = (sketch: Sketch): Promise<Served> => serve(create(createManifest({ 'GET /it': sketch })));

  it.each<[string, readonly unknown[], string]>([
    ['objects', [{ a: 1 }, { b: '€' }], '[{"a":1},{"b":"€"}]'],
    ['strings', ['a', 'b'], '["a","b"]'],
    ['numbers', [0, 1], '[0,1]'],
    ['nothing', [], '[]'],
    ['what JSON cannot say', [() => 1, { a: 1 }], '[null,{"a":1}]'],
  ])('sends a JSON array under a JSON type: %s', async (_name, rows, text) => {
    for (const handler of [
      () => Readable.from(rows),
      async () => Readable.from(rows),
      (ctx: OperationContext) => {
        ctx.type = 'json';
        ctx.body = Readable.from(rows);
      },
    ]) {
      const { ask, errors } = await serveIt({ status: 200, handler });
      expect(await ask('GET /it')).toMatchObject({ status: 200, body: text });
      expect((await ask('GET /it')).headers['content-type']).toBe(JSON_TYPE);
      expect(await ask('HEAD /it')).toMatchObject({ status: 200, body: '' });
      expect(errors).toEqual([]);
    }
  });

  it('sends an array of objects even where the contract declares no response, and bytes as bytes', async () => {
    const { ask } = await serveIt(() => Readable.from([{ a: 1 }]));
    expect(await ask('GET /it')).toMatchObject({ body: '[{"a":1}]', headers: { 'content-type': JSON_TYPE } });
    const bytes = await serveIt({ status: 200, handler: () => Readable.from([Buffer.from('[1'), Buffer.from(']')]) });
    expect((await bytes.ask('GET /it')).json).toEqual([1]);
  });

  it('sends a problem if the stream fails before its first item', async () => {
    for (const handler of [
      () => Readable.from(failAfter([])),
      () => Readable.from([2n ** 53n]),
      (ctx: OperationContext) => void (ctx.body = Readable.from(failAfter([]))),
    ]) {
      const { ask, errors } = await serveIt({ status: 200, handler });
      const answer = await ask('GET /it');
      expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
      expect(errors).toHaveLength(1);
    }
  });

  it('ends the connection if the stream fails later', async () => {
    for (const rows of [failAfter([{ a: 1 }]), [{ a: 1 }, 2n ** 53n]]) {
      const { ask, errors } = await serveIt({ status: 200, handler: () => Readable.from(rows) });
      await expect(ask('GET /it')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      expect(errors.length).toBeGreaterThan(0);
    }
  });

  it('fails for another declared type unless the values are text or bytes', async () => {
    const { ask, errors } = await serveIt({ produces: 'text/csv', handler: () => Readable.from([{ a: 1 }]) });
    expect((await ask('GET /it')).status).toBe(500);
    expect(errors[0]?.message).toBe(
      'it/@get.ts returned a stream of type object, but its media type is text/csv: use a stream of text or bytes',
    );
    const csv = await serveIt({ produces: 'text/csv', handler: () => Readable.from(['a,b\n', '', 'c,d\n']) });
    expect(await csv.ask('GET /it')).toMatchObject({ status: 200, body: 'a,b\nc,d\n' });
  });

  it('sends a stream in few writes if its items are there at once', async () => {
    let writes = 0;
    const { ask } = await serveIt({
      status: 200,
      handler: ({ res }: OperationContext) => {
        const { write } = res;
        res.write = ((...given: Parameters<typeof write>) => (writes++, write.apply(res, given))) as typeof write;
        return Readable.from(Array.from({ length: 1_000 }, (_, n) => n));
      },
    });
    expect((await ask('GET /it')).json).toHaveLength(1_000);
    expect(writes).toBeLessThan(100);
  });

  it('keeps the order and the bytes of a stream of bytes and text', async () => {
    const parts = ['ä', Buffer.from([0xff, 0]), '', 'b', Buffer.alloc(0), 'c', Buffer.from('d')];
    const { ask } = await serveIt({
      produces: 'application/octet-stream',
      handler: () => Readable.from(parts, { highWaterMark: 1 }),
    });
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
    expect((await ask('GET /it')).body).toBe(String(bytes));
  });

  it('closes the stream when the response ends', async () => {
    const streams: Readable[] = [];
    const { ask } = await serveIt({
      status: 200,
      handler: () => (streams.push(Readable.from([{ a: 1 }, { b: 2 }])), streams.at(-1)),
    });
    await ask('GET /it');
    await ask('HEAD /it');
    await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });
});
