import { expect, it, onTestFinished, vi } from 'vitest';
import { createEvents, memoryEvents } from '../../../src/runtime/events/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from '../koa/compiled.ts';
import { serve } from '../koa/serve.ts';

const EVENTS = {
  '../events/order.paid.js': '/** @payload {integer} - The ID of a paid order */',
  '../events/order.sent.js': '/** @payload {integer} - The ID of a sent order */',
};

const operation = (fires: string, code: string): string =>
  `/**\n * Does it.\n * @param {boolean} [query.sends]\n * @returns {void} 204\n * @throws 409 - It fails\n${fires === '' ? '' : ` * @fires ${fires}\n`} */\nexport default async (ctx) => {\n${code}\n};\n`;

const SENDS = "if (ctx.input.query.sends) await ctx.events.send(undefined, 'order.paid', 7);";

/** An app that sends events, and the warnings of the package. */
async function serveTree(tree: Readonly<Record<string, string>>, options: { readonly isDev: boolean }) {
  const manifest = await compileTree({ ...EVENTS, ...tree }, { ...options, isFresh: true });
  const store = memoryEvents<undefined>();
  const events = createEvents<undefined>(manifest, { store });
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  const { ask } = await serve(createApp(manifest, { events }));
  return { ask, warnings, store };
}

it('warns once of a success that has sent none of the events of @fires', async () => {
  const tree = {
    'pay@post.js': operation('order.paid, order.sent', SENDS),
    'fail@post.js': operation('order.paid', 'ctx.throw(409);'),
    'plain@post.js': operation('', ''),
  };
  const { ask, warnings } = await serveTree(tree, { isDev: true });
  // One of them is enough, and a failure sends none.
  for (const path of ['pay?sends=true', 'fail', 'plain']) await ask(`POST /${path}`);
  expect(warnings).toEqual([]);
  for (let i = 0; i < 2; i++) expect((await ask('POST /pay')).status).toBe(204);
  expect(warnings).toEqual([
    'pay@post.js was successful and sent none of its events: order.paid, order.sent. Send them, or remove "@fires".',
  ]);
});

it("warns once of an event that the operation doesn't declare, even if two requests have sent it", async () => {
  const tree = {
    'pay@post.js': operation('', SENDS),
    'other@post.js': operation('order.sent', "await ctx.events.send(undefined, 'order.sent', 7);"),
  };
  const { ask, warnings, store } = await serveTree(tree, { isDev: true });
  await Promise.all(['pay?sends=true', 'other', 'pay?sends=true', 'other'].map((path) => ask(`POST /${path}`)));
  expect(warnings).toEqual([
    'pay@post.js sent the event "order.paid", which its comment doesn\'t declare. Add "@fires order.paid".',
  ]);
  expect(store.sent()).toHaveLength(4);
});

it("doesn't warn of a stored response, which sends no event", async () => {
  const tree = { 'pay@post.js': operation('order.paid', SENDS).replace(' * @fires', ' * @idempotent\n * @fires') };
  const manifest = await compileTree({ ...EVENTS, ...tree }, { isDev: true, isFresh: true });
  const store = memoryEvents<undefined>();
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  const events = createEvents<undefined>(manifest, { store });
  const { ask } = await serve(createApp(manifest, { events, idempotency: { clientOf: 'shared' } }));
  const headers = { 'Idempotency-Key': '"k"' };
  for (let i = 0; i < 2; i++) expect((await ask('POST /pay?sends=true', { headers })).status).toBe(204);
  expect(store.sent()).toHaveLength(1);
  expect(warnings).toEqual([]);
});

it('a build checks no sent events: its operations send them as they are', async () => {
  const { ask, warnings } = await serveTree({ 'pay@post.js': operation('order.sent', SENDS) }, { isDev: false });
  expect((await ask('POST /pay?sends=true')).status).toBe(204);
  expect((await ask('POST /pay')).status).toBe(204);
  expect(warnings).toEqual([]);
});
