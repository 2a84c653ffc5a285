import { Writable } from 'node:stream';
import logger from 'koa-logger';
import morgan from 'koa-morgan';
import { onerror } from 'koa-onerror';
import pino from 'koa-pino-logger';
import { expect, it } from 'vitest';
import { create, inEachPlace, listen } from './serve.ts';

/** A stream that keeps its lines. */
function collect(): { readonly stream: Writable; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { stream, lines };
}

const REQUESTS = [
  ['GET /pets', 200],
  ['GET /failure', 409],
] as const;

inEachPlace('koa-logger', (serveWith) => {
  it('logs status and size', async () => {
    const lines: string[] = [];
    const { ask } = await serveWith(logger((_text, args) => void lines.push(args.join(' '))));
    for (const [target, status] of REQUESTS) expect((await ask(target)).status).toBe(status);
    await expect.poll(() => lines.filter((line) => /\/(?:pets|failure) (?:200|409)/.test(line))).toHaveLength(2);
  });
});

inEachPlace('koa-morgan', (serveWith) => {
  it('logs status and path', async () => {
    const { stream, lines } = collect();
    const { ask } = await serveWith(morgan(':method :url :status', { stream }));
    for (const [target, status] of REQUESTS) expect((await ask(target)).status).toBe(status);
    await expect.poll(() => lines).toEqual(['GET /pets 200\n', 'GET /failure 409\n']);
  });
});

inEachPlace('koa-pino-logger', (serveWith) => {
  it('logs status and path, and adds ctx.log', async () => {
    const { stream, lines } = collect();
    const { ask } = await serveWith(pino(undefined as never, stream as never) as never, (ctx, next) => {
      ctx['log'].info('from middleware');
      return next();
    });
    for (const [target, status] of REQUESTS) expect((await ask(target)).status).toBe(status);
    const logged = (): unknown[] => lines.map((line) => JSON.parse(line));
    await expect.poll(() => logged().filter((line: any) => line.res?.statusCode === 200)).toHaveLength(1);
    expect(logged()).toContainEqual(expect.objectContaining({ msg: 'from middleware' }));
  });
});

inEachPlace('koa-onerror', (_serveWith, place) => {
  it('answers errors in place of the problems', async () => {
    const { ask, errors } = await listen(create(place, (app) => onerror(app as never)));
    const answer = await ask('GET /failure', { headers: { Accept: 'application/json' } });
    expect(answer).toMatchObject({ status: 409, json: { error: 'sold out' } });
    expect((await ask('GET /pets/x', { headers: { Accept: 'text/html' } })).headers['content-type']).toMatch(
      'text/html',
    );
    expect(errors).toHaveLength(2);
  });
});
