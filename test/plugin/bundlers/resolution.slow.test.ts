import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, printed, PRINTER } from './project.ts';

/** An operation that answers with what it imports from a request. */
const importing = (request: string): string =>
  `import { rows } from '${request}';\n/**\n * One.\n *\n * @returns {string[]} Rows\n */\nexport default () => rows;\n`;

const helper = (name: string): string => `export const rows = ['${name}'];\n`;

const FILES: Readonly<Record<string, string>> = {
  'server.ts': PRINTER,
  'app/operations/pets/_rows.ts': `${helper('ts')}export type Row = string;\n`,
  'app/operations/pets/_plain.js': helper('js'),
  'app/operations/pets/_module.mts': helper('mts'),
  'app/operations/pets/_files/index.ts': helper('index'),
  'app/operations/toys/extensionless.ts': importing('../pets/_rows'),
  'app/operations/toys/from-script.js': importing('../pets/_rows'),
  'app/operations/toys/from-module.mjs': importing('../pets/_rows'),
  'app/operations/toys/from-common.cjs':
    "const { rows } = require('../pets/_rows');\n/**\n * One.\n *\n * @returns {string[]} Rows\n */\nmodule.exports = () => rows;\n",
  'app/operations/toys/plain.ts': importing('../pets/_plain'),
  'app/operations/toys/module.mts': importing('../pets/_module'),
  'app/operations/toys/directory.ts': importing('../pets/_files'),
  'app/operations/toys/other-name.ts': importing('../pets/_rows.js'),
  'app/operations/toys/other-module.mts': importing('../pets/_module.mjs'),
};

/** Files that the compiler takes for the only ones that a specifier can mean: each in front of those after it. */
const ORDERED = ['rows.ts', 'rows.tsx', 'rows.cjs', 'rows.json', 'rows/index.ts', 'rows/index.cjs'];
const BESIDE = Object.fromEntries(ORDERED.map((name) => [`lib/${name}`, name.endsWith('json') ? '{}' : helper(name)]));

describe.each(BUNDLERS)('$name', (bundler) => {
  it('resolves imports without extensions in a project of ES modules', async () => {
    const root = await enterProject(FILES);
    const outcome = await bundler.build({ out: join(root, 'dist') });
    expect(outcome).toMatchObject({ isBuilt: true, said: '' });
    const answers = Object.entries(await printed(outcome.file)).map(([operation, [, , rows]]) => [operation, rows]);
    expect(Object.fromEntries(answers)).toEqual({
      'GET /toys/extensionless': ['ts'],
      'GET /toys/from-script': ['ts'],
      'GET /toys/from-module': ['ts'],
      'GET /toys/from-common': ['ts'],
      'GET /toys/plain': ['js'],
      'GET /toys/module': ['mts'],
      'GET /toys/directory': ['index'],
      'GET /toys/other-name': ['ts'],
      'GET /toys/other-module': ['mts'],
    });
  });

  it('takes the files that the compiler reads', async () => {
    const { 'lib/rows.ts': _, ...others } = BESIDE;
    const root = await enterProject({
      'server.ts': PRINTER,
      ...BESIDE,
      ...Object.fromEntries(Object.entries(others).map(([file, text]) => [`more/${file}`, text])),
      'more/lib/rows.mts': helper('rows.mts'),
      'lib/both.ts': helper('both.ts'),
      'lib/both.js': helper('both.js'),
      'app/operations/plain.ts': importing('../../lib/rows'),
      'app/operations/module.ts': importing('../../more/lib/rows'),
      'app/operations/named.ts': importing('../../lib/both.js'),
    });
    const outcome = await bundler.build({ out: join(root, 'dist') });
    expect(outcome).toMatchObject({ isBuilt: true });
    const answers = Object.entries(await printed(outcome.file)).map(([operation, [, , rows]]) => [operation, rows]);
    expect(Object.fromEntries(answers)).toEqual({
      'GET /plain': ['rows.ts'],
      'GET /module': ['rows.mts'],
      'GET /named': ['both.js'],
    });
  });
});
