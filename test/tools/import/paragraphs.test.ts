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

it('an import keeps the paragraphs of every description', () => {
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

it.each<[string, string, string?]>([
  ['with "@" in code', 'Use it:\n\n```ts\n@Get()\nlist() {}\n  @Put()\n```\n\nLike so.'],
  ['with stars before "@" in code', 'Use it:\n\n```\n* @Get()\n ** @Put()\n```'],
  ['with "@" in a fence of tildes', '~~~\n@Get()\n```\n@Put()\n~~~'],
  ['with "@" in a long fence', '````\n```\n@Get()\n```\n@Put()\n````'],
  ['with a fence without an end', '~~~~\n@Get()\n~~~', '~~~~\n@Get()\n~~~\n~~~~'],
  ['with "@" outside code', '```\nx\n```\n\n@todo', '```\nx\n```\n\n\\@todo'],
])('keeps a text %s', (_, text, expected = text) => {
  const schema = { type: 'object', properties: { name: { type: 'string', description: text } } };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: text, content } };
  const plan = planOf(
    withPaths({
      '/a': { post: { summary: 'Adds.', description: text, responses, requestBody: { description: text, content } } },
    }),
  );
  expect([plan.losses, plan.differences]).toEqual([[], []]);
  const document = emitted(plan);
  expect(JSON.stringify(document).split(JSON.stringify(expected)).length - 1).toBe(5);
  expect(filesOf(planOf(document))).toEqual(filesOf(plan));
});

it.each(['a\n```\nb', '````\n```\n@x', '~~~\n@x'])('an import keeps an example with the text %j', (example) => {
  const content = { 'text/plain': { schema: { type: 'string' }, example } };
  const plan = planOf(withPaths({ '/a': { get: { responses: { 200: { description: 'It', content } } } } }));
  expect(plan.losses).toEqual([]);
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});
