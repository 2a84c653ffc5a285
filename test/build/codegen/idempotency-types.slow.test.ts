import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from './declarations.ts';

const TREE = {
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: Key }\n    other: { type: apiKey, in: header, name: Other }\n',
  'app/operations/a@post.ts':
    '/** @idempotent\n * @security bearer\n * @returns {string} 200 - x */\nexport default function a() {}\n',
  'app/operations/b@post.ts':
    '/** @idempotent required\n * @security key\n * @returns {string} 200 - x */\nexport default function b() {}\n',
  'app/operations/c@post.ts': '/** @security other\n * @returns {string} 200 - x */\nexport default function c() {}\n',
};

const USE = `import type { Idempotency, IdempotencyStore, OperationContext } from 'unplugin-operations/koa';
import { createApp, memoryStore } from 'unplugin-operations/koa';
declare module 'unplugin-operations/types' {
  interface Auth { bearer: { iss: string; sub: string }; key: string; other: number }
}
declare const operations: never;
createApp(operations, {
  idempotency: { clientOf: ({ auth }, credentials) => (auth.bearer ? [auth.bearer.iss, auth.bearer.sub] : credentials) },
});
createApp(operations, { idempotency: { clientOf: (ctx, credentials) => [credentials, ctx.get('X-Tenant')] } });
// At run time, a client that is undefined is a 500.
createApp(operations, { idempotency: { clientOf: (ctx) => ctx.auth.key } });
createApp(operations, { idempotency: { clientOf: 'shared' } });
createApp(operations, { idempotency: memoryStore() });
createApp(operations, { idempotency: { ...memoryStore(), clientOf: (ctx) => ctx.ip } });
// @ts-expect-error -- each of them is optional
createApp(operations, { idempotency: { clientOf: (ctx) => ctx.auth.bearer.sub } });
// @ts-expect-error -- the scheme of an operation without @idempotent
createApp(operations, { idempotency: { clientOf: (ctx) => String(ctx.auth.other) } });
// @ts-expect-error -- a client is identified by text
createApp(operations, { idempotency: { clientOf: (ctx) => ctx.auth.bearer } });
// @ts-expect-error -- not by a promise
createApp(operations, { idempotency: { clientOf: async (ctx) => 'x' } });
export const required = (ctx: OperationContext<'b'>): Idempotency => ctx.idempotency;
export const optional = (ctx: OperationContext<'a'>): Idempotency | undefined => ctx.idempotency;
// @ts-expect-error -- a request can have no key
export const absent = (ctx: OperationContext<'a'>): Idempotency => ctx.idempotency;
export const none = (ctx: OperationContext<'c'>): undefined => ctx.idempotency;
export const untyped = (ctx: OperationContext): Idempotency | undefined => ctx.idempotency;
export const store: IdempotencyStore = memoryStore();
`;

it('clientOf has the security schemes of operations with @idempotent, and ctx.idempotency is where a key is', async () => {
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'use.ts': USE })).toEqual([]);
});

it('clientOf takes any scheme without an operations.d.ts', async () => {
  const use = `import { createApp } from 'unplugin-operations/koa';
createApp({} as never, { idempotency: { clientOf: (ctx) => ctx.auth.bearer.sub } });
`;
  expect(await checkTypes(scratch(), { 'use.ts': use })).toEqual([]);
});
