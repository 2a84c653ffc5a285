import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIBRARY_TYPES } from '../../src/codegen/declarations/global-type-names.ts';
import { resolveOptions } from '../../src/project/options.ts';
import { createSession } from '../../src/project/session.ts';
import { scratch, writeTree } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';

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
  const session = createSession(resolveOptions({ dts: { globals } }), root);
  const compilation = session.compile();
  expect(compilation.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { root, text: session.declarations(compilation) };
}

describe('global types of operations.d.ts', () => {
  it('are off by default', async () => {
    expect((await write(false)).text).not.toContain('declare global');
  });

  it("are the language's and the project's, without those of TypeScript", async () => {
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
