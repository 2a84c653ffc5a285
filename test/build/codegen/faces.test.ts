import { describe, expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf, operation } from './declarations.ts';

const DEFINITIONS = `export interface User {
  /** @readOnly true */
  id: number;
  name: string;
  /** @default 1 */
  level?: number;
  /** @writeOnly true */
  password: string;
  /** @readOnly true */
  friends: User[];
}
/** A definition whose name a face would have. */
export interface UserRequest { user: User }
`;

const TREE = {
  'app/definitions/users.ts': DEFINITIONS,
  'app/operations/users/@post.ts': operation('@param {User} body - It', '@returns {User} 201 - It').replace(
    '_',
    'addUser',
  ),
  'app/operations/users/@put.ts': operation('@param {UserRequest} body - It', '@returns {UserRequest} It').replace(
    '_',
    'putUser',
  ),
  'app/operations/users/@get.ts': operation('@returns {Stream<User>} All').replace('_', 'streamUsers'),
};

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
same<keyof Schemas, 'Problem' | 'User' | 'UserRequest'>(true);
same<keyof Schemas['User'], 'id' | 'name' | 'level' | 'password' | 'friends'>(true);

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

  it('are the declared ones where nothing is marked', () => {
    const plain = { ...TREE, 'app/definitions/users.ts': DEFINITIONS.replaceAll(/@(?:read|write)Only true/g, 'It') };
    expect(declarationsOf(plain)).not.toMatch(/Request_|UserResponse/);
    expect(declarationsOf(TREE)).toMatch(/UserRequest_2[^]*UserResponse/);
  });
});
