import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf, operation } from './declarations.ts';

// What operations.d.ts says is what TypeScript says: in each of these, a line that has to be wrong is marked, and would be told if it were right.

const TREE = {
  'app/definitions/pets.ts': `export interface NewPet { name: string; /** @default cat */ kind?: 'cat' | 'dog' }
export interface Pet extends NewPet { id: number; parents?: Pet[] }
export interface Photos { title: string; files: unknown }
export interface Pets {
  /** @items */
  pets: Pet[];
  /** @total */
  petsCount?: number;
}
/** Always with its total. */
export interface Counted {
  /** @items */
  pets: Pet[];
  /** @total */
  petsCount: number;
}
/** Only a handler knows the pages. */
export interface Numbered extends Pets { pages: number }
`,
  'app/definitions/Photo.yaml':
    'type: object\nrequired: [file]\nproperties:\n  file: { type: string, format: binary }\n  size: { type: integer, default: 1 }\n',
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: Key }\n',
  'app/operations/pets/{id}/@get.ts': `/**
 * @param {integer} id
 * @param {'short'|'long'} [form=short]
 * @param {string} [header.If-None-Match]
 * @param {string[]} [tag]
 * @returns {Pet} 200 - It
 */
export default function getPet() {}
`,
  'app/operations/pets/@get.ts':
    '/** @param-include paging\n * @returns {Page<Pet>} Pets */ export default function listPets() {}',
  'app/operations/lists/some.ts': operation('@operationId some', '@param-include paging', '@returns {Pets} Pets'),
  'app/operations/lists/counted.ts': operation(
    '@operationId counted',
    '@param-include paging',
    '@returns {Counted} Pets',
  ),
  'app/operations/lists/numbered.ts': operation(
    '@operationId numbered',
    '@param-include paging',
    '@returns {Numbered} Pets',
  ),
  'app/operations/pets/@post.ts': `/**
 * @security bearer
 * @security key
 * @param {NewPet} body
 * @returns {Pet} 201 - It
 * @returns {void} 204 - It is there
 */
export default function addPet() {}
`,
  'app/operations/pets/{id}/photo@put.ts': operation(
    '@consumes multipart/form-data',
    '@param {integer} id',
    '@param {Photo} body',
    '@returns {void} 204',
  ),
  'app/operations/pets/{id}/photo@get.ts': operation('@param {integer} id', '@returns {file} 200 image/png - It'),
  'app/operations/raw@post.ts': operation('@param {file} [body]', '@returns {any} It'),
  'app/operations/prices@put.ts': operation(
    '@param {Record<string, integer>} body',
    '@consumes text/csv',
    '@param {string} body',
    '@consumes image/*',
    '@param {file} body',
    '@returns {integer} It',
  ),
  'app/operations/notes@put.ts': operation(
    '@consumes text/csv, text/plain',
    '@param {string} [body]',
    '@returns {integer} It',
  ),
  'app/operations/shops/{shop}/_middleware.ts':
    '/**\n * @security key\n * @param {integer} path.shop\n * @param {string} [query.lang=en]\n * @param {integer} header.X-Tenant\n * @returns {Pet} It\n */\n',
  'app/operations/shops/{shop}/pet@put.ts': operation('@param {boolean} [query.lang]', '@param {string} name'),
  'app/operations/loans@post.ts': operation(
    '@operationId lend',
    '@returns {{id: integer}} 201',
    '@returns {void} 303',
    '@throws {{taken: string}} 409',
    '@throws {{reason: string}} 410 application/problem+json',
    '@throws 404 - None',
  ),
  'app/operations/odd/{it}.ts': operation('@param {string} it', '@returns {object} It'),
};

