import { describe, expect, it } from 'vitest';
import type { Role } from '../../../src/build/compiler/language/line-parts.ts';
import { readParts } from '../../../src/build/compiler/language/line-parts.ts';
import { compile } from './compile.ts';
import { partsIn } from './parts-in.ts';

const outline = (lines: string): unknown[] =>
  partsIn(compile({ 'a.ts': `/**\n * A.\n * ${lines}\n */\nexport default () => 1;` })).map(({ part, text }) => [
    part.role,
    text,
  ]);

describe('the parts of a line', () => {
  it.each<[string, [Role, string][]]>([
    [
      '@param {Pet[]} [query.pets=[]] (maxItems: 3, example: [a]) - Some',
      [
        ['type', 'Pet[]'],
        ['location', 'query'],
        ['name', 'pets'],
        ['default', '[]'],
        ['facets', 'maxItems: 3, example: [a]'],
        ['facet', 'maxItems'],
        ['facet-value', '3'],
        ['facet', 'example'],
        ['facet-value', '[a]'],
        ['text', 'Some'],
      ],
    ],
    [
      '@returns {Array<Pet} 201 text/csv - New',
      [
        ['type', 'Array<Pet'],
        ['status', '201'],
        ['media-type', 'text/csv'],
        ['text', 'New'],
      ],
    ],
    [
      '@param-include paging, cursor (at desc, id) filter',
      [
        ['include', 'paging'],
        ['include', 'cursor'],
        ['list-entries', 'at desc, id'],
        ['row-property', 'at'],
        ['list-word', 'desc'],
        ['row-property', 'id'],
        ['include', 'filter'],
      ],
    ],
    [
      '@param-include filter (genre in, min_year = year gte), sort',
      [
        ['include', 'filter'],
        ['list-entries', 'genre in, min_year = year gte'],
        ['row-property', 'genre'],
        ['list-word', 'in'],
        ['name', 'min_year'],
        ['row-property', 'year'],
        ['list-word', 'gte'],
        ['include', 'sort'],
      ],
    ],
    [
      '@security key, oauth read write',
      [
        ['scheme', 'key'],
        ['scheme', 'oauth'],
        ['scope', 'read'],
        ['scope', 'write'],
      ],
    ],
    ['@param {', []],
    ['@prama {string} x', [['text', '{string} x']]],
  ])('%s', (line, expected) => {
    expect(outline(line)).toEqual(expected);
  });
});

describe('a file whose code has a mistake', () => {
  const contract = '/**\n * A.\n * @param {Array<string} a - x\n * @prama\n */\n';

  it.each([
    ['operation', 'a.ts', 'export default () => {;', ['invalid-type', 'syntax-error', 'unknown-directive']],
    ['operation without a handler', 'a.ts', 'const a = 1;', ['invalid-type', 'no-handler', 'unknown-directive']],
    [
      'middleware',
      'pets/_middleware.ts',
      'export default () => {;',
      ['syntax-error', 'unknown-directive', 'unplaced-parameter'],
    ],
  ])('keeps its contract: %s', (_, path, code, expected) => {
    const compilation = compile({ [path]: contract + code });
    expect(compilation.diagnostics.map((each) => each.code).sort()).toEqual(expected);
    const [comment] = compilation.comments.get(`app/operations/${path}`) ?? [];
    expect(comment?.directives.map(({ name }) => name)).toEqual(['param', 'prama']);
    expect(readParts(comment!.directives[0]!)[0]).toMatchObject({ role: 'type', type: { kind: 'generic' } });
  });

  it('keeps its definitions', () => {
    const text = '/** @typedef {object} Pet\n * @property {string} name - x */\nexport const a = {;';
    const operation = '/**\n * A.\n * @returns {Pet} A pet\n */\nexport default () => ({});';
    const compilation = compile({ 'a.ts': operation }, { definitions: [{ path: 'pets.ts', text }] });
    expect(compilation.diagnostics.map(({ code }) => code)).toEqual(['syntax-error']);
    expect(compilation.comments.get('app/definitions/pets.ts')).toHaveLength(1);
  });
});
