import { describe, expect, it } from 'vitest';
import { emitted, filesOf, planOf, withPaths } from './support.ts';

/** The files of an import, and those of an import of their own document. */
function importTwice(document: object): [first: Record<string, string>, second: Record<string, string>] {
  const plan = planOf(document);
  return [filesOf(plan), filesOf(planOf(emitted(plan)))];
}

const ok = { 200: { description: 'OK' } };

/** A description of GET operations at `/0`, `/1` and so on. */
function operations(...all: object[]): object {
  return withPaths(Object.fromEntries(all.map((get, i) => [`/${i}`, { get: { responses: ok, ...get } }])));
}

const query = (schema: object): object => ({ parameters: [{ name: 'q', in: 'query', style: 'deepObject', schema }] });
const integer = { type: 'integer' };
const range = { type: 'object', properties: { from: integer, to: { ...integer, minimum: 0 } } };
const SAFE = Number.MAX_SAFE_INTEGER;

describe('an import of the document of an import gives the same files', () => {
  it.each<[string, object]>([
    ['an integer in a union', { anyOf: [integer, { type: 'string' }] }],
    ['an integer in a list', { type: 'array', items: integer }],
    ['a union that needs a definition', { anyOf: [range, integer] }],
    ['an object of lists', { type: 'object', title: 'Lists', properties: { a: { type: 'array', items: range } } }],
    ['an object of any names', { type: 'object', title: 'Open', additionalProperties: integer }],
    ['one bound that is safe', { type: 'integer', maximum: SAFE }],
    ['a condition', { not: { type: 'integer', minimum: -SAFE } }],
  ])('writes the same files for a parameter with %s', (_, schema) => {
    const [first, second] = importTwice(operations(query(schema)));
    expect(second).toEqual(first);
  });

  it.each(['-', '- Why', '| Why', ' '])('writes the same files for a link with the text %j', (description) => {
    const [first, second] = importTwice(operations({ externalDocs: { url: 'https://example.com/x', description } }));
    expect(second).toEqual(first);
    expect(Object.values(first).join()).toContain('@see https://example.com/x');
  });

  const examples: [string, object][] = [
    ['that does not match its schema', { schema: { type: 'object', examples: [{ a: 1 }] }, example: 'text' }],
    ['of several lines', { schema: { type: 'string' }, example: 'a,b\n\n1,2\n' }],
    ['with a line that looks like a directive', { schema: { type: 'string' }, example: 'to\n@returns {void}' }],
    ['that a comment cannot have', { schema: { type: 'string' }, example: '```\n */\n```\n */' }],
  ];

  it.each(examples)('writes the same files for a response with an example %s', (_, media) => {
    const content = { 'text/csv': media, 'application/json': media };
    const [first, second] = importTwice(operations({ responses: { 200: { description: 'It', content } } }));
    expect(second).toEqual(first);
  });

  it.each(examples)('writes the same files for errors with an example %s in one of them', (_, media) => {
    const error = (one: object): object => ({
      responses: { ...ok, 404: { description: 'No', content: { 'application/json': one } } },
    });
    const { example: __, ...without } = media as { example: unknown };
    const [first, second] = importTwice(operations(...[media, without, without, without].map(error)));
    expect(second).toEqual(first);
  });

  it('writes the same files for responses that differ in the order of names alone', () => {
    const result = (example: object): object => ({
      responses: { 200: { description: 'It', content: { 'application/json': { example } } } },
    });
    const [first, second] = importTwice(
      operations(
        ...[
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ].map(result),
      ),
    );
    expect(second).toEqual(first);
  });

  it.each(['401', '403', '500', '5XX', 'default'])(
    'writes the same files for a response %s without a body',
    (status) => {
      const failure = { [status]: { description: 'Trouble' } };
      const open = { responses: { ...ok, ...failure } };
      const known = { ...open, security: [{ key: [] }], responses: { ...open.responses, 500: { description: 'No' } } };
      const declared = {
        ...known,
        responses: { ...known.responses, 401: { description: 'No' }, 403: { description: 'No' } },
      };
      const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
      const document = operations(open, open, open, known, declared, { ...declared, security: [] });
      const [first, second] = importTwice({ ...document, components });
      expect(second).toEqual(first);
    },
  );

  it.each<[string, object]>([
    ['a media type that no line can have', { content: { JSON: { schema: { type: 'object' } } } }],
    [
      'properties of any type',
      { content: { 'application/json': { schema: { type: 'object', properties: { a: true } } } } },
    ],
  ])('writes the same files for a body with %s', (_, requestBody) => {
    const responses = { default: { description: 'It', ...requestBody } };
    const [first, second] = importTwice(withPaths({ '/x': { post: { requestBody, responses } } }));
    expect(second).toEqual(first);
  });
});