const HANDLERS = `import type { OperationContext, OperationResult, Schemas } from 'unplugin-operations/koa';
import { defineOperation, page, problem } from 'unplugin-operations/koa';

declare module 'unplugin-operations/types' {
  interface Auth { bearer: { user: string } }
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

const ada: Schemas['Pet'] = { id: 1, name: 'Ada' };

export const byId = defineOperation<'getPet'>((ctx) => {
  const { path, query, header, body } = ctx.input;
  same<typeof path.id, number>(true);
  same<typeof query.form, 'short' | 'long'>(true);
  same<typeof query.tag, string[] | undefined>(true);
  same<(typeof header)['If-None-Match'], string | undefined>(true);
  same<typeof body, undefined>(true);
  same<typeof ctx.paging, undefined>(true);
  // @ts-expect-error -- no one declared it
  query.colour;
  // @ts-expect-error -- it is a number
  path.id.toUpperCase();
  // Koa's own is there as ever.
  ctx.set('X-Pet', ctx.params['id'] ?? '');
  if (path.id === 0) ctx.throw(404);
  return { ...ada, kind: 'cat' as const, parents: [ada] };
});

export const lend = defineOperation<'lend'>((ctx) => {
  same<OperationResult<'lend'>, { id: number | bigint } | void | { taken: string }>(true);
  ctx.status = 409;
  if (ctx.ip === '1') return { taken: 'Dust' };
  if (ctx.ip === '3') return ctx.redirect('/');
  ctx.status = 201;
  return { id: 1 };
});

// As databases return integers.
export const lendByDatabase = defineOperation<'lend'>(() => ({ id: 1n }));

// @ts-expect-error -- a problem is thrown
export const lendNot = defineOperation<'lend'>(() => ({ reason: 'x' }));

export const byTemplate = defineOperation<'GET /pets/{id}'>(async (ctx) => ({ id: ctx.input.path.id, name: 'Ada' }));

export async function byHand(ctx: OperationContext<'getPet'>): Promise<OperationResult<'getPet'>> {
  // @ts-expect-error -- no dog has this name
  return { id: ctx.input.path.id, name: 1 };
}

export const guarded = defineOperation<'getPet'>(function getPet(ctx) {
  const found = [ada].find(({ id }) => id === ctx.input.path.id);
  if (!found) throw problem(404, 'Unknown pet');
  return found;
});

export const checked = defineOperation<'getPet'>(async function getPet(ctx) {
  const found = [ada].find(({ id }) => id === ctx.input.path.id);
  if (found === undefined) throw problem(404, { detail: 'Unknown pet', shelter: 7 });
  found.name.toUpperCase();
  return ctx.input.query.form === 'short' ? found : ctx.throw(501, 'Not implemented yet');
});

// @ts-expect-error -- without a guard it may be undefined
export const unguarded = defineOperation<'getPet'>(() => [ada].find(({ id }) => id === 1));

// @ts-expect-error -- a pet has a name
export const incomplete = defineOperation<'getPet'>(() => ({ id: 1 }));

// @ts-expect-error -- there is no such operation
export const unknown = defineOperation<'getPat'>(() => ada);

export const rows = defineOperation<'listPets'>((ctx) => {
  same<typeof ctx.paging.limit, number>(true);
  // @ts-expect-error -- paging's parameters are in ctx.paging
  ctx.input.query.page;
  const all: readonly Schemas['Pet'][] = [ada];
  return ctx.paging.total ? page(all, 1) : all;
});

// @ts-expect-error -- rows, or a page of them
export const noRows = defineOperation<'listPets'>(() => ada);

export const some = [
  defineOperation<'some'>(() => [ada]),
  defineOperation<'some'>((ctx) => page([ada], ctx.paging.total ? 1 : undefined)),
  defineOperation<'some'>(async () => ({ pets: [ada] })),
  defineOperation<'listPets'>(({ paging }) => ({ items: [ada], limit: paging.limit, offset: paging.offset })),
  // @ts-expect-error -- these are no pets
  defineOperation<'some'>(() => page(['Ada'], 1)),
  // @ts-expect-error -- its name is another
  defineOperation<'some'>(() => ({ rows: [ada] })),
];

export const counted = [
  defineOperation<'counted'>(() => page([ada], 1)),
  defineOperation<'counted'>(() => ({ pets: [ada], petsCount: 1 })),
  // @ts-expect-error -- the total is required
  defineOperation<'counted'>(() => [ada]),
  // @ts-expect-error -- the total is required
  defineOperation<'counted'>(() => page([ada])),
  // @ts-expect-error -- the total is required
  defineOperation<'counted'>(() => ({ pets: [ada] })),
];

export const numbered = [
  defineOperation<'numbered'>(() => ({ pets: [ada], pages: 1 })),
  // @ts-expect-error -- nothing fills the pages
  defineOperation<'numbered'>(() => page([ada], 1)),
  // @ts-expect-error -- nothing fills the pages
  defineOperation<'numbered'>(() => [ada]),
];

export const added = defineOperation<'addPet'>((ctx) => {
  const { name, kind } = ctx.input.body;
  same<typeof kind, 'cat' | 'dog'>(true);
  same<typeof ctx.auth.bearer, { user: string } | undefined>(true);
  // @ts-expect-error -- no scheme has this name
  ctx.auth.cookie;
  return name === '' ? undefined : { id: 1, name, kind };
});

export const uploaded = defineOperation<'PUT /pets/{id}/photo'>(async (ctx) => {
  const { file, size } = ctx.input.body;
  same<typeof size, number>(true);
  await file.save(\`photos/\${ctx.input.path.id}\`);
});

export const inherited = defineOperation<'PUT /shops/{shop}/pet'>((ctx) => {
  const { path, query, header, body } = ctx.input;
  same<typeof path.shop, number>(true);
  same<typeof query.lang, boolean | undefined>(true);
  same<(typeof header)['X-Tenant'], number>(true);
  same<typeof ctx.auth.key, unknown>(true);
  return { id: path.shop, name: body.name };
});

// @ts-expect-error -- a pet has a name
export const inheritedResult = defineOperation<'PUT /shops/{shop}/pet'>(() => ({ id: 1 }));

export const photo = defineOperation<'GET /pets/{id}/photo'>(() => Buffer.from(''));

export const raw = defineOperation<'POST /raw'>((ctx) => ctx.input.body?.toString('hex'));

export const prices = defineOperation<'PUT /prices'>(({ input }) => {
  if (input.type === 'text/csv') return input.body.trim().length;
  if (input.type === 'application/json') {
    same<typeof input.body, { [name: string]: number }>(true);
    return input.body['Dust'] ?? 0;
  }
  same<typeof input.type, \`image/\${string}\`>(true);
  return input.body.byteLength;
});

export const notes = defineOperation<'PUT /notes'>(({ input }) => {
  const { type, body } = input;
  same<typeof type, 'text/csv' | 'text/plain' | undefined>(true);
  same<typeof body, string | undefined>(true);
  return input.type === undefined ? 0 : input.body.length;
});

// @ts-expect-error -- the body can also be JSON
export const oneType = defineOperation<'PUT /prices'>(({ input }) => input.body.trim().length);

interface Declared { readonly it: string }
export const odd = defineOperation<'GET /odd/{it}'>((ctx): Declared => ({ it: ctx.input.path.it }));

// Without a name all is as it was.
export const untyped = defineOperation((ctx) => ({ id: ctx.input.path['id'], at: ctx.paging.offset }));
export const loose = (ctx: OperationContext): unknown => ctx.input.query['x'];
`;

