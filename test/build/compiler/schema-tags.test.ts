import { expect, it } from 'vitest';
import { documentOf } from '../../docs/examples.ts';
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
    'a value on the next line, after a tab',
    "/**\n * @enum\n *\t- a\n */\nexport type Pet = 'a';",
    { type: 'string', enum: ['a'] },
  ],
  [
    'lines that are indented by tabs',
    '/**\n\t@x-a\n\t\tb: 1\n\t\tc:\n\t\t  - d\n */\nexport type Pet = string[];',
    { type: 'array', items: { type: 'string' }, 'x-a': { b: 1, c: ['d'] } },
  ],
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
    'facet-type: "oneOf" applies only to a union of definitions, objects or arrays. Remove it, or change the type.',
  ],
  [
    "/** @oneOf */\nexport type Pet = 'a' | 'b';",
    'facet-type: "oneOf" applies only to a union of definitions, objects or arrays. Remove it, or change the type.',
  ],
  [
    '/**\n * @oneOf\n * @oneOf\n */\nexport type Pet = Cat | Dog;',
    'repeated-directive: Duplicate "@oneOf". Remove one of them.',
  ],
  ['/** @oneOf yes */\nexport type Pet = Cat | Dog;', 'unexpected-value: "@oneOf" takes no value. Remove it.'],
  [
    '/** @discriminator kind */\nexport type Pet = Cat | Dog;',
    'facet-value: "discriminator" takes an object with propertyName, but got "kind".',
  ],
  [
    '/** @externalDocs {} */\nexport type Pet = Cat;',
    'facet-value: "externalDocs" takes an object with url, but got {}.',
  ],
  [
    '/** @discriminator {propertyName: kind} */\nexport type Pet = string;',
    'facet-type: "discriminator" applies to object, not to string. Remove it, or change the type.',
  ],
  [
    "/** @enum ['b'] */\nexport type Pet = 'a';",
    'invalid-sample: The value "b" does not match its type: it must be "a".',
  ],
])('refuses %j', (text, expected) => {
  const found = compilePets(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([expected]);
});

it('the compiler refuses a discriminator that names an unknown definition', () => {
  const { diagnostics } = compilePets(
    '/** @discriminator {propertyName: kind, mapping: {cat: Bird}} */\nexport type Pet = Cat | Dog;',
  );
  expect(diagnostics.map(({ message }) => message).join('\n')).toContain('"Bird"');
});
