import { expect, it } from 'vitest';
import { declarationsOf } from './declarations.ts';
import { DEFINITIONS, TREE } from './faces.ts';

it('the types of the two faces of a schema are the declared ones where nothing is marked', () => {
  const plain = { ...TREE, 'app/definitions/users.ts': DEFINITIONS.replaceAll(/@(?:read|write)Only true/g, 'It') };
  expect(declarationsOf(plain)).not.toMatch(/Request_|UserResponse/);
  expect(declarationsOf(TREE)).toMatch(/UserRequest_2[^]*UserResponse/);
});