const VERIFIERS = `/// <reference types="unplugin-operations/client" />
import type { Verifier, Verifiers } from 'unplugin-operations/koa';
import { createApp } from 'unplugin-operations/koa';

declare module 'unplugin-operations/types' {
  interface Auth { bearer: { readonly user: string }; key: unknown }
}

const find = (token: string): { user: string; age: number } | undefined => (token === 'x' ? { user: 'x', age: 1 } : undefined);

export const plain: Verifiers = { bearer: (_ctx, token: string) => find(token), key: () => 1 };
export const later: Verifiers = {
  async bearer(ctx, token: string, scopes) {
    if (scopes.includes('all')) ctx.throw(403);
    return token === '' ? null : find(token);
  },
};
export const falsy: Verifiers = { bearer: (_ctx, token: string) => token === 'x' && { user: 'x' } };
export const alone: Verifier<'bearer'> = (_ctx, token: string) => find(token);
export const some: Verifiers = { bearer: alone };
export const loose: Verifier = () => 1;
createApp({ operations: [], routes: { methods: {}, anyMethod: undefined } } as never, { security: some });

// @ts-expect-error -- that is no user
export const nobody: Verifiers = { bearer: () => ({ nobody: 1 }) };
// @ts-expect-error -- nor is what this comes to
export const nobodyLater: Verifiers = { bearer: async () => ({ nobody: 1 }) };
// @ts-expect-error -- true is nobody
export const yes: Verifiers = { bearer: () => true };
// @ts-expect-error -- no scheme has this name
export const misspelled: Verifiers = { baerer: () => ({ user: 'x' }) };
// @ts-expect-error -- nor here
createApp({} as never, { security: { baerer: () => ({ user: 'x' }) } });
// @ts-expect-error -- it may return anything
export const unsure: Verifiers = { bearer: loose };
`;

