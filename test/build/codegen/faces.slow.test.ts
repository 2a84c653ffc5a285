import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from './declarations.ts';
import { TREE } from './faces.ts';

const USES = `import { createClient } from 'virtual:operations/client';
import type { Operations, Schemas } from 'unplugin-operations/types';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};
type Keys = Operations['POST /users'];

same<keyof Keys['input']['body'], 'name' | 'level' | 'password'>(true);
same<Keys['input']['body']['level'], number>(true);
same<keyof Keys['request']['body'], 'name' | 'level' | 'password'>(true);
same<keyof Keys['response'], 'id' | 'name' | 'level' | 'friends'>(true);
same<keyof Keys['response']['friends'][number], 'id' | 'name' | 'level' | 'friends'>(true);
same<keyof Operations['PUT /users']['request']['body']['user'], 'name' | 'level' | 'password'>(true);
same<keyof Operations['PUT /users']['response']['user'], 'id' | 'name' | 'level' | 'friends'>(true);
same<keyof Schemas, 'Problem' | 'User' | 'UserRequest' | 'App' | 'Secret' | 'Role'>(true);
same<keyof Schemas['User'], 'id' | 'name' | 'level' | 'password' | 'friends'>(true);

type Apps = Operations['PUT /apps'];
same<keyof Apps['input']['body'], 'env' | 'keys' | 'roles'>(true);
same<Apps['input']['body']['env'], { [name: string]: string }>(true);
same<Apps['input']['body']['roles'], { [name: string]: never }>(true);
same<keyof Apps['response'], 'env' | 'roles' | 'groups'>(true);
same<Apps['response']['env'], { [name: string]: never }>(true);
// A handler can return a row as it is.
export const app: Apps['result'] = { env: { DB: 'secret' }, roles: { me: 'admin' }, groups: [] };

const client = createClient({ baseUrl: '/api' });
export async function use(): Promise<void> {
  const user = await client.addUser({ body: { name: 'Ada', password: 'secret' } });
  same<typeof user.id, number>(true);
  // @ts-expect-error -- it never leaves
  void user.password;
  // @ts-expect-error -- the server assigns it
  await client.addUser({ body: { id: 1, name: 'Ada', password: 'secret' } });
}

export const result: Keys['result'] = { id: 1, name: 'Ada', friends: [] };
`;

describe('the types of the two faces of a schema', () => {
  it.each(['browser', 'server'] as const)('lack what does not travel, in a %s', async (side) => {
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'use.ts': USES }, side)).toEqual([]);
  });
});
