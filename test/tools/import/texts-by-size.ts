import type { CompilationInput } from '../../../src/build/compiler/compile.ts';

const lines = (size: number, line: (i: number) => string): string =>
  Array.from({ length: size }, (_, i) => line(i)).join('');
const joined = (size: number, item: (i: number) => string, separator: string): string =>
  Array.from({ length: size }, (_, i) => item(i)).join(separator);
const around = (open: string, inner: string, close: string, size: number): string =>
  open.repeat(size) + inner + close.repeat(size);

const END = '\n */\nexport default () => {};\n';
const withLines = (text: string): CompilationInput => ({
  files: [{ path: 'a@post.ts', text: `/**\n * Some.\n${text}${END}` }],
});
const withTypes = (text: string, path = 'types.ts'): CompilationInput => ({
  ...withLines(' * @returns {A} x'),
  definitions: [{ path, text }],
});

/** A tree in which one thing grows. */
export type SizedTree = (size: number) => CompilationInput;

/** Comments in which one thing grows. */
const COMMENTS: { readonly [thing: string]: SizedTree } = {
  'lines of @param': (size) => withLines(lines(size, (i) => ` * @param {string} p${i} - y\n`)),
  'lines of @param of a body': (size) => withLines(lines(size, (i) => ` * @param {string} body.p${i} - y\n`)),
  'lines of @returns': (size) => withLines(lines(size, (i) => ` * @returns {string} ${i} - y\n`)),
  'lines of the same @param': (size) => withLines(lines(size, () => ' * @param {string} a - y\n')),
  'unknown directives': (size) => withLines(lines(size, () => ' * @foo {string} a - b\n')),
  'directives on one line': (size) => withLines(` *${lines(size, () => ' a @param {')}`),
  'a union of texts': (size) => withLines(` * @param {${joined(size, (i) => `'a${i}'`, '|')}} x - y`),
  'a union of objects': (size) => withLines(` * @param {${joined(size, (i) => `{a: ${i}}`, '|')}} x - y`),
  'a union that ends wrong': (size) => withLines(` * @param {${joined(size, () => 'a', '|')} x y} x - y`),
  'facets of a line': (size) => withLines(` * @param {string} a (${joined(size, (i) => `x-${i}: ${i}`, ', ')}) - b`),
  'values of a facet': (size) => withLines(` * @param {string} a (enum: ${joined(size, (i) => `v${i}`, ' | ')}) - b`),
  braces: (size) => withLines(` * @param ${'{'.repeat(size)}`),
  'braces in braces': (size) => withLines(` * @param {${around('{a: ', 'string', '}', size)}} x - y`),
  'brackets in brackets': (size) => withLines(` * @param {string} [a=${around('[', '1', ']', size)}] - y`),
  'parentheses in parentheses': (size) =>
    withLines(` * @param {string} a ${around('(', 'minLength: 1', ')', size)} - y`),
  'types in types': (size) => withLines(` * @param {${around('Array<', 'string', '>', size)}} x - y`),
  'a name with dots': (size) => withLines(` * @param {string} body.${'a.'.repeat(size)}b - y`),
  'a default with signs': (size) => withLines(` * @param {string} ${'x='.repeat(size)} - y`),
  'quotes of a facet': (size) => withLines(` * @param {string} x (${'" '.repeat(size)}) - y`),
  'a long description': (size) => withLines(` * ${'word '.repeat(size)}`),
  'a description of many lines': (size) => withLines(lines(size, (i) => ` * word ${i}\n`)),
  'paragraphs of a description': (size) => withLines(lines(size, (i) => ` * word ${i}\n *\n`)),
  'a description with links': (size) => withLines(` * ${'{@link a} '.repeat(size)}`),
  'a description with addresses': (size) => withLines(` * ${'me@example.com '.repeat(size)}`),
  'code fences': (size) => withLines(' * ```\n'.repeat(size)),
  'a code fence of many lines': (size) => withLines(` * \`\`\`\n${' * @param {\n'.repeat(size)} * \`\`\``),
  backticks: (size) => withLines(` * ${'`'.repeat(size)}`),
  'code with backticks': (size) => withLines(` * ${'`a` '.repeat(size)}`),
  stars: (size) => withLines(` ${'*'.repeat(size)} x`),
  'lines of stars': (size) => withLines(' ***\n'.repeat(size)),
  spaces: (size) => withLines(` *${' '.repeat(size)}x`),
  'blank lines': (size) => withLines(' *\n'.repeat(size)),
  'lines of an example': (size) => withLines(` * @example\n${lines(size, (i) => ` *  a${i}: ${i}\n`)}`),
  'lines of an extension': (size) => withLines(` * @x-a\n${lines(size, (i) => ` *   a${i}: ${i}\n`)}`),
  'comments before the handler': (size) => ({
    files: [{ path: 'a@get.ts', text: `${'/** @foo a */\n'.repeat(size)}/**\n * Some.${END}` }],
  }),
  'openings of comments': (size) => ({
    files: [{ path: 'a@get.ts', text: `${'/** '.repeat(size)}*/\n/**\n * Some.${END}` }],
  }),
  'a chain of @param-include': (size) => ({
    ...withLines(' * @param-include P0'),
    definitions: [
      {
        path: 'sets.js',
        text: `${lines(size, (i) => `/**\n * @param-define P${i}\n * @param {string} a${i} - A\n${i === size - 1 ? '' : ` * @param-include P${i + 1}\n`} */\n`)}export {};\n`,
      },
    ],
  }),
  'lines of @param-include': (size) => ({
    ...withLines(lines(size, (i) => ` * @param-include P${i}\n`)),
    definitions: [
      {
        path: 'sets.js',
        text: `${lines(size, (i) => `/**\n * @param-define P${i}\n * @param {string} a${i} - A\n */\n`)}export {};\n`,
      },
    ],
  }),
  '@param-include that doubles': (size) => ({
    ...withLines(' * @param-include P0'),
    definitions: [
      {
        path: 'sets.js',
        text: `${lines(size, (i) => `/**\n * @param-define P${i}\n * @param {string} a${i} - A\n${i === size - 1 ? '' : ` * @param-include P${i + 1}\n`.repeat(2)} */\n`)}export {};\n`,
      },
    ],
  }),
  files: (size) => ({
    files: Array.from({ length: size }, (_, i) => ({ path: `d${i}/a@get.ts`, text: `/**\n * Some.${END}` })),
  }),
  'files of one directory': (size) => ({
    files: Array.from({ length: size }, (_, i) => ({ path: `a${i}@get.ts`, text: `/**\n * Some.${END}` })),
  }),
  'directories in directories': (size) => ({
    files: [{ path: `${'a/'.repeat(size)}@get.ts`, text: `/**\n * Some.${END}` }],
  }),
  'files of definitions': (size) => ({
    files: [{ path: 'a@get.ts', text: `/**\n * Some.\n * @returns {D0} A${END}` }],
    definitions: Array.from({ length: size }, (_, i) => ({
      path: `d${i}.ts`,
      text: `export interface D${i} { a: string }`,
    })),
  }),
};

/** Definitions in TypeScript in which one thing grows. */
const TYPES: { readonly [thing: string]: SizedTree } = {
  'a chain of required properties': (size) =>
    withTypes(
      `export interface A { n: T0 }\n${lines(size, (i) => `export interface T${i} { a: string; n${i === size - 1 ? '?' : ''}: T${i === size - 1 ? i : i + 1} }\n`)}`,
    ),
  'members of an interface': (size) => withTypes(`export interface A { ${lines(size, (i) => `a${i}: string;\n`)} }`),
  'members with comments': (size) =>
    withTypes(`export interface A { ${lines(size, (i) => `/** Some. @minLength ${i} */\na${i}: string;\n`)} }`),
  'a chain of extends': (size) =>
    withTypes(
      lines(
        size,
        (i) =>
          `export interface ${i === 0 ? 'A' : `T${i}`} ${i === size - 1 ? '' : `extends T${i + 1} `}{ a${i}: string }\n`,
      ),
    ),
  'interfaces that extend one': (size) =>
    withTypes(
      `export interface A { a: string }\n${lines(size, (i) => `export interface T${i} extends A { a${i}: string }\n`)}`,
    ),
  'an interface that extends many': (size) =>
    withTypes(
      `${lines(size, (i) => `interface T${i} { a${i}: string }\n`)}export interface A extends ${joined(size, (i) => `T${i}`, ', ')} {}`,
    ),
  'members of a union': (size) => withTypes(`export type A = ${joined(size, (i) => `'a${i}'`, '|')};`),
  'objects of a union': (size) => withTypes(`export type A = ${joined(size, (i) => `{ a: ${i} }`, '|')};`),
  'members of an intersection': (size) =>
    withTypes(`export type A = ${joined(size, (i) => `{ a${i}: string }`, '&')};`),
  'members of an enum': (size) => withTypes(`export enum A { ${joined(size, (i) => `a${i} = 'x${i}'`, ', ')} }`),
  'types in types of TypeScript': (size) => withTypes(`export type A = ${around('Array<', 'string', '>', size)};`),
  'objects in objects of TypeScript': (size) => withTypes(`export type A = ${around('{ a: ', 'string', '}', size)};`),
  'lists of lists of TypeScript': (size) => withTypes(`export type A = string${'[]'.repeat(size)};`),
  'a chain of exported types': (size) =>
    withTypes(
      lines(
        size,
        (i) => `export type ${i === 0 ? 'A' : `T${i}`} = ${i === size - 1 ? 'string' : `{ a: T${i + 1} }`};\n`,
      ),
    ),
  'a chain of own types': (size) =>
    withTypes(
      lines(size, (i) => `${i === 0 ? 'export type A' : `type T${i}`} = ${i === size - 1 ? 'string' : `T${i + 1}`};\n`),
    ),
  'types that double': (size) =>
    withTypes(
      `${lines(size, (i) => `type T${i} = ${i === size - 1 ? 'string' : `{ a: T${i + 1}, b: T${i + 1} }`};\n`)}export type A = T0;`,
    ),
  'generics that double': (size) =>
    withTypes(
      `type T0<T> = { a: T, b: T };\n${lines(size, (i) => `type T${i + 1}<T> = { a: T${i}<T>, b: T${i}<T> };\n`)}export type A = T${size}<string>;`,
    ),
  'names that Pick takes': (size) =>
    withTypes(
      `interface B { ${lines(size, (i) => `a${i}: string; `)} }\nexport type A = Pick<B, ${joined(size, (i) => `'a${i}'`, '|')}>;`,
    ),
  'members of a constant': (size) =>
    withTypes(`const c = [${joined(size, (i) => `'a${i}'`, ', ')}] as const; export type A = (typeof c)[number];`),
  'statements beside a type': (size) =>
    withTypes(`export type A = string;\n${lines(size, (i) => `export const c${i} = () => ${i};\n`)}`),
  imports: (size) => ({
    ...withLines(' * @returns {A} x'),
    definitions: [
      {
        path: 'a.ts',
        text: `${lines(size, (i) => `import type { T${i} } from './t.ts';\n`)}export interface A { ${lines(size, (i) => `a${i}: T${i};\n`)} }`,
      },
      { path: 't.ts', text: lines(size, (i) => `export type T${i} = { a: string };\n`) },
    ],
  }),
};

/** Trees in which one thing grows. */
export const TEXTS: { readonly [thing: string]: SizedTree } = { ...COMMENTS, ...TYPES };