const RETURNED = `/// <reference types="unplugin-operations/client" />
import { problem, type Verifiers } from 'unplugin-operations/koa';

class Account { name = ''; clone(): Account { return this; } }
interface Report { readonly name: string; readonly stack: string }
interface Payload { readonly sub?: string; readonly [claim: string]: unknown }

declare module 'unplugin-operations/types' {
  interface Auth {
    bearer: { readonly name: string };
    either: { readonly name: string } | string;
    account: Account;
    report: Report;
    payload: Payload;
    texts: Record<string, string>;
    list: readonly string[];
    any: any;
    url: { readonly url: string };
  }
}

const users = new Map<string, { name: string; age: number }>();
const account = (): Account | undefined => new Account();
const report = (): Report => ({ name: '', stack: '' });
const payload = async (): Promise<Payload> => ({ sub: '' });
const texts = (): Record<string, string> => ({});

export const right: Verifiers = {
  bearer: (_ctx, token: string) => users.get(token),
  either: () => 'name',
  account,
  report,
  payload,
  texts,
  list: () => ['a'],
  any: () => 1,
  url: async () => ({ url: '/' }),
};
// @ts-expect-error -- the problem is returned
export const returned: Verifiers = { bearer: (_ctx, token: string) => users.get(token) ?? problem(401, 'Unknown token') };
// @ts-expect-error -- by an async function
export const later: Verifiers = { bearer: async (_ctx, token: string) => users.get(token) ?? problem(401) };
// @ts-expect-error -- any error
export const error: Verifiers = { either: () => new TypeError('no') };
// @ts-expect-error -- a Response
export const response: Verifiers = { url: () => new Response(null, { status: 401 }) };
`;

describe('the types of verifiers', () => {
  it('refuse errors and responses that are returned', async () => {
    expect(await checkTypes(scratch(), { 'verifiers.ts': RETURNED })).toEqual([]);
  });

  it('verifiers have the types of Auth', async () => {
    expect(await checkTypes(scratch(), { 'verifiers.ts': VERIFIERS })).toEqual([]);
  });

  it('verifiers have the type any where Auth has none', async () => {
    const text = `import type { Verifier, Verifiers } from 'unplugin-operations/koa';
const key: Verifier = (_ctx, key: string) => key === 'x';
export const any: Verifiers = { bearer: () => ({ nobody: 1 }), 'any name': async () => 1, key, bad: () => {} };
// @ts-expect-error -- but it is a function
export const none: Verifiers = { bearer: 1 };
`;
    expect(await checkTypes(scratch(), { 'verifiers.ts': text })).toEqual([]);
  });
});

