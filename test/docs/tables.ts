import { compileFiles } from './examples.ts';
import type { Schema } from '../../src/shared/contract/operation.ts';

/** Reads the rows of the table of a page that has a header of these cells; none where there is no such table. */
export function readTable(page: string, ...header: string[]): string[][] {
  const lines = page.split('\n');
  const start = lines.indexOf(`| ${header.join(' | ')} |`);
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return start === -1 ? [] : lines.slice(start + 2, end).map(cellsOf);
}

/** A `|` inside a cell is written with a backslash. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The code spans of a cell. */
export function codesOf(cell: string): string[] {
  return [...cell.matchAll(/(`+) ?(.+?) ?\1(?!`)/g)].map((match) => match[2]!);
}

/** The codes of what is wrong with an operation that has these lines in its comment. */
export function codesOfMistakes(...lines: string[]): string[] {
  const comment = ['A test.', ...lines].map((line) => ` * ${line}\n`).join('');
  const text = `/**\n${comment} */\nexport default function _() {}\n`;
  return compileFiles({ 'app/operations/one@post.ts': text }).diagnostics.map(({ code }) => code);
}

const PAIR = '/**\n * @template A, B\n * @typedef {object} Pair\n * @property {A} a\n * @property {B} b\n */\n';

/** The schema of a type of the comments; there are the definitions `Pet` and `Pair<A, B>`. */
export function schemaOfType(type: string): Schema | undefined {
  const { operations } = compileFiles({
    'app/operations/one.ts': `/** @param {${type}} x */\nexport default function _() {}\n`,
    'app/definitions/Pet.yaml': 'type: object\n',
    'app/definitions/pair.js': PAIR,
  });
  return operations[0]?.contract.parameters[0]?.schema;
}

const CONTEXT =
  "const COLOURS = ['red', 'blue'] as const;\n" +
  'export interface Point { x: number; y: number }\nexport interface Box<T> { in: T }\n';

/** The schema of a type in TypeScript; there are the types `Point` and `Box<T>`, and the constant `COLOURS`. */
export function schemaOfTypeScript(type: string): Schema | undefined {
  const { schemas } = compileFiles({
    'app/operations/one.ts': '/** @returns {Tested} 200 - x */\nexport default function _() {}\n',
    'app/definitions/tested.ts': `${CONTEXT}export type Tested = ${type};\n`,
  });
  return schemas.get('Tested');
}
