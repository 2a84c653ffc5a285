import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { OperationFile } from '../../../src/build/compiler/operations/parse.ts';
import { runsOf } from '../../property/holds.ts';
import { randomFrom } from '../../support/random.ts';
import { manifestOf } from './manifest-of.ts';

/** Whatever the text: diagnostics that can be printed and point into it, and code that parses. */
function checkFile(file: OperationFile): 'wrong' | 'right' {
  const compilation = compileOperations({ files: [file] });
  const unprintable = compilation.diagnostics
    .map(formatDiagnostic)
    .filter((text) => !/:\d+:\d+ - (?:error|warning) [a-z-]+: \S/.test(text));
  const outside = compilation.diagnostics
    .flatMap(({ at, notes }) => [at, ...notes.map((note) => note.at)])
    .filter(({ source, span }) => !(0 <= span.start && span.start <= span.end && span.start <= source.text.length));
  expect({ file, unprintable, outside }).toEqual({ file, unprintable: [], outside: [] });
  if (compilation.diagnostics.some(({ severity }) => severity === 'error')) return 'wrong';
  const text = manifestOf(compilation);
  expect([file, parseSync('manifest.mjs', text).errors]).toEqual([file, []]);
  return 'right';
}

describe('improbable texts', () => {
  const TEXTS = [
    `/**\n * Lists.\n * @GET\n * @param {'a'|'b'} [x="a]b"] (minimum: 1) - It's\n * @param-include paging\n * @returns {Page<{a?: string[]}>} 200 - All\n */\nexport default async function list(ctx) { return \`\${ctx}\`; }\n`,
    `#!/usr/bin/env node\r\n'use strict';\r\n/* @POST\r\n@param {?integer} body.x - y\r\n@returns {void} */\r\nconst a = require('./a');\r\nexports = module.exports = async (ctx) => /\\/* @x *\\//.test(a);\r\n`,
    `import x = require('y');\n/** \`\`\`\n * @x\n * \`\`\`\n * @returns {Object<string, integer>} 4XX\n **/\nexport = wrap(x, (function (): void {}) as Handler);\n`,
    `/** a */ const f = g; /** @DELETE */ const g = f; export { f as default, g as "a b" };\nexports.h = { i() {}, ['j']: 1 };`,
  ];
  const PATHS = ['pets/{id}/@get.ts', 'a.cjs', '{a}.{b}@post.cts', 'x/@patch.mjs', '_x.ts', 'c.js'];
  const TOKENS =
    '/* */ /** @ @param @returns @param-include { } [ ] ( ) = - " \' ` ${ \\ * , | ? ... < > ; : . # export default module.exports require( function => async';
  const SIGNS = ['\n', '\r', '\r\n', '\t', ' ', '\u0000', '\u2028', '\uFEFF', '\uD800', '\u0301', '😀', '𝒳'];
  const PIECES = [...TOKENS.split(' '), ...SIGNS, '__proto__', '1e999'];

  const RUNS = runsOf(60);

  /** A text with a few pieces put in, taken out or doubled. */
  function mangle(text: string, random: (below: number) => number): string {
    let mangled = text;
    for (let turn = random(6); turn >= 0; turn--) {
      const [at, length] = [random(mangled.length + 1), random(12)];
      const piece = [PIECES[random(PIECES.length)]!, '', mangled.slice(at, at + length).repeat(2)][random(3)]!;
      mangled = mangled.slice(0, at) + piece + mangled.slice(at + (random(2) === 0 ? length : 0));
    }
    return mangled;
  }

  it.each(TEXTS.map((text, i) => [i, text] as const))('never make it throw: %i', (seed, text) => {
    const random = randomFrom(seed + 1);
    const outcomes = { wrong: 0, right: 0 };
    for (let run = 0; run < RUNS; run++) {
      const path = PATHS[random(PATHS.length)]!;
      outcomes[checkFile({ path: random(4) === 0 ? mangle(path, random) : path, text: mangle(text, random) })]++;
    }
    // Texts that are all wrong, or all right, would not try much.
    expect(Math.min(outcomes.wrong, outcomes.right)).toBeGreaterThan(RUNS / 25);
  });

  it('compiles texts that are cut off anywhere', () => {
    const outcomes = TEXTS.map((text) =>
      [...text].map((_, end) => checkFile({ path: 'a.ts', text: text.slice(0, end) })),
    );
    expect(outcomes.every((ends) => ends.includes('wrong'))).toBe(true);
  });
});
