import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from './declarations.ts';

const TREE = {
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    other: { type: apiKey, in: header, name: Other }\n',
  'app/operations/_middleware.ts': '/** @rate-limit 900 per hour (name: shop) */\n',
  'app/operations/a@post.ts':
    '/** @rate-limit 9 per minute per user\n * @security bearer\n * @returns {string} 200 - x */\nexport default function a() {}\n',
  'app/operations/b@post.ts': '/** @security bearer\n * @returns {string} 200 - x */\nexport default function b() {}\n',
};
const OTHERS = {
  'app/definitions/openapi.yaml': TREE['app/definitions/openapi.yaml'],
  'app/operations/a@post.ts': TREE['app/operations/a@post.ts'],
  'app/operations/c@post.ts': '/** @security other\n * @returns {string} 200 - x */\nexport default function c() {}\n',
};

it('types the names of limits, and ctx.rateLimits of operations that have them', async () => {
  const use = `import type { OperationContext } from 'unplugin-operations/koa';
export const some = (ctx: OperationContext<'a'>): Promise<void> => ctx.rateLimits.consume('shop', 2);
export const own = (ctx: OperationContext<'a'>): Promise<void> => ctx.rateLimits.consume('user-per-minute', 2);
// @ts-expect-error -- an unknown name
export const wrong = (ctx: OperationContext<'a'>): Promise<void> => ctx.rateLimits.consume('user-per-hour', 2);
export const shared = (ctx: OperationContext<'b'>): Promise<void> => ctx.rateLimits.consume('shop', 2);
export const untyped = (ctx: OperationContext): Promise<void> => ctx.rateLimits.consume('any', 2);
`;
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'use.ts': use })).toEqual([]);
});

it('types the options by the operations with limits, and without the input', async () => {
  const use = `import type { OperationContext, RateLimitStore } from 'unplugin-operations/koa';
import { consumeLimits, createApp, memoryLimits } from 'unplugin-operations/koa';
import { redis } from 'unplugin-operations/redis';
declare module 'unplugin-operations/types' {
  interface Auth { bearer: { sub: string; quota: number }; other: number }
}
declare const operations: never;
declare const ioredis: { call(command: string, ...args: (string | Buffer | number)[]): Promise<unknown> };
declare const nodeRedis: { sendCommand<T>(args: readonly (string | Buffer)[], options?: object): Promise<T> };
createApp(operations, { rateLimits: memoryLimits() });
createApp(operations, { ...redis(ioredis) });
createApp(operations, { rateLimits: { store: redis(nodeRedis).rateLimits, timeout: 20, onStoreError: 'closed' } });
createApp(operations, { rateLimits: { userOf: ({ auth, ip }) => auth.bearer?.sub ?? ip } });
createApp(operations, { rateLimits: { userOf: async (ctx) => ctx.state.user.id, keyOf: (ctx, name) => name } });
createApp(operations, { rateLimits: { quotaOf: (ctx, name) => (name === 'a' ? ctx.auth.bearer?.quota : Infinity) } });
createApp(operations, { rateLimits: consumeLimits(({ quota, window }) => ({ consume: async (key: string, points: number) => key.length + points < quota + window })) });
// @ts-expect-error -- each scheme is optional
createApp(operations, { rateLimits: { userOf: (ctx) => ctx.auth.bearer.sub } });
// @ts-expect-error -- the scheme of an operation without a limit
createApp(operations, { rateLimits: { userOf: (ctx) => ctx.auth.other } });
// @ts-expect-error -- an object names nobody
createApp(operations, { rateLimits: { userOf: (ctx) => ctx.auth.bearer } });
createApp(operations, { rateLimits: { keyOf: ({ input, auth }) => String(input.path.id ?? auth.bearer?.sub) } });
// @ts-expect-error -- the body is read later
createApp(operations, { rateLimits: { keyOf: ({ input }) => input.body } });
// @ts-expect-error -- nothing has been validated
createApp(operations, { rateLimits: { userOf: (ctx) => ctx.input.path.id } });
export const none = (ctx: OperationContext<'c'>): undefined => ctx.rateLimits;
export const store: RateLimitStore = memoryLimits();
`;
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(OTHERS), 'use.ts': use })).toEqual([]);
});
