import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { cost } from './cost.ts';
import { SIZED } from './descriptions-by-size.ts';
import { planOf } from './support.ts';

const SIZES = [640, 5120] as const;
/** Eight times the size can take this many times as long; quadratic time is 64 times. */
const MAX_GROWTH = 30;
/** A busy machine takes its time. */
const TIMEOUT = 600_000;

// In the style of large published descriptions: 10 properties of each definition refer to others, half of them in lists.
const graph = (size: number, version: number): object => SIZED['a graph']!(size, version);

function compile(size: number): Compilation {
  const { operations, definitions } = planOf(graph(size, 0));
  return compileOperations({ files: operations.files, definitions: definitions.files });
}

function build(compilation: Compilation): void {
  generateManifest(compilation, {
    strict: false,
    lazy: false,
    moduleOf: ({ contract }) => `/${contract.id}`,
    middlewareModuleOf: ({ path }) => `/${path}`,
    helperOf: (path) => `/${path}`,
  });
}

describe('5,000 definitions that refer to each other', () => {
  it('imports, checks and builds them, in time that grows with their number', { timeout: TIMEOUT }, () => {
    const found = SIZES.map((size) => {
      let compilation: Compilation | undefined;
      const read = cost(() => (compilation = compile(size)));
      const { diagnostics } = compilation!;
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      return { read, built: cost(() => build(compilation!)) };
    });
    const [small, large] = found as [(typeof found)[number], (typeof found)[number]];
    expect(large.read / small.read).toBeLessThan(MAX_GROWTH);
    expect(large.built / small.built).toBeLessThan(MAX_GROWTH);
  });

  it('compares them, in time that grows with their number', { timeout: TIMEOUT }, () => {
    const [small, large] = SIZES.map((size) => {
      const [before, after] = [0, 1].map((version) => documentOf(graph(size, version)));
      return cost(() => {
        const findings = diffContracts(contractOfDocuments(before!), contractOfDocuments(after!));
        expect(findings.map(({ id }) => id)).toContain('request-property-type-changed');
      });
    }) as [number, number];
    expect(large / small).toBeLessThan(MAX_GROWTH);
  });
});
