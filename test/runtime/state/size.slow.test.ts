import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../../src/runtime');

/** What an app imports, as a module. */
const USES = {
  completeIn: (entry: string) => `export { completeIn } from '${entry}';`,
  completeWith: (entry: string) => `export { completeWith } from '${entry}';`,
  keys: (entry: string, name: string) =>
    `import { ${name} } from '${entry}';\nexport default (db) => ${name}(db).idempotency;`,
  all: (entry: string, name: string) => `export { ${name} } from '${entry}';`,
};

/** The size limits of what an app imports from the entries, in bytes, minified and gzipped: a raise needs a reason. */
const SIZES: readonly (readonly [entry: string, use: keyof typeof USES, bytes: number])[] = [
  ['postgres', 'completeIn', 1_250],
  // One call returns all stores, so keys alone have the limits, too: 1,300 of these bytes.
  ['postgres', 'keys', 4_500],
  ['postgres', 'all', 4_500],
  ['sqlite', 'completeIn', 1_200],
  ['sqlite', 'keys', 4_650],
  ['sqlite', 'all', 4_650],
  // One call of completeWith, and keys without limits.
  ['d1', 'completeWith', 1_100],
  ['d1', 'keys', 3_000],
  ['dynamodb', 'completeWith', 650],
  ['dynamodb', 'keys', 2_300],
  ['redis', 'keys', 2_400],
  ['redis', 'all', 2_400],
];

async function sizeOf(entry: string, use: keyof typeof USES): Promise<number> {
  const bundle = await rolldown({
    input: 'app',
    treeshake: { moduleSideEffects: false },
    platform: 'node',
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === 'app' ? '\0app' : undefined),
        load: (id) => (id === '\0app' ? USES[use](join(source, entry, 'index.ts'), entry) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  return gzipSync(output[0].code, { level: 9 }).length;
}

describe('the bundle of an app', () => {
  it.each(SIZES)('the bundle has %s (%s) in %d bytes', async (entry, use, bytes) => {
    const length = await sizeOf(entry, use);
    expect(length).toBeLessThan(bytes);
    // A limit that is far too large does not hold anything.
    expect(length).toBeGreaterThan(bytes * 0.85);
  });
});
