import { describe, expect, it } from 'vitest';
import { findTools } from '../../../src/runtime/mcp/search.ts';
import { toolsOf } from './serve.ts';

const operation = (summary: string): string => `/** ${summary}\n * @tool\n */\nexport default () => {};`;

const data = toolsOf(
  {
    'pets@get.ts': operation('Lists the pets.'),
    'pets@post.ts': operation('Creates a pet.'),
    'pets/{id}@get.ts': operation('Returns a pet.'),
    'pets/{id}@put.ts': operation('Replaces a pet.'),
    'pets/{id}@delete.ts': operation('Deletes a pet.'),
    'configuration@get.ts': operation('Returns the settings of the shop.'),
  },
  {},
  true,
);
const best = (query: string): string | undefined => findTools(data, query)[0]?.name;

describe('the best operation of a question', () => {
  it.each([
    ['which pets are there?', 'get_pets'],
    ['show me one pet', 'get_pets_id'],
    ['add a pet', 'post_pets'],
    ['change a pet', 'put_pets_id'],
    ['take a pet away', 'delete_pets_id'],
    ['remove a pet', 'delete_pets_id'],
  ])('finds the kind of a verb: %s', (query, name) => {
    expect(best(query)).toBe(name);
  });

  it('finds a word by its beginning', () => {
    expect(best('config')).toBe('get_configuration');
    expect(best('petConfig')).toBeDefined();
  });

  it('finds an operation that the caller can call', () => {
    const allowed = data.tools.filter(({ name }) => name === 'put_pets_id');
    expect(findTools(data, 'list all pets', allowed)).toEqual(allowed);
  });

  it.each(['', '   ', 'constructor __proto__ toString', 'of the', '?'])('finds nothing for %j', (query) => {
    expect(findTools(data, query)).toEqual([]);
  });
});
