import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { unreadable } from '../../property/diagnostics.ts';
import { compile } from './compile.ts';

const DEEP = 3000;
const around = (open: string, inner: string, close: string, depth = DEEP): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const joined = (count: number, item: (i: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);

/** The codes of all diagnostics of a comment's lines, or of a definition `A`; each must point into its file. */
function codesOf(lines: string, definitions: readonly { path: string; text: string }[] = []): string[] {
  const input = {
    files: [{ path: 'one.ts', text: `/**\n * Some.\n${lines}\n */\nexport default () => {};` }],
    definitions,
  };
  expect(unreadable(input)).toEqual([]);
  return [...new Set(compileOperations(input).diagnostics.map(({ code }) => code))];
}

const codesOfType = (text: string): string[] => codesOf(' * @returns {A} x', [{ path: 'a.ts', text }]);

describe('a type in a comment', () => {
  it.each([
    ['generics', around('Array<', 'string', '>')],
    ['objects', around('{a: ', 'string', '}', 1000)],
    ['lists', around('', 'string', '[]')],
    ['lists of lists', around('', 'string', '[]', 100_000)],
    ['parentheses', around('(', 'string', ')')],
    ['question marks', around('?', 'string', '', 100_000)],
    ['functions', around('function():', 'string', '')],
    ['brackets that are never closed', around('Array<', 'string', '')],
  ])('reports a type that nests too deep: %s', (_name, type) => {
    expect(codesOf(` * @param {${type}} x - y`)).toEqual(['size-limit']);
  });

  it('accepts a type that nests 99 levels deep', () => {
    expect(codesOf(` * @param {${around('Array<', 'string', '>', 99)}} x - y`)).toEqual([]);
    expect(codesOf(` * @returns {${around('{a: ', 'string', '}', 99)}} x`)).toEqual([]);
    expect(codesOf(` * @param {string${'[]'.repeat(99)}} x - y`)).toEqual([]);
  });

  it('accepts a type with many members', () => {
    expect(codesOf(` * @param {${joined(10_000, (i) => `'a${i}'`, '|')}} x - y`)).toEqual([]);
  });

  it('reports a type that is long and wrong', () => {
    expect(codesOf(` * @param {${joined(20_000, () => 'a', '|')} x y} x - y`)).toEqual(['invalid-type']);
  });
});

describe('a value in a comment', () => {
  it.each([
    ['a list', ` * @param {string} x (enum: ${around('[', '', ']')}) - y`],
    ['a mapping', ` * @param {object} x (default: ${around('{a: ', '1', '}')}) - y`],
    [
      'a schema',
      ` * @param {object} x (additionalProperties: ${around('{type: object, additionalProperties: ', 'true', '}')}) - y`,
    ],
    ['a default', ` * @param {object} [x=${around('{"a": ', '1', '}')}] - y`],
    ['an extension', ` * @x-a ${around('[', '1', ']')}`],
    ['blocks', ` * @x-a\n *  ${around('- ', '1', '')}`],
  ])('reports a value that nests too deep: %s', (_name, line) => {
    expect(codesOf(line)).toEqual(['invalid-yaml']);
  });
});

describe("a parameter's name", () => {
  it.each([`body.${'a.'.repeat(DEEP)}b`, `body.a${'[]'.repeat(DEEP)}`])(
    "reports a parameter's name that nests too deep",
    (name) => {
      expect(codesOf(` * @POST\n * @param {string} ${name} - y`)).toEqual(['size-limit']);
    },
  );
});

describe('a TypeScript definition', () => {
  it.each([
    ['generics', `export type A = ${around('Array<', 'string', '>', 900)}`],
    ['too many brackets for the parser', `export type A = ${around('Array<', 'string', '>', 50_000)}`],
    ['object types', `export type A = ${around('{a: ', 'string', '}')}`],
    ['an interface', `export interface A ${around('{a: ', 'string', '}')}`],
    ['lists', `export type A = ${around('', 'string', '[]')}`],
    [
      'aliases',
      `${joined(DEEP, (i) => `type T${i} = { a: T${i + 1} };`, '\n')} type T${DEEP} = string; export type A = T0;`,
    ],
    ['a constant', `const c = ${around('[', '1', ']', 900)} as const; export type A = typeof c;`],
    [
      'doubled',
      `type D0 = {a: string};\n${joined(24, (i) => `type D${i + 1} = {a: D${i}, b: D${i}};`, '\n')} export type A = D24;`,
    ],
    [
      'doubled by generics',
      `type D0<T> = {a: T, b: T};\n${joined(24, (i) => `type D${i + 1}<T> = {a: D${i}<T>, b: D${i}<T>};`, '\n')} export type A = D24<string>;`,
    ],
    [
      'doubled by nested generics',
      `type D0<T> = {a: T, b: T};\n${joined(24, (i) => `type D${i + 1}<T> = D${i}<D${i}<T>>;`, '\n')} export type A = D24<string>;`,
    ],
  ])('reports a definition that is too large: %s', (_name, text) => {
    const codes = codesOfType(text);
    expect(codes).toContain('size-limit');
    expect(codes.filter((code) => code !== 'size-limit' && code !== 'unknown-type')).toEqual([]);
  });

  it('accepts a definition with many members', () => {
    expect(codesOfType(`export type A = ${joined(10_000, (i) => `'a${i}'`, '|')}`)).toEqual([]);
    expect(codesOfType(`export type A = ${joined(10_000, (i) => `{a: ${i}}`, '|')}`)).toEqual([]);
    expect(codesOfType(`export interface A { ${joined(5000, (i) => `a${i}: string`, ';')} }`)).toEqual([]);
  });

  it('accepts a definition that is compared a lot', () => {
    const text = `export type A = string;\nexport const f = (a) => {\n${joined(2000, (i) => `a<${i}`, ' ||\n')}\n};`;
    expect(codesOfType(text)).toEqual([]);
    expect(
      codesOfType(`export type A = string;\nexport const f = [\n${joined(2000, () => "':('", ',\n')}\n];`),
    ).toEqual([]);
  });
});

describe('a module whose values are in one another', () => {
  const chain = (first: string, next: (i: number) => string): string =>
    `const v0 = ${first};\n${joined(60, (i) => `const v${i + 1} = ${next(i)};`, '\n')}\nexport default v60;`;

  // Work that doubles with each value does not end before the time limit of the test.
  it.each([
    ['objects', chain('() => 1', (i) => `{ x: v${i}, y: v${i} }`)],
    ['lists', chain('[() => 1]', (i) => `[...v${i}, ...v${i}]`)],
    ['choices', chain('() => 1', (i) => `ready ? v${i} : v${i}`)],
    ['calls', chain('() => 1', (i) => `join(v${i}, v${i})`)],
    ['classes', chain('class {}', (i) => `class extends v${i} { x = v${i}; y = v${i}; }`)],
    ['functions', joined(60, (i) => `export function f${i}(ctx) { f${i + 1}(ctx); f${i + 2}(ctx); }`, '\n')],
    [
      'much middleware',
      joined(
        10_000,
        (i) => `export const m${i} = async (ctx, next) => { await next(); ctx.state.a = ctx.auth; };`,
        '\n',
      ),
    ],
  ])('reads %s', (_name, text) => {
    const files = {
      'one.ts': '/** Some. */\nexport default () => {};',
      '_middleware.ts':
        "import * as values from '../values.ts';\nexport default async (ctx, next) => { values.f0(ctx); await next(); };",
    };
    const { comments } = compile(files, { readFile: (file) => (file === 'app/values.ts' ? text : undefined) });
    expect([...comments.keys()]).toEqual(['app/operations/one.ts']);
  });
});

describe('a long comment', () => {
  it.each([
    ['lines', ' * some words\n'.repeat(80_000)],
    ['spaces', `${' '.repeat(1_000_000)}x`],
    ['stars', `${'*'.repeat(1_000_000)}x`],
    ['code fences', ' * ```\n'.repeat(100_000)],
    ['backticks', ` * ${'`'.repeat(1_000_000)}`],
    ['brackets', ` * @param ${'{'.repeat(1_000_000)}`],
    ['quotes', ` * @param {string} x (${'" '.repeat(100_001)}) - y`],
    ['directives', ' * @foo {string} a - b\n'.repeat(200_000)],
    ['directives on one line', ' * a @param b'.repeat(200_000)],
    ['facets', ` * @param {string} a (${joined(5000, (i) => `minLength: ${i}`, ', ')}) - b`],
    ['names', ` * @param {string} ${'x='.repeat(300_000)} - y`],
  ])('reads a long comment of %s', (_name, lines) => {
    // Work that grows with the square of the text does not end before the time limit of the test.
    const { comments } = compile({ 'one.ts': `/**\n * Some.\n${lines}\n */\nexport default () => {};` });
    expect([...comments.keys()]).toEqual(['app/operations/one.ts']);
  });
});
