import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { page } from '../../../src/runtime/koa/index.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';

const set = (fields: Record<string, string>, value?: unknown) => (ctx: OperationContext) => {
  ctx.set(fields);
  return value;
};

const HANDLERS: Record<string, Sketch> = {
  object: () => ({ text: 'ä€😀' }),
  later: async () => ({ a: 1 }),
  string: () => 'text',
  null: () => null,
  nothing: () => undefined,
  created: { status: 201, handler: () => ({ id: 1 }) },
  reset: { status: 205, handler: () => ({ id: 1 }) },
  unmodified: { status: 304, handler: async () => 'x' },
  headers: set({ 'X-A': 'b', Vary: 'Accept' }, [1]),
  'headers-only': set({ 'X-A': 'b' }),
  length: set({ 'Content-Length': '999' }, { a: 1 }),
  message: (ctx: OperationContext) => ((ctx.status = 202), (ctx.message = 'Fine'), { a: 1 }),
  'only-message': (ctx: OperationContext) => ((ctx.message = 'Fine'), { a: 1 }),
  'unknown-status': (ctx: OperationContext) => ((ctx.status = 499), { a: 1 }),
  'no-body': (ctx: OperationContext) => ((ctx.body = null), { a: 1 }),
  'json-null': (ctx: OperationContext) => ((ctx.type = 'json'), (ctx.body = null)),
  html: (ctx: OperationContext) => ((ctx.type = 'html'), '<p>'),
  buffer: () => Buffer.from('raw'),
  stream: () => Readable.from(['a', 'b']),
  body: (ctx: OperationContext) => (ctx.body = { own: true }),
  throws: (ctx: OperationContext) => ctx.throw(403, 'no', { headers: { 'X-Why': 'so' } }),
  fails: () => Promise.reject(new Error('x')),
  raw: (ctx: OperationContext) => void ctx.res.writeHead(209, { 'X-Raw': '1' }).end('raw'),
  'status-code': (ctx: OperationContext) => ((ctx.res.statusCode = 209), { a: 1 }),
  flushed: (ctx: OperationContext) => (ctx.flushHeaders(), 'late'),
  'rows?page_size=2&total=1': { paging: 'array', handler: () => page([1, 2], 5) },
  'rows?limit=0': { paging: 'page', status: 203, handler: () => [] },
  'rows?page=x': { paging: 'array', handler: () => [] },
};

describe.each(Object.keys(HANDLERS))('%s', (name) => {
  it.each(['GET', 'HEAD'])('gets the same answer to %s from each kind of app, to each header', async (method) => {
    const [path = '', query = ''] = name.split(/(?=\?)/);
    const operations = createManifest({ [`GET /${path}`]: HANDLERS[name]! });
    const answers = [];
    for (const kind of KINDS) {
      const { ask, errors } = await serve(kind.create(operations));
      const { status, message, headers, body } = await ask(`${method} /${path}${query}`);
      const { date, ...others } = headers;
      expect(date).toBeDefined();
      answers.push({ status, message, headers: others, body, errors: errors.map((error) => error.message) });
    }
    for (const answer of answers) expect(answer).toEqual(answers[2]);
  });
});
