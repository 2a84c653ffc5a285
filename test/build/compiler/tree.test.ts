import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { brief, compile } from './compile.ts';

/** Files that are empty operations. */
function tree(...paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, '/** x */\nexport default function _() {}\n']));
}

/** The errors of a tree, in short; the warnings of undeclared parameters are no concern here. */
function errors(files: Readonly<Record<string, string>>): string[][] {
  const { diagnostics } = compile(files);
  return diagnostics.filter(({ severity }) => severity === 'error').map(brief);
}

function operation(name: string): string {
  return `/** x */\nexport default function ${name}() {}`;
}

describe('two operations that match the same requests', () => {
  it.each<[string[], ...string[][]]>([
    [
      ['pets.ts', 'pets/@get.ts'],
      ['duplicate-route', 'pets', 'pets'],
    ],
    [
      ['pets@get.ts', 'pets.js'],
      ['duplicate-route', 'pets', 'pets'],
    ],
    [
      ['{id}.ts', '{pet}.js'],
      ['duplicate-route', '{pet}', '{id}'],
    ],
    [
      ['a/{x}.{y}.ts', 'a/{p}.{q}.ts'],
      ['duplicate-route', 'a/{x}.{y}', 'a/{p}.{q}'],
    ],
    [
      ['@get.ts', '@GET.js'],
      ['duplicate-route', '@get', '@GET'],
    ],
    [
      ['a.ts', 'a.js', 'a.mjs'],
      ['duplicate-route', 'a', 'a'],
      ['duplicate-route', 'a', 'a'],
    ],
  ])('%j', (paths, ...expected) => {
    expect(errors(tree(...paths))).toEqual(expected);
  });

  it.each([
    [['pets@get.ts', 'pets@post.ts']],
    [['pets/search.ts', 'pets/{id}.ts']],
    [['{sha}.diff.ts', '{sha}.ts']],
    [['{a}.{b}.ts', '{a}-{b}.ts']],
    [['a.ts', 'a/a.ts']],
  ])('finds no conflict in %j', (paths) => {
    expect(errors(tree(...paths))).toEqual([]);
  });

  it('finds a conflict where the method is in the comment', () => {
    const files = tree('pets@post.ts');
    expect(errors({ ...files, 'pets.ts': '/** @POST */\nexport default () => {};' })).toEqual([
      ['duplicate-route', 'pets', 'pets'],
    ]);
    expect(errors({ ...files, 'pets.ts': '/** @PUT */\nexport default () => {};' })).toEqual([]);
  });
});

describe('one template with two sets of names', () => {
  it.each<[string[], ...string[][]]>([
    [
      ['{id}@get.ts', '{pet}@put.ts'],
      ['template-names', '{pet}', '{id}'],
    ],
    [
      ['a/{x}/b/{y}@get.ts', 'a/{y}/b/{x}@put.ts'],
      ['template-names', 'a/{y}/b/{x}', 'a/{x}/b/{y}'],
    ],
    [
      ['{id}@get.ts', '{ID}@put.ts'],
      ['template-names', '{id}', '{ID}'],
    ],
    [
      ['{a}@get.ts', '{b}@put.ts', '{c}@post.ts'],
      ['template-names', '{b}', '{a}'],
      ['template-names', '{c}', '{a}'],
    ],
  ])('%j', (paths, ...expected) => {
    const found = errors(tree(...paths));
    expect(found.map((error) => error.toSorted())).toEqual(expected.map((error) => error.toSorted()));
  });

  it('accepts two templates that only begin alike', () => {
    expect(errors(tree('pets/{id}@get.ts', 'pets/{pet}/toys@get.ts'))).toEqual([]);
  });
});

describe('names that differ in letter case or in invisible characters only', () => {
  it.each<[string[], ...string[][]]>([
    [
      ['Pets@get.ts', 'pets@post.ts'],
      ['case-clash', 'pets', 'Pets'],
    ],
    [
      ['pets/{id}/Photo.ts', 'pets/{id}/photo.ts'],
      ['case-clash', 'pets/{id}/photo', 'pets/{id}/Photo'],
    ],
    [
      ['pets/{id}/Photo.ts', 'pets/{pet}/photo.ts'],
      ['case-clash', 'pets/{pet}/photo', 'pets/{id}/Photo'],
    ],
    [
      ['A/b.ts', 'a/c.ts', 'a/d.ts'],
      ['case-clash', 'a/c', 'A/b'],
    ],
    [
      ['{ID}/a.ts', '{id}/b.ts'],
      ['case-clash', '{id}/b', '{ID}/a'],
    ],
    [
      ['{x}.Diff.ts', '{x}.diff.ts'],
      ['case-clash', '{x}.diff', '{x}.Diff'],
    ],
    [
      ['GRÖSSE.ts', 'grösse.ts'],
      ['case-clash', 'grösse', 'GRÖSSE'],
    ],
    [
      ['ad\u200Bmin/x.ts', 'admin/y.ts'],
      ['case-clash', 'ad\u200Bmin/x', 'admin/y'],
    ],
  ])('%j', (paths, ...expected) => {
    expect(errors(tree(...paths))).toEqual(expected);
  });

  it('shows names as they are spelled', () => {
    const { diagnostics } = compile(tree('A/{x}/B.ts', 'A/{x}/b.ts'));
    expect(diagnostics.find(({ code }) => code === 'case-clash')!.message).toContain('"/A/{x}/b" and "/A/{x}/B"');
  });
});

describe('an operationId that is used twice', () => {
  it('reports an operationId at each further place', () => {
    expect(errors({ 'a.ts': operation('list'), 'b.ts': operation('list'), 'c.ts': operation('list') })).toEqual([
      ['duplicate-operation-id', 'export default function list() {}', 'export default function list() {}'],
      ['duplicate-operation-id', 'export default function list() {}', 'export default function list() {}'],
    ]);
    const { diagnostics } = compile({ 'a.ts': operation('list'), 'b.ts': operation('list') });
    expect(diagnostics.map(({ at, notes }) => [at.source.file, notes[0]!.at.source.file])).toEqual([
      ['app/operations/b.ts', 'app/operations/a.ts'],
    ]);
  });

  it('accepts an operationId with an underscore, or in another letter case', () => {
    expect(errors({ 'a.ts': operation('_list'), 'b.ts': operation('_list'), 'c.ts': operation('_') })).toEqual([]);
    expect(errors({ 'a.ts': operation('list'), 'b.ts': operation('List') })).toEqual([]);
    expect(errors({ 'a.ts': operation('toString'), 'b.ts': operation('constructor') })).toEqual([]);
  });
});

describe('the directory', () => {
  it('shows the directory as it is given', () => {
    const { diagnostics } = compile({ 'a@x.ts': '/** x */\nexport default () => {};' }, { directory: 'src/api' });
    expect(formatDiagnostic(diagnostics[0]!)).toMatch(
      /^src\/api\/a@x\.ts:1:1 - error unknown-method: .*\n {3}\| src\/api\/a@x\.ts\n {3}\| {11}\^$/,
    );
  });
});
