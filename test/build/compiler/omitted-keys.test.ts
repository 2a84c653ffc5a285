import { expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const USER = 'export interface User { id: number; passwordHash: string; name?: string }\n';

function found(files: Readonly<Record<string, string>>): string[] {
  const definitions = Object.entries(files).map(([path, text]) => ({ path, text }));
  return compile({}, { definitions })
    .diagnostics.filter(({ code }) => code !== 'unused-definition')
    .map(({ code, severity, message, at }) => `${severity} ${code} ${textAt(at)}: ${message}`);
}

const misses = (at: string, key: string, near?: string): string =>
  `warning unknown-property ${at}: This type does not have "${key}", so nothing is left out for it. ${near === undefined ? 'Correct it, or remove it.' : `Did you mean "${near}"?`}`;

it.each([
  ["Omit<User, 'passwordhash'>", [misses("'passwordhash'", 'passwordhash', 'passwordHash')]],
  ["Omit<User, 'secret'>", [misses("'secret'", 'secret')]],
  ["Omit<User, 'passwordHash' | 'secret'>", [misses("'passwordHash' | 'secret'", 'secret')]],
  ["Partial<Omit<User, 'secret'>>", [misses("'secret'", 'secret')]],
  ["Omit<User & { token: string }, 'tokn'>", [misses("'tokn'", 'tokn', 'token')]],
  ["Omit<Omit<User, 'id'>, 'id'>", [misses("'id'", 'id')]],
  ["{ users: Omit<User, 'secret'>[] }", [misses("'secret'", 'secret')]],
])('warns of keys that hide nothing, also in a type of another file: %s', (type, expected) => {
  expect(found({ 'a.ts': `${USER}export type Public = ${type};` })).toEqual(expected);
  const other = `import type { User } from './User.ts';\nexport type Public = ${type};`;
  expect(found({ 'User.ts': USER, 'a.ts': other })).toEqual(expected);
});

it('warns of keys that an interface of another file does not have', () => {
  const other =
    "import type { User } from './User.ts';\nexport interface Public extends Omit<User, 'secret'> { own: string }";
  expect(found({ 'User.ts': USER, 'a.ts': other })).toEqual([misses("'secret'", 'secret')]);
});

it('warns of a type of keys that hides nothing at all', () => {
  const text = (keys: string): string => `${USER}type Hidden = ${keys};\nexport type Public = Omit<User, Hidden>;`;
  expect(found({ 'a.ts': text("'secret' | 'passwordHash'") })).toEqual([]);
  expect(found({ 'a.ts': text("'secret'") })).toEqual([misses('Hidden', 'secret')]);
});

it('warns of values that "Exclude" does not leave out', () => {
  const text =
    "export type Role = Exclude<'user' | 'admin', 'admni'>;\nexport type Other = Exclude<'user' | 'admin', 'admin'>;";
  expect(found({ 'a.ts': text })).toEqual([misses("'admni'", 'admni', 'admin')]);
});

it('reports "Pick", even of a type of another file', () => {
  const other = "import type { User } from './User.ts';\nexport type Public = Pick<User, 'nam'>;";
  expect(found({ 'User.ts': USER, 'a.ts': other })).toEqual([
    `error unknown-property 'nam': This type has no property "nam". Did you mean "name"?`,
  ]);
});

it.each([
  "export type Public = Omit<User, 'passwordHash'>;",
  'export type Public = Omit<User, never>;',
  "export type Row<T> = Omit<T, 'secret'>;\nexport type Public = Row<User>;",
  "export type Public = Omit<Record<string, string>, 'secret'>;",
  "export type Public = Extract<'a' | 'b', 'b' | 'c'>;",
])('accepts keys that hide something, or may: %s', (text) => {
  expect(found({ 'a.ts': `${USER}${text}` })).toEqual([]);
});
