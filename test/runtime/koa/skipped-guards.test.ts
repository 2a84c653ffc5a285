import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

const SCHEME = {
  'openapi.yaml': 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }',
};
/** Responds with what the first request got. */
const CACHE = `const known = new Map();
export default async (ctx, next) => {
  if (known.has(ctx.path)) return void (ctx.body = known.get(ctx.path));
  await next();
  known.set(ctx.path, ctx.body);
};`;

it('the dev server warns once of a success that a _middleware file sends in place of a guarded operation', async () => {
  const warnings: string[] = [];
  const listener = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  const handler = '\nexport default (ctx) => ({ for: ctx.auth.key ?? null });';
  const tree = {
    '_middleware.js': CACHE,
    'mine.js': `/** @security key\n * @returns {{for: any}} x */${handler}`,
    'open.js': `/** @returns {{for: any}} x */${handler}`,
    'closed/_middleware.js': 'export default (ctx) => ctx.throw(503);',
    'closed/a.js': `/** @security key\n * @returns {{for: any}} x */${handler}`,
  };
  const manifest = await compileTree(tree, { definitions: SCHEME, isDev: true, warnings: ['unset-auth'] });
  const { ask } = await serve(createApp(manifest, { security: { key: (_ctx: unknown, key: string) => key } as never }));
  const key = { headers: { 'x-key': 'ada' } };
  expect((await ask('GET /mine')).status).toBe(401);
  expect([(await ask('GET /mine', key)).status, (await ask('GET /mine')).status]).toEqual([200, 200]);
  for (const path of ['/mine', '/open', '/open', '/closed/a']) await ask(`GET ${path}`);
  await new Promise(setImmediate);
  expect(warnings.filter((each) => each.includes('next()'))).toEqual([
    'mine.js: a _middleware file responded with 200 and didn\'t call next(), so neither "@security" nor "authorize" has run. If the response depends on the user, send it in the handler.',
  ]);
});
