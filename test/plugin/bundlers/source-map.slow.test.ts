import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { enterProject } from './project.ts';

const COMMENT = '/**\n * One.\n *\n * @returns {string} Some\n */\n';

/** Operations that fail, by their files. */
const THROWS: Readonly<Record<string, string>> = {
  'plain.js': `${COMMENT}export default () => {\n  const text = 'some'; throw new Error('here' + text);\n};\n`,
  'typed.ts': `type T = {\n  a: string;\n};\n${COMMENT}export default (a: T): string => {\n  const b: T = a; throw new Error('here' + typeof b);\n};\n`,
  'deep/{id}/common.cjs': `'use strict';\n${COMMENT.replace('@returns', '@param {string} id - It\n * @returns')}\nconst fail = (x) => {\n  if (x) throw new Error('here');\n};\nmodule.exports = () => fail(1);\n`,
  'common.cts': `import os = require('node:os');\ntype T = { a: string };\n${COMMENT}export = (a: T): number => {\n  const b: T = a; throw new Error('here' + typeof os);\n};\n`,
};

const RUN = `import operations from 'virtual:operations';
for (const { handler } of operations.operations) try { handler({}); } catch (error) { console.log(error.stack.replaceAll(/^.*?\\n/g, '')); }
`;

function parseInts(place: string | undefined): number[] {
  return (/^(\d+):(\d+)/.exec(place ?? '') ?? []).slice(1).map(Number);
}

describe.each(BUNDLERS)("a stack through $name's source map", (bundler) => {
  it('leads to the line and the column in the operation', async () => {
    const files = Object.entries(THROWS).map(([name, text]) => [`app/operations/${name}`, text]);
    const project = await enterProject({ ...Object.fromEntries(files), 'server.ts': RUN });
    const { file, said } = await bundler.build({ out: join(project, 'dist') });
    expect(said).toBe('');
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', file]);
    for (const [name, text] of Object.entries(THROWS)) {
      const before = text.slice(0, text.indexOf('new Error')).split('\n');
      const column = before.at(-1)!.length + 1;
      const places = decodeURI(stdout).split(`app/operations/${name}:`).slice(1);
      // What Rspack makes smaller it leads to the "Error" of "new Error".
      const [line, found] = parseInts(places[0]);
      expect([name, line]).toEqual([name, before.length]);
      expect([column, column + 'new '.length]).toContain(found);
    }
  });
});
