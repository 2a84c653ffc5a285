import { expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const found = (comment: string, definition = ''): string[] =>
  compile(
    { 'a@get.ts': `${comment}\nexport default () => {};\n` },
    { definitions: definition === '' ? [] : [{ path: 'pets.ts', text: definition }] },
  )
    .diagnostics.filter(({ code }) => code !== 'unused-definition')
    .map(({ code, at }) => `${code} ${textAt(at)}`);

const AT = 'facet-parentheses @maxLength 5';

it.each([
  '@param {string} q - @maxLength 5',
  '@param {string} q - @maxLength 5 The text',
  '@param {string} q - The text @maxLength 5',
  '@param {string} q - The text. @maxLength 5.',
  '@param {string} q - The text (@maxLength 5)',
  '@param {string} q - The text\n *   - @maxLength 5',
])('warns of a tag in the text of a parameter: %s', (line) => {
  expect(found(`/**\n * It.\n * ${line}\n */`)).toEqual([expect.stringContaining(AT)]);
});

it.each([
  '/** The name - @maxLength 5 */',
  '/**\n * The name - @maxLength 5\n */',
  '/**\n * The name.\n *\n * - @maxLength 5\n */',
  '/**\n * The name. @maxLength 5\n */',
  '/**\n * @description The name - @maxLength 5\n */',
])('warns of a tag in the text of a property or a type: %s', (comment) => {
  const expected = ['inline-directive @maxLength'];
  const operation = '/**\n * It.\n * @returns {Pet} 200\n */';
  expect(found(operation, `export interface Pet {\n${comment}\nname: string;\n}`)).toEqual(expected);
  expect(found(operation, `${comment}\nexport type Pet = string;`)).toEqual(expected);
});

it('warns of a tag in the text of a property of a comment', () => {
  const definition = '/**\n * @typedef {object} Pet\n * @property {string} name - @maxLength 5 The name\n */';
  expect(found('/** @returns {Pet} 200 */', definition)).toEqual([AT]);
});

it('reports a guard behind a dash as an error', () => {
  expect(found('/**\n * Gets it - @security token\n */')).toEqual(['inline-directive @security']);
});

it.each([
  '@param {string} q - See `@maxLength 5`',
  '@param {string} q - Mail to ada@minimum 5',
  '@param {string} q - A @maxLength of some',
  '@param {string} q (maxLength: 5) - The text',
])('reports nothing about other texts: %s', (line) => {
  expect(found(`/**\n * It.\n * ${line}\n */`)).toEqual([]);
});
