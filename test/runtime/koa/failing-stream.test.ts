import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve, until } from './serve.ts';

const failLater = (): Readable => {
  const stream = new Readable({ read() {} });
  setTimeout(() => stream.destroy(new Error('later')), 5);
  return stream;
};

const failingWeb = (): ReadableStream => new ReadableStream({ start: (stream) => stream.error(new Error('at once')) });

/** Collects what would end the process during a test. */
function collectUncaught(): unknown[] {
  const uncaught: unknown[] = [];
  const add = (error: unknown): void => void uncaught.push(error);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    const before = process.listeners(event as 'uncaughtException');
    process.removeAllListeners(event).on(event, add);
    onTestFinished(() => {
      process.removeAllListeners(event);
      for (const listener of before) process.on(event, listener);
    });
  }
  return uncaught;
}

describe.each(KINDS)('a stream that fails before it is sent, by $name', ({ create }) => {
  it.each<[string, () => unknown]>([
    ['of a missing file', () => createReadStream('/missing')],
    ['at any time', failLater],
    ['of the web', failingWeb],
  ])('keeps the process alive: %s', async (_name, createStream) => {
    const uncaught = collectUncaught();
    const sketch = { status: 200, produces: 'application/octet-stream' };
    const set = (ctx: OperationContext): void => {
      ctx.body = createStream();
    };
    const app = create(
      createManifest({
        'GET /returned': { ...sketch, handler: createStream },
        'GET /set': { ...sketch, handler: set },
        'GET /waits': {
          ...sketch,
          handler: createStream,
          middleware: [
            async ({ response }, next) => {
              await next();
              // Not by a listener, which would handle the error.
              await until(() => (response.body as Readable).errored !== null);
            },
          ],
        },
        'GET /throws': {
          ...sketch,
          handler: async (ctx: OperationContext) => {
            set(ctx);
            throw new Error('after it');
          },
        },
      }),
    );
    const { ask } = await serve(app);
    for (const path of ['/returned', '/set'])
      expect(await ask(`HEAD ${path}`)).toMatchObject({ status: 200, body: '' });
    for (const target of ['HEAD /throws', 'GET /throws', 'HEAD /waits', 'GET /waits'])
      expect(await ask(target)).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
    await wait(20);
    expect(uncaught).toEqual([]);
  });
});
