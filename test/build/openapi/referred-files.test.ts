import { expect, it } from 'vitest';
import { referredFiles } from '../../../src/tools/openapi/read/documents.ts';

/** The files that a value refers to, below the directory of the description. */
function filesOf(value: object): string[] {
  const file = { uri: 'file:///api/openapi.json', name: 'openapi.json', text: '', value };
  return [...referredFiles(file).keys()].map((uri) => uri.replace('file:///api/', '')).sort();
}

const ref = (file: string): object => ({ $ref: file });

it('a document has the references below names that are fields elsewhere', () => {
  const value = {
    paths: {
      '/pets': {
        get: {
          parameters: [{ name: 'id', in: 'query', schema: ref('id.json'), examples: { default: ref('example.json') } }],
          responses: { default: ref('error.json') },
        },
      },
    },
    components: {
      schemas: {
        enum: { properties: { value: ref('value.json'), 'x-rate': ref('rate.json'), examples: ref('examples.json') } },
      },
    },
  };
  expect(filesOf(value)).toEqual(['error.json', 'example.json', 'examples.json', 'id.json', 'rate.json', 'value.json']);
});

it('a document has no references in data', () => {
  const data = ref('https://example.com/other.json');
  const schema = {
    examples: [data],
    example: data,
    default: { items: data },
    enum: [data],
    const: data,
    'x-own': data,
  };
  const media = { schema, example: data, examples: { one: { value: data } } };
  expect(filesOf({ components: { schemas: { Pet: schema } }, content: { 'application/json': media } })).toEqual([]);
});
