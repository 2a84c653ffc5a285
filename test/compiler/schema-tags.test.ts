import { expect, it } from 'vitest';
import { documentOf } from '../docs/examples.ts';
import { compile } from './compile.ts';

const OPERATION = '/** @returns {Pet} 200 */\nexport default () => {};\n';
const PETS = 'export interface Cat { kind: string }\nexport interface Dog { kind: string }\n';

function compilePets(text: string): ReturnType<typeof compile> {
  return compile({ 'a.ts': OPERATION }, { definitions: [{ path: 'pets.ts', text: `${PETS}${text}` }] });
}

it.each<[string, string, object]>([
  [
    'the oneOf of a union, with a discriminator',
    '/** @oneOf\n * @discriminator {propertyName: kind, mapping: {cat: Cat}}\n */\nexport type Pet = Cat | Dog;',
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    },
  ],
  ['an enum of one value', "/** @enum ['a'] */\nexport type Pet = 'a';", { type: 'string', enum: ['a'] }],
  [
    'an object of OpenAPI, in one line or several',
    '/**\n * @xml\n *   name: pet\n *   wrapped: true\n * @externalDocs {url: "https://example.com"}\n * @x-a\n *   - b: |\n *       c\n */\nexport type Pet = string[];',
    {
      type: 'array',
      items: { type: 'string' },
      xml: { name: 'pet', wrapped: true },
      externalDocs: { url: 'https://example.com' },
      'x-a': [{ b: 'c\n' }],
    },
  ],
])('reads %s', (_, text, expected) => {
  const compilation = compilePets(text);
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(documentOf(compilation).components!.schemas!['Pet']).toEqual(expected);
});

it.each([
  [
    '/** @oneOf */\nexport type Pet = string;',
    'facet-type: "oneOf" applies to a union of several types. Remove it, or change the type.',
  ],
  ['/** @oneOf yes */\nexport type Pet = Cat | Dog;', 'unexpected-value: "@oneOf" takes no value. Remove it.'],
  [
    '/** @discriminator kind */\nexport type Pet = Cat | Dog;',
    'facet-value: "discriminator" takes a discriminator, but got "kind".',
  ],
  [
    "/** @enum ['b'] */\nexport type Pet = 'a';",
    'invalid-sample: The value "b" does not match its type: it must be "a".',
  ],
])('refuses %j', (text, expected) => {
  const found = compilePets(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([expected]);
});

it('refuses a discriminator that names an unknown definition', () => {
  const { diagnostics } = compilePets(
    '/** @discriminator {propertyName: kind, mapping: {cat: Bird}} */\nexport type Pet = Cat | Dog;',
  );
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('"Bird"');
});
