import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIBRARY_TYPES } from '../../../src/build/codegen/declarations/global-type-names.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';

const FILES = {
  'app/definitions/Book.ts': 'export interface Book { title: string; pages: number }\n',
  'app/definitions/Event.ts': 'export interface Event { at: string }\n',
  'app/operations/books.ts':
    '/**\n * @typedef {object} Shelf\n * @property {Book[]} books\n */\n/** @returns {Book} A book */\nexport default function getBook() {}\n',
  'app/operations/events.ts': '/** @returns {Event} An event */\nexport default function getEvent() {}\n',
};

async function write(globals: boolean): Promise<{ root: string; text: string }> {
  const root = await scratch();
  await writeTree(root, FILES);
  const session = createSession(locateProject(resolveOptions({ dts: { globals } }), root));
  const compilation = session.compile();
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { root, text: session.declarations(compilation) };
}

describe('global types of operations.d.ts', () => {
  it('leaves out global types by default', async () => {
    expect((await write(false)).text).not.toContain('declare global');
  });

  it('lists the global types of the language and of the project, without those of TypeScript', async () => {
    const { root, text } = await write(true);
    expect(text).toContain('type integer = number;');
    expect(text).toContain('type Book = Schemas.Book;');
    expect(text).toContain('global types of these names: Event.');
    expect(text).not.toContain('type Event =');
    const used = 'export const pages: integer = 1;\nexport const book: Book = { title: "a", pages };\n';
    const files = { 'operations.d.ts': text, 'used.ts': used };
    expect(await checkTypes(root, files)).toEqual([]);
    expect(await checkTypes(root, files, 'browser')).toEqual([]);
    expect((await checkTypes(root, { ...files, 'used.ts': 'export const a: integer = "1";\n' })).join()).toContain(
      'TS2322',
    );
  }, 60_000);

  it('lists the generic and the unused definitions too', async () => {
    const root = await scratch();
    await writeTree(root, {
      'app/definitions/kinds/Unused.ts':
        'export interface Unused { id: string }\nexport interface List<T, U = T> { rows: T[]; other: U }\n' +
        'export interface Bound<T extends object> { row: T; unused: Unused }\nexport enum Color { red = "red" }\n' +
        'interface Inner { at: string }\nexport { Inner as Outer };\nexport default interface Main<T> { main: T }\n' +
        'export interface Record { id: string }\n',
      'app/definitions/types.d.ts': 'export interface Declared { id: string }\n',
      'app/definitions/Tree.json': JSON.stringify({
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: 'Tree.json' } }, leaf: { $ref: 'Leaf.yaml' } },
      }),
      'app/definitions/Leaf.yaml': 'description: A leaf\ntype: string\n',
      'app/definitions/pair.js':
        '/**\n * @typedef {object} Pair\n * @template A, B\n * @property {A} a\n * @property {B[]} b\n * @property {Tree} tree\n */\n',
      'app/operations/@get.ts': '/** @returns {integer} x */\nexport default function get() { return 1; }\n',
    });
    const session = createSession(
      locateProject(resolveOptions({ dts: { file: 'types/operations.d.ts', globals: true } }), root),
    );
    const compilation = session.compile();
    const codes = compilation.diagnostics.map(({ code, at }) => `${code} ${at.source.file}`);
    expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(codes).toContain('unused-definition app/definitions/Leaf.yaml');
    expect(codes).toContain('unused-definition app/definitions/pair.js');
    expect(codes).toContain('unused-definition app/definitions/kinds/Unused.ts');
    const text = session.declarations(compilation);
    const file = 'import("../app/definitions/kinds/Unused.ts")';
    expect(text).toContain(`type Unused = ${file}.Unused;`);
    const other = session.declarations(compilation, join(root, 'app/api.d.ts'));
    expect(other).toContain('type Unused = import("./definitions/kinds/Unused.ts").Unused;');
    expect(session.declarations(compilation)).toBe(text);
    expect(text).toContain(`type List<T, U> = ${file}.List<T, U>;`);
    expect(text).toContain(`type Main<T> = ${file}.default<T>;`);
    expect(text).toContain(`type Outer = ${file}.Outer;`);
    expect(text).toContain('type Tree = Schemas.Tree;');
    expect(text).toContain('type Declared = Schemas.Declared;');
    expect(text).toContain('global types of these names: Record.');
    const used = `export const all: [Unused, List<integer, string>, Bound<{ a: 1 }>, Outer, Main<1>, Color, Page<Leaf>] = [
  { id: '' }, { rows: [1], other: '' }, { row: { a: 1 }, unused: { id: '' } }, { at: '' }, { main: 1 }, 'red' as Color,
  { items: [''], limit: 1, offset: 0 },
];
export const pair: Pair<1, Declared> = { a: 1, b: [{ id: '' }], tree: { children: [{ leaf: '' }] } };
export const event: ServerSentEvent<'a', 1> = { event: 'a', data: 1 };
`;
    const wrong = `export const a: Pair<1, 2> = { a: 2, b: [2], tree: {} };
export const b: Unused = { id: 1 };
export const c: Bound<{ a: 1 }> = { row: { a: 2 }, unused: { id: '' } };
`;
    const files = { 'types/operations.d.ts': text, 'used.ts': used };
    expect(await checkTypes(root, files)).toEqual([]);
    const all = await checkTypes(root, { ...files, 'wrong.ts': wrong }, 'browser');
    const found = all.filter((line) => /^\S/.test(line));
    expect(found.map((line) => line.replace(/,.*?(TS\d+).*/, ' $1'))).toEqual([
      'wrong.ts(1 TS2322',
      'wrong.ts(2 TS2322',
      'wrong.ts(3 TS2322',
    ]);
  });

  it("leaves out every type of TypeScript's libraries", () => {
    const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
    const platform = createRequire(typescript).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    );
    const directory = join(dirname(platform), 'lib');
    const libraries = readdirSync(directory).filter((name) => /^lib\..*\.d\.ts$/.test(name));
    const names = libraries.flatMap((name) =>
      [
        ...readFileSync(join(directory, name), 'utf8').matchAll(
          /^(?:declare )?(?:abstract )?(?:interface|type|class|enum|namespace) (\w+)/gm,
        ),
      ].map((match) => match[1]!),
    );
    expect([...LIBRARY_TYPES]).toEqual([...new Set(names)].sort());
  });
});
