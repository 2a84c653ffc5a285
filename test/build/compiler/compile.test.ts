import { NO_CUSTOM } from '../../../src/directives/custom/custom-directives.ts';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { CompilationCache } from '../../../src/build/compiler/cache.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import type { Compilation, CompilationInput } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { OperationFile } from '../../../src/build/compiler/operations/parse.ts';
import { runsOf } from '../../property/holds.ts';
import { randomFrom } from '../../support/random.ts';
import { compile } from './compile.ts';

function manifestOf(compilation: Compilation): string {
  return generateManifest(compilation, {
    strict: false,
    lazy: false,
    moduleOf: ({ contract }) => `/${contract.id}`,
    middlewareModuleOf: ({ path }) => `/${path}`,
    helperOf: (path) => `/${path}`,
  });
}

/** A tree of any size, with right and wrong operations in it. */
function manyFiles(count: number): OperationFile[] {
  return Array.from({ length: count }, (_, i) => ({
    path: `area${i % 7}/{id}/things${i}/{thing}@${['get', 'post', 'fetch'][i % 10] ?? 'put'}.ts`,
    text: `/**\n * Number ${i}.\n * @param {integer} id - It\n * @param {${i % 50 === 0 ? 'a..' : 'string'}} thing - That\n * @returns {object[]} All\n */\nexport default async function op${i % 400}() {}\n`,
  }));
}

/** Two files, of which one changes. */
function input(text: string, cache: CompilationCache): CompilationInput {
  const files = [
    { path: 'a.ts', text: '/** @prama */ export default function a() {}' },
    { path: 'b.ts', text },
  ];
  return { files, cache };
}

describe('the order in which files are handed over', () => {
  const files = manyFiles(200);
  const random = randomFrom(7);
  const shuffled = files.map((file) => ({ file, key: random(1_000_000) })).sort((a, b) => a.key - b.key);
  const orders = [files.toReversed(), shuffled.map(({ file }) => file)];
  const expected = compileOperations({ files });

  it('changes nothing', () => {
    expect(expected.diagnostics.length).toBeGreaterThan(20);
    for (const order of orders) {
      const compilation = compileOperations({ files: order });
      expect(manifestOf(compilation)).toBe(manifestOf(expected));
      expect(compilation.diagnostics.map(formatDiagnostic)).toEqual(expected.diagnostics.map(formatDiagnostic));
      expect(compilation.watchFiles).toEqual(expected.watchFiles);
    }
  });

  it('leaves what was handed over as it was', () => {
    const given = files.toReversed();
    compileOperations({ files: given });
    expect(given).toEqual(files.toReversed());
  });

  it('sorts names alike where a language would sort them otherwise', () => {
    const paths = [
      'é.ts',
      'e.ts',
      'Z.ts',
      'a.ts',
      'ä.ts',
      'a-b.ts',
      'a/b.ts',
      'a10.ts',
      'a9.ts',
      '{a}.ts',
      '@get.ts',
      '鳥.ts',
    ];
    const { operations } = compile(
      Object.fromEntries(paths.map((path) => [path, '/** x */ export default () => {};'])),
    );
    expect(operations.map(({ contract }) => contract.id)).toEqual(
      [
        '@get.ts',
        'Z.ts',
        'a-b.ts',
        'a/b.ts',
        'a10.ts',
        'a9.ts',
        'a.ts',
        'e.ts',
        '{a}.ts',
        'ä.ts',
        'é.ts',
        '鳥.ts',
      ].sort(),
    );
  });
});

describe('a large tree', () => {
  it('compiles', () => {
    const files = manyFiles(1000).filter((_, i) => i % 10 !== 2 && i % 50 !== 0);
    const { operations, diagnostics } = compileOperations({ files });
    expect(operations).toHaveLength(files.length);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['duplicate-operation-id']));
  });

  it('compiles a tree without files', () => {
    expect(compileOperations({ files: [] })).toEqual({
      operations: [],
      events: [],
      middleware: [],
      schemas: new Map([['Problem', expect.objectContaining({ type: 'object' })]]),
      definitions: {
        schemas: expect.any(Map),
        lookup: expect.anything(),
        parameters: new Map([['paging', expect.anything()]]),
        responses: new Map(),
        document: {},
        security: [],
        schemes: [],
      },
      directories: [],
      document: {},
      comments: new Map(),
      diagnostics: [],
      watchFiles: [],
      readsOthers: false,
      custom: NO_CUSTOM,
    });
  });
});

describe('the cache', () => {
  it('reuses the result of an unchanged file, and reads a changed one again', () => {
    const cache = createCache();
    const first = compileOperations(input('/** x */ export default function b() {}', cache));
    const kept = cache.operations.get('a.ts')!.result;
    const second = compileOperations(input('/** y */ export default function b() {}', cache));
    expect(cache.operations.get('a.ts')!.result).toBe(kept);
    expect(second.operations.map(({ contract }) => contract.summary)).toEqual([undefined, 'y']);
    expect(second.diagnostics).toEqual(first.diagnostics);
    expect(second.diagnostics).toHaveLength(1);
    const third = compileOperations(input('/** y */ export default function a() {}', cache));
    expect(third.diagnostics.map(({ code }) => code)).toEqual(['unknown-directive', 'duplicate-operation-id']);
  });

  it('trusts the cache where the text is the same', () => {
    const cache = createCache();
    const text = '/** new */ export default () => {};';
    compileOperations({ files: [{ path: 'a.ts', text: '/** kept */ export default () => {};' }], cache });
    cache.operations.set('a.ts', { text, result: cache.operations.get('a.ts')!.result });
    const { operations } = compileOperations({ files: [{ path: 'a.ts', text }], cache });
    expect(operations[0]!.contract.summary).toBe('kept');
  });
});

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
