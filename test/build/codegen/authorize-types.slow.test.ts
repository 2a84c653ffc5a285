import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf, operation } from './declarations.ts';

const TREE = {
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }\n    key: { type: apiKey, in: header, name: Key }\n',
  'app/operations/orgs/{id}/@get.ts': operation(
    '@security bearer',
    '@param {integer} id',
    '@param {string} q',
    '@returns {string} It',
  ),
  'app/operations/orgs/{id}/pets@post.ts': operation(
    '@security bearer',
    '@param {integer} path.id',
    '@param {string} name',
    '@returns {string} It',
  ),
  'app/operations/orgs/{id}/open@get.ts': operation('@security key', '@param {integer} id', '@returns {string} It'),
  'app/operations/orgsmore.ts': operation('@returns {string} It'),
};

const CODE = `import type { Authorize } from 'unplugin-operations/koa';
declare module 'unplugin-operations/types' { interface Auth { bearer: { name: string } } }
export const a: Authorize<'/orgs/{id}/pets'> = async (ctx) => {
  const name: string = ctx.auth.bearer.name;
  const id: number = ctx.input.path.id;
  // @ts-expect-error -- the body has not been read
  ctx.input.body;
  // @ts-expect-error -- not declared
  ctx.input.query.q;
  ctx.state.org = name;
  return id === 1 && ctx.operation.method === 'POST';
};
export const b: Authorize<'/orgs/{id}'> = (ctx) => {
  const id: number = ctx.input.path.id;
  // @ts-expect-error -- one operation has another scheme
  ctx.auth.bearer;
  // @ts-expect-error -- only one operation has it
  ctx.input.query.q;
  return id === 1;
};
export const all: Authorize<'/'> = (ctx) => {
  // @ts-expect-error -- not every operation has it
  ctx.input.path.id;
  return true;
};
export const any: Authorize = (ctx) => ctx.input.path['id'] === 1 && ctx.auth['bearer'] !== undefined;
// @ts-expect-error -- unknown path
export const c: Authorize<'/orgs/{org}'> = () => true;
// @ts-expect-error -- not a boolean
export const d: Authorize<'/orgs/{id}'> = (ctx) => ctx.input.path.id;
// @ts-expect-error -- nothing is returned
export const e: Authorize<'/orgs/{id}'> = (ctx) => { ctx.state.org = 1; };
`;

it('types authorize by the operations of its directory and below', async () => {
  const declarations = declarationsOf(TREE);
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarations, 'authorize.ts': CODE })).toEqual([]);
});

const OWN_CODE = `import type { Authorize, AuthorizeContext } from 'unplugin-operations/koa';
declare module 'unplugin-operations/types' { interface Auth { bearer: { name: string } } }
export const a: Authorize<'GET /orgs/{id}'> = (ctx) => {
  const name: string = ctx.auth.bearer.name;
  const q: string | undefined = ctx.input.query.q;
  // @ts-expect-error -- another operation has it
  ctx.auth.key;
  return name === q && ctx.input.path.id === 1;
};
export const b: Authorize<'addPet'> = async (ctx) => {
  const name: string = ctx.auth.bearer.name;
  // @ts-expect-error -- the body has not been read
  ctx.input.body;
  return ctx.input.path.id === 1 && name !== '';
};
export function authorize(ctx: AuthorizeContext<'addPet'>): boolean {
  return ctx.input.path.id === 1;
}
// @ts-expect-error -- unknown operation
export const c: Authorize<'removePet'> = () => true;
// @ts-expect-error -- unknown operation
export const d: Authorize<'GET /orgs'> = () => true;
`;

it('types authorize by the operation that exports it', async () => {
  const path = 'app/operations/orgs/{id}/pets@post.ts';
  const named = { ...TREE, [path]: TREE[path].replace('@security', '@operationId addPet\n * @security') };
  const declarations = declarationsOf(named);
  expect(await checkTypes(scratch(), { 'operations.d.ts': declarations, 'authorize.ts': OWN_CODE })).toEqual([]);
});

it('authorize takes any path before operations.d.ts exists', async () => {
  const code = `import type { Authorize } from 'unplugin-operations/koa';
export const a: Authorize<'/orgs/{id}'> = (ctx) => ctx.input.path.id === ctx.auth.bearer.id;
export const b: Authorize<'addPet'> = (ctx) => ctx.input.path.id === ctx.auth.bearer.id;
`;
  expect(await checkTypes(scratch(), { 'authorize.ts': code })).toEqual([]);
});
