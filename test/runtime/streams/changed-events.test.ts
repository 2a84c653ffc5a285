import { expect, it } from 'vitest';
import { createApp, event } from '../../../src/runtime/koa/index.ts';
import { createManifest } from '../koa/manifest.ts';
import { serve } from '../koa/serve.ts';

it.each([
  { id: '1\r\ndata: forged' },
  { id: '1\n\nevent: other' },
  { event: 'tick\ndata: forged' },
  { event: 'problem' },
  { retry: '1\ndata: forged' },
])('an event that was changed to %j is not written', async (change) => {
  const manifest = createManifest({
    'GET /events': {
      produces: 'text/event-stream',
      status: 200,
      stream: 'events',
      handler: async function* () {
        yield Object.assign(event('tick', 1), change);
      },
    },
  });
  const { ask, errors } = await serve(createApp(manifest));
  const { status, body } = await ask('GET /events');
  expect([status, body.includes('forged')]).toEqual([500, false]);
  expect(errors.map(({ name }) => name)).toEqual(['TypeError']);
});
