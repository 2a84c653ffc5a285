import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createApp, stop } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';

it('stop() disposes of the app after its last request, once', async () => {
  const events: string[] = [];
  const app = createApp(createManifest({}), {
    dispose: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push('disposed');
    },
  });
  app.use(async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    events.push('answered');
    ctx.body = 'x';
  });
  const server = app.listen(0);
  const answer = fetch(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop(server);
  expect(events).toEqual(['answered', 'disposed']);
  expect((await answer).status).toBe(200);
  await stop(server);
  await app[Symbol.asyncDispose]();
  expect(events).toEqual(['answered', 'disposed']);
});

it('an app that listens twice is disposed of after the last of its servers', async () => {
  let disposed = 0;
  const app = createApp(createManifest({}), { dispose: () => disposed++ });
  const [one, other] = [app.listen(0), app.listen(0)];
  await stop(one);
  expect(disposed).toBe(0);
  await stop(other);
  expect(disposed).toBe(1);
});

it('an error of dispose is an error of stop(), and an app without it can be disposed of', async () => {
  const failing = createApp(createManifest({}), { dispose: () => Promise.reject(new Error('still open')) });
  await expect(stop(failing.listen(0))).rejects.toThrow('still open');
  const plain = createApp(createManifest({}));
  const server = plain.listen(0);
  onTestFinished(() => void server.close());
  expect(await plain[Symbol.asyncDispose]()).toBe(undefined);
  expect(await stop(server)).toEqual({ forced: 0 });
});

it('the option must be a function', () => {
  expect(() => createApp(createManifest({}), { dispose: true as never })).toThrow(
    new TypeError('The option dispose of createApp must be a function, not true.'),
  );
});
