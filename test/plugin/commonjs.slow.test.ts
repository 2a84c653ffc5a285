import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch } from '../support/build.ts';
import { CASES, HELPERS, BUNDLED_CASES } from '../support/commonjs.ts';
import type { Built } from './project.ts';
import { answers, buildProject, CONTRACT, SERVER } from './project.ts';

const ALL = [...CASES, ...BUNDLED_CASES];

describe.each([false, true])('CommonJS in a bundle, lazy %s', (lazy) => {
  const root = scratch(afterAll);
  let results: Record<string, unknown>;

  beforeAll(async () => {
    const files = ALL.map(({ text, extension = 'cjs' }, i) => {
      // No two operations of one tree may have the same name.
      return [`app/operations/case${i}.${extension}`, text.replaceAll(/\blist\b/g, `list${i}`)] as const;
    });
    const project = { ...HELPERS, ...Object.fromEntries(files) };
    const built = await buildProject(project, { lazy }, { ssr: { noExternal: true } }, root);
    if (built.thrown !== undefined) throw built.thrown;
    results = await answers(built);
  });

  it.each(ALL.map(({ title, result }, i) => ({ title, result, i })))('$title', ({ i, result }) => {
    expect(results[`GET /case${i}`]).toEqual(result);
  });
});

describe('packages that stay outside the bundle', () => {
  it('requires packages as Node gives them', async () => {
    const cases = CASES.filter(({ title }) => title.includes('package'));
    const files = cases.map(({ text }, i) => [`app/operations/case${i}.cjs`, text] as const);
    const external = ['cjs-object', 'cjs-function', 'cjs-class', 'cjs-compiled', 'esm-both'];
    const built = await buildProject({ ...HELPERS, ...Object.fromEntries(files) }, {}, { ssr: { external } });
    for (const name of external) expect(built.text).toContain(`from "${name}"`);
    expect(Object.values(await answers(built))).toEqual(cases.map(({ result }) => result));
  });
});

describe('the stack of an error', () => {
  const THROWS = [
    [
      'plain.cjs',
      `'use strict';\n${CONTRACT}\nconst fail = (x) => {\n  if (x) throw new Error('here');\n};\nmodule.exports = () => fail(1);\n`,
    ],
    [
      'hashbang.cjs',
      `#!/usr/bin/env node\n${CONTRACT}module.exports = () => {\n  const text = 'é😀'; throw new Error('here' + text);\n};\n`,
    ],
    [
      'windows.js',
      `const os = require('node:os');\r\n${CONTRACT}\r\nexports.list = () => {\r\n\tthrow new Error('here' + typeof os);\r\n};\r\n`,
    ],
    [
      'typed.cts',
      `import os = require('node:os');\ntype T = { a: string };\n${CONTRACT}export = (a: T): number => {\n  const b: T = a; throw new Error('here' + typeof os);\n};\n`,
    ],
    [
      'module.cts',
      `import os from 'node:os';\ntype T = {\n  a: string\n};\n${CONTRACT}export default (a: T): number => {\n  throw new Error('here' + typeof os);\n};\n`,
    ],
  ] as const;
  const root = scratch(afterAll);
  let built: Built;

  beforeAll(async () => {
    const files = Object.fromEntries(THROWS.map(([name, text]) => [`app/operations/${name}`, text]));
    const run = `for (const { handler } of operations.operations) try { handler({}); } catch (error) { console.log(error.stack); }`;
    built = await buildProject(
      { ...files, 'server.ts': `${SERVER}${run}\n` },
      {},
      { build: { sourcemap: true } },
      root,
    );
  });

  it.each(THROWS.map(([name, text]) => [name, text] as const))('leads into %s', async (name, text) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--enable-source-maps',
      `${built.root}/dist/server.js`,
    ]);
    const before = text.slice(0, text.indexOf('new Error')).split('\n');
    expect(stdout).toContain(`${built.root}/app/operations/${name}:${before.length}:${before.at(-1)!.length + 1})`);
  });
});
