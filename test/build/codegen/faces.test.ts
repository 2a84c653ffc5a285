import { expect, it } from 'vitest';
import { declarationsOf, operation } from './declarations.ts';
import { DEFINITIONS, TREE } from './faces.ts';

it('the types of the two faces of a schema are the declared ones where nothing is marked', () => {
  const plain = { ...TREE, 'app/definitions/users.ts': DEFINITIONS.replaceAll(/@(?:read|write)Only true/g, 'It') };
  expect(declarationsOf(plain)).not.toMatch(/Request_|UserResponse/);
  expect(declarationsOf(TREE)).toMatch(/UserRequest_2[^]*UserResponse/);
});

it('the type of a parameter has no readOnly properties', () => {
  const text = declarationsOf({
    'app/definitions/users.ts': 'export interface User {\n  /** @readOnly true */\n  id: number;\n  name: string }',
    'app/operations/users/@get.ts': operation('@param {User} like - It').replace('_', 'findUsers'),
  });
  expect(text).toMatch(/interface UserRequest \{\s*name: string;\s*\}/);
  expect(text.match(/like: .*/g)).toEqual(['like: Schemas.UserRequest;', 'like: Schemas.UserRequest;']);
});
