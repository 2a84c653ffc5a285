import { expect, it } from 'vitest';
import { emitted, existingOf, filesOf, planOf, withPaths } from './support.ts';

const TEXT = 'The first paragraph.\n\nThe second one:\n\n- an item\n\n```\ncode\n\n\nmore code\n```';

const DOCUMENT = withPaths({
  '/a': {
    post: {
      summary: 'Adds a thing.',
      description: TEXT,
      parameters: [{ name: 'limit', in: 'query', description: TEXT, schema: { type: 'integer' } }],
      requestBody: {
        description: TEXT,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { name: { type: 'string', description: TEXT } } },
          },
        },
      },
      responses: {
        200: {
          description: TEXT,
          headers: { 'X-Left': { description: TEXT, schema: { type: 'integer' } } },
          content: { 'application/json': { schema: { type: 'string' } } },
        },
      },
    },
  },
});

it('keeps the paragraphs of every description', () => {
  const plan = planOf(DOCUMENT);
  const post = emitted(plan).paths!['/a']!.post!;
  const texts = JSON.stringify(post).split(JSON.stringify(TEXT).slice(1, -1)).length - 1;
  expect(post).toMatchObject({ summary: 'Adds a thing.', description: TEXT });
  expect(texts).toBe(6);
});

it('changes nothing in a second import', () => {
  const plan = planOf(DOCUMENT);
  expect(planOf(DOCUMENT, existingOf(plan)).operations.changes).toEqual([]);
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});