describe('the types of a handler', () => {
  it('a handler has the types of its contract', async () => {
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'handlers.ts': HANDLERS })).toEqual(
      [],
    );
  });

  it('a handler has no types where operations.d.ts is still to be written', async () => {
    const text = `import type { OperationContext, OperationResult } from 'unplugin-operations/koa';
import { defineOperation } from 'unplugin-operations/koa';
export const a = defineOperation<'getPet'>((ctx) => ({ id: ctx.input.path.id, rows: ctx.paging.limit }));
import type { Schemas } from 'unplugin-operations/koa';
export const pets: Schemas['Pet'][] = [{ id: 1, name: 'Ada' }];
export const b = (ctx: OperationContext<'x'>): OperationResult<'x'> => ctx.input.body.anything;
export const c = defineOperation((ctx) => ctx.input.path['id']);
`;
    expect(await checkTypes(scratch(), { 'handlers.ts': text })).toEqual([]);
  });

  it('need no better names than a tree has', async () => {
    const names = [
      'class',
      'string',
      'my-pet',
      'my.pet',
      'my_pet',
      '1st',
      'Schemas',
      'Array',
      'Operations',
      'Input',
      'Rows',
    ];
    const definitions = names.map((name, i) => [
      `app/definitions/${name}.json`,
      JSON.stringify({
        type: 'object',
        properties: { [name]: { default: i }, __proto__: {}, 'a b"\n*/': {} },
        description: '*/ `${x}` //',
      }),
    ]);
    const body = JSON.stringify({ anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) });
    const files = {
      ...(Object.fromEntries(definitions) as Record<string, string>),
      'app/definitions/All.json': body,
      "app/operations/it's/{a'b}/100%@post.ts": operation(
        "@param {string} a'b",
        '@param {All} body',
        '@returns {All} All',
      ),
      'app/operations/x/@post.ts': operation('@operationId then', '@returns {string} x'),
      'app/operations/y/@post.ts': operation('@operationId a/b', '@deprecated it is', '@returns {All[]} y'),
    };
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(files) })).toEqual([]);
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(files) }, 'browser')).toEqual([]);
  });

  it("a handler's types have each property that the validator requires", async () => {
    const schema = (value: unknown): string => JSON.stringify(value);
    const login = { properties: { login: { type: 'string' } } };
    const tree = {
      'app/definitions/Account.json': schema({ ...login, required: ['id'] }),
      'app/definitions/Parts.json': schema({ allOf: [login, { required: ['login'] }] }),
      'app/definitions/Strict.json': schema({ allOf: [{ $ref: 'Account.json' }, { required: ['login'] }] }),
      'app/operations/a.ts': operation(
        '@returns {Account} 200 - A',
        '@returns {Parts} 201 - A',
        '@returns {Strict} 202 - A',
      ),
    };
    const use = `import type { Schemas } from 'unplugin-operations/koa';
export const account: Schemas['Account'] = { id: 1 };
// @ts-expect-error -- the id is missing
export const noId: Schemas['Account'] = { login: 'ada' };
export const parts: Schemas['Parts'] = { login: 'ada' };
// @ts-expect-error -- the login is missing
export const noLogin: Schemas['Parts'] = {};
export const strict: Schemas['Strict'] = { id: null, login: 'ada' };
export const text: string = strict.login;
// @ts-expect-error -- the login is missing
export const neither: Schemas['Strict'] = { id: 1 };
`;
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(tree), 'use.ts': use })).toEqual([]);
  });

  it('compiles the types of an empty tree', async () => {
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf({}) })).toEqual([]);
  });
});

it('lets a handler return nothing if another package sends its file, but not for other bodies', async () => {
  const text = declarationsOf({
    'app/operations/files/{path...}@get.ts': operation(
      '@operationId getFile',
      '@param {string} path - x',
      '@returns {file} 200 any - The file',
    ),
    'app/operations/csv.ts': operation('@operationId getCsv', '@returns {string} 200 text/csv - The table'),
  });
  const code = `import type Koa from 'koa';
import { defineOperation } from 'unplugin-operations/koa';
declare function send(ctx: Koa.ParameterizedContext, path: string, options: { root: string }): Promise<string>;
export const getFile = defineOperation<'getFile'>(async (ctx) => {
  await send(ctx, ctx.input.path.path, { root: '/files' });
});
// @ts-expect-error -- a text must be returned
export const getCsv = defineOperation<'getCsv'>(async () => {});
`;
  expect(await checkTypes(scratch(), { 'operations.d.ts': text, 'a.ts': code })).toEqual([]);
});
