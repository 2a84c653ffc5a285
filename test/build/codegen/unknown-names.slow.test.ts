import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from './declarations.ts';

// An unknown name is one error, at the name, which lists the names that there are.

const HANDLERS = `import type { OperationContext, OperationResult } from 'unplugin-operations/koa';
import { defineOperation } from 'unplugin-operations/koa';

export const one = defineOperation<'getTag'>((ctx) => {
  const { path, query } = ctx.input;
  ctx.set('X-Tag', ctx.params['id'] ?? '');
  const { limit, offset } = ctx.paging;
  if (path.id === 0) ctx.throw(404);
  return [path.id, query.form.length, ctx.auth.bearer.user, limit + offset];
});
export const two = defineOperation<'getTag'>(async function getTag({ input, paging, auth }, next) {
  await next();
  return input.body.name.trim() + paging.limit + auth.bearer;
});
export function three(ctx: OperationContext<'getTag'>): OperationResult<'getPet'> {
  return [String(ctx.input.path.id)];
}
`;

/** A tree of operations with these operationIds, or without any where they start with "_". */
function treeOf(names: readonly string[]): Record<string, string> {
  const textOf = (name: string): string =>
    `/**\n * @param {integer} id - It\n * @returns {string[]} It\n */\nexport default function ${name}() {}`;
  return Object.fromEntries(names.map((name, i) => [`app/operations/p${i}/{id}.ts`, textOf(name)]));
}

async function check(names: readonly string[], handlers: string): Promise<string[]> {
  return checkTypes(scratch(), { 'operations.d.ts': declarationsOf(treeOf(names)), 'a.ts': handlers });
}

const told = (line: number, column: number, name: string, names: string): string =>
  `a.ts(${line},${column}): error TS2344: Type '"${name}"' does not satisfy the constraint '${names}'.`;

it('reports an unknown name once, with the operationIds', async () => {
  const names = '"addPet" | "getPet" | "listPets" | keyof Operations';
  expect(await check(['getPet', 'listPets', 'addPet'], HANDLERS)).toEqual([
    told(4, 36, 'getTag', names),
    told(11, 36, 'getTag', names),
    told(15, 45, 'getTag', names),
  ]);
});

it('reports an unknown name with methods and paths if no operation has an operationId', async () => {
  const wrong = `import { defineOperation } from 'unplugin-operations/koa';
export default defineOperation<'GET /p9/{id}'>(({ input: { path: { id } } }) => [id.trim()]);
`;
  expect(await check(['_a', '_b'], wrong)).toEqual([told(2, 32, 'GET /p9/{id}', '"GET /p0/{id}" | "GET /p1/{id}"')]);
});

it('TypeScript keeps the message about an unknown name short in a large project', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `getThing${i}`);
  const lines = await check(names, HANDLERS.replaceAll('getPet', 'getThing1'));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/"getThing0" \| "getThing1" \| .*\.\.\. \d+ more \.\.\./);
  expect(lines[0]!.length).toBeLessThan(500);
});

it('types a handler without a name as the function that it is', async () => {
  const right = `import { defineOperation } from 'unplugin-operations/koa';
const plain: (n: 1) => 'a' = defineOperation(() => 'a' as const);
const typed = defineOperation((ctx) => ({ id: ctx.params['id'] }));
export const id: string | undefined = typed({} as Parameters<typeof typed>[0]).id;
export default plain;
`;
  expect(await check(['getPet'], right)).toEqual([]);
});
