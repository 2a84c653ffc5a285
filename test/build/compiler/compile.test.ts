import { NO_CUSTOM } from '../../../src/directives/custom/custom-directives.ts';
import { describe, expect, it } from 'vitest';
import type { CompilationCache } from '../../../src/build/compiler/cache.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { OperationFile } from '../../../src/build/compiler/operations/parse.ts';
import { randomFrom } from '../../support/random.ts';
import { compile } from './compile.ts';
import { manifestOf } from './manifest-of.ts';

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
  const manifest = manifestOf(expected);

  it('changes nothing', () => {
    expect(expected.diagnostics.length).toBeGreaterThan(20);
    for (const order of orders) {
      const compilation = compileOperations({ files: order });
      expect(manifestOf(compilation)).toBe(manifest);
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
    const files = manyFiles(500).filter((_, i) => i % 10 !== 2 && i % 50 !== 0);
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
      stateUses: expect.any(Function),
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
