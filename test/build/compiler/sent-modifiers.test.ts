import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const USER = "export interface User { readonly id: number; readonly role: 'user' | 'admin'; name: string }\n";
const BOOK = 'export interface Book { readonly id: number; readonly title: string }\n';

/** The names of the properties whose modifier is reported in the types of a file, for an operation with the lines of a comment. */
function reported(lines: string, types = '', more: Readonly<Record<string, string>> = {}): string[] {
  const texts = { 'types.ts': types, ...more };
  const definitions = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const { diagnostics } = compile({ 'all@post.ts': operation(lines) }, { definitions });
  return diagnostics
    .filter(({ code }) => code !== 'unused-definition')
    .map((each) => (each.message.startsWith('"readonly" only keeps') ? brief(each)[1]! : brief(each).join(' ')));
}

const operation = (lines: string): string =>
  `/**\n * It.\n${lines.replace(/^/gm, ' * ')}\n */\nexport default (): unknown => ({});\n`;

describe('the modifier of some properties of a request', () => {
  it.each([
    ['a body', '@param {User} body - It', ''],
    ['a part', '@param {In} body - It', 'export type In = Partial<User>;'],
    ['a type that requires all', '@param {In} body - It', 'export type In = Required<User>;'],
    ['a frozen type', '@param {In} body - It', 'export type In = Readonly<User>;'],
    ['a type with more properties', '@param {In} body - It', 'export type In = User & { more: string };'],
    ['an interface with more properties', '@param {In} body - It', 'export interface In extends User { more: string }'],
    ['a list', '@param {User[]} body - It', ''],
    ['a list in an object', '@param {In} body - It', 'export interface In { members: User[] }'],
    ['a map', '@param {Record<string, User>} body - It', ''],
    ['the query', '@param {User} in query - It', ''],
    ['a union', '@param {In} body - It', 'export type In = User | { other: string };'],
    ['a type that can be null', '@param {User | null} body - It', ''],
    ['a type argument', '@param {In<User>} body - It', 'export interface In<T> { items: T[] }'],
    ['a private type', '@param {In} body - It', 'type Own = User; export interface In { own: Own }'],
  ])('leads to a warning in %s', (_, lines, types) => {
    expect(reported(lines, USER + types)).toEqual(['id', 'role']);
  });

  it.each([
    ['an object in an object', '@param {A} body - It', 'export interface A { b: { readonly id: 1 | 2; c: 1 } }', {}],
    ['a generic type', '@param {A<string>} body - It', 'export interface A<T> { readonly id: T; b: T }', {}],
    [
      'a definition of another file',
      '@param {A} body - It',
      "import type { C } from './c.ts'; export interface A { readonly id: C; b: C }",
      { 'c.ts': 'export interface C { d: string }' },
    ],
    [
      'a use of a generic type',
      '@param {A} body - It',
      'export interface A { readonly id: B<string>; b: string } export interface B<T> { c: T }',
      {},
    ],
    [
      'a part of a type of another file',
      '@param {A} body - It',
      "import type { C } from './c.ts'; export interface A { readonly id: Omit<C, 'd'>; b: C }",
      { 'c.ts': 'export interface C { d: string; e: string }' },
    ],
    [
      'what an interface extends',
      '@param {A} body - It',
      'interface Entity { readonly id: number } export interface A extends Entity { name: string }',
      {},
    ],
    [
      'what an interface extends from another file',
      '@param {A} body - It',
      "import type { Entity } from './entity.ts'; export interface A extends Entity { name: string }",
      { 'entity.ts': 'export interface Entity { readonly id: number }' },
    ],
    ['a quoted name', '@param {A} body - It', "export type A = { readonly 'id': 1 | 2; b: 1 };", {}],
  ])('leads to a warning in %s', (_, lines, types, more) => {
    expect(reported(lines, types, more).map((name) => name.replaceAll("'", ''))).toEqual(['id']);
  });

  it.each([
    ['only responses', '@returns {User} 200 - It', USER],
    [
      'properties that are left out',
      '@param {In} body - It\n@returns {User} 200 - It',
      `${USER}export type In = Omit<User, 'id' | 'role'>;`,
    ],
    ['properties that are not chosen', '@param {In} body - It', `${USER}export type In = Pick<User, 'name'>;`],
    ['a style', '@param {Book} body - It', BOOK],
    ['a part of a style', '@param {In} body - It', `${BOOK}export type In = Partial<Omit<Book, 'id'>>;`],
    ['a style beside others', '@param {In} body - It', `${BOOK}export type In = { book: Book; note: string };`],
    [
      'a style with a mark',
      '@param {A} body - It',
      'export type A = { /** @readOnly */ readonly id: 1 | 2; readonly b: 1 }',
    ],
    ['a property with one value', '@param {A} body - It', "export type A = { readonly kind: 'book'; b: 1 }"],
    [
      'a property with one value by name',
      '@param {A} body - It',
      "export type Kind = 'book'; export interface A { readonly kind: Kind; b: 1 }",
    ],
    ['a property without values', '@param {A} body - It', 'export type A = { readonly id?: never; b: 1 }'],
    ['a style with a map', '@param {A} body - It', 'export type A = { readonly id: 1 | 2; [key: string]: 1 }'],
    ['dropped properties', '@param {A} body - It', 'export type A = { /** @readOnly */ readonly id: 1 | 2; b: 1 }'],
    ['set properties', '@param {A} body - It', 'export type A = { /** @readOnly false */ readonly id: 1 | 2; b: 1 }'],
    [
      'properties of a dropped type',
      '@param {A} body - It',
      'export type A = { readonly id: Id; b: 1 }; /** @readOnly */ export type Id = number;',
    ],
    [
      'parts of what is dropped',
      '@param {A} body - It',
      'export type A = { /** @readOnly */ by: { readonly id: 1 | 2; b: 1 }; c: 1 }',
    ],
    ['the type of a property', '@param {A} body - It', `${USER}export type A = { user: User['id']; b: 1 }`],
    ['lists', '@param {A} body - It', 'export type A = { a: readonly string[]; b: ReadonlyArray<1> }'],
    ['Readonly', '@param {In} body - It', 'export type A = { a: 1; b: 1 }; export type In = Readonly<A>;'],
  ])('leads to none in %s', (_, lines, types) => {
    expect(reported(lines, types)).toEqual([]);
  });

  it('leads to none where another part of the type drops the property', () => {
    const types =
      "import type { A } from './a.ts'; export interface B extends A { /** @readOnly */ readonly id: 1 | 2 }";
    expect(reported('@param {B} body - It', types, { 'a.ts': 'export type A = { readonly id: 1 | 2; b: 1 }' })).toEqual(
      [],
    );
  });

  it('leads to one warning, wherever it is sent', () => {
    const files = {
      'a@post.ts': operation('@param {User} body - It'),
      'b@post.ts': operation('@param {User} body - It'),
    };
    const { diagnostics } = compile(files, { definitions: [{ path: 'types.ts', text: USER }] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['misplaced-directive', 'misplaced-directive']);
  });
});
