import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import type { Location } from '../../../src/build/compiler/diagnostics/source.ts';
import { declaredValues } from '../../../src/build/compiler/language/described.ts';
import { tags } from '../../../src/directives/texts/tags.ts';
import type { Part, Role } from '../../../src/build/compiler/language/line-parts.ts';
import { readParts } from '../../../src/build/compiler/language/line-parts.ts';
import type { PropertyNode, TypeNode } from '../../../src/build/compiler/language/type-nodes.ts';
import { readDefinitions, readTree } from '../../../src/build/project/files.ts';
import { compile } from './compile.ts';

/** The parts of all directives, as they are in the file. */
function partsIn({ comments }: Compilation): { file: string; part: Part; text: string }[] {
  return [...comments].flatMap(([file, all]) =>
    all.flatMap(({ at, directives }) =>
      directives.flatMap(readParts).map((part) => ({ file, part, text: at.source.text.slice(part.start, part.end) })),
    ),
  );
}

/** The names in a type. */
function namesIn(node: TypeNode | PropertyNode | undefined): { readonly start: number }[] {
  if (node === undefined) return [];
  if ('key' in node) return namesIn(node.type);
  if ('inner' in node) return namesIn(node.inner);
  if (node.kind === 'name') return [node];
  if (node.kind === 'generic') return [node.name, ...node.arguments.flatMap(namesIn)];
  if (node.kind === 'union') return node.members.flatMap(namesIn);
  if (node.kind === 'object') return node.properties.flatMap(namesIn);
  return 'parts' in node ? node.parts.flatMap(namesIn) : [];
}

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

const fixtures = join(import.meta.dirname, '../../fixtures');
const trees = ['ok', 'bad'].flatMap((kind) => readdirSync(join(fixtures, kind)).map((name) => `${kind}/${name}`));

it('the parts of a line are those that the compiler reads, in every fixture', () => {
  let compared = 0;
  for (const tree of trees) {
    const compilation = compileOperations({
      files: readTree(join(fixtures, tree, 'app/operations'), []) ?? [],
      definitions: readDefinitions(join(fixtures, tree, 'app/definitions')),
    });
    const parts = partsIn(compilation);
    const startsOf = (role: Role, file: string): number[] =>
      parts.filter(({ part, file: own }) => part.role === role && file === own).map(({ part }) => part.start);
    for (const { declarations, handler } of compilation.operations) {
      const { file } = handler.at.source;
      const names = parts.filter((each) => each.file === file).flatMap(({ part }) => namesIn(part.type));
      const found = {
        types: [...names.map(({ start }) => start), ...startsOf('facet-value', file)],
        names: startsOf('name', file),
        locations: startsOf('location', file),
        includes: startsOf('include', file),
        schemes: startsOf('scheme', file),
        tags: parts.filter(({ part, file: own }) => part.role === 'tag' && own === file).map(({ text }) => text),
      };
      // An operation that passes on another one has the lines of that file too.
      const at = (all: readonly { readonly at: Location }[]): number[] =>
        all.filter((each) => each.at.source.file === file).map((each) => each.at.span.start);
      const includes = [...declarations.parameterIncludes, ...declarations.responseIncludes, ...declarations.listSets];
      expect(found.types).toEqual(expect.arrayContaining(at(declarations.references)));
      expect([...found.names, ...found.locations]).toEqual(expect.arrayContaining(at(declarations.parameters)));
      expect(found.includes).toEqual(expect.arrayContaining(at(includes)));
      expect(found.schemes).toEqual(expect.arrayContaining(at(declarations.security)));
      expect(found.tags).toEqual(
        expect.arrayContaining(declaredValues(declarations.described, tags).flatMap(({ value }) => value)),
      );
      compared += declarations.references.length + declarations.parameters.length + includes.length;
    }
  }
  expect(compared).toBeGreaterThan(200);
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
