import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { readDefinitions } from '../../../src/build/project/files.ts';
import type { Trees } from '../../../src/build/project/project.ts';
import { readOperations } from '../../../src/build/project/sources.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

function treesIn(app: string): Trees {
  return { directory: `${app}/operations`, webhooks: `${app}/webhooks`, events: `${app}/events` };
}

function compileFixture(path: string): Compilation {
  return compileOperations({
    files: readOperations(treesIn(join(fixtures, path, 'app')), []) ?? [],
    definitions: readDefinitions(join(fixtures, path, 'app/definitions')),
  });
}

function printDiagnostics({ diagnostics }: Compilation): string {
  return diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('\n');
}

// A folder is a test: what the tree in it says stands beside it, word for word.
describe('trees with mistakes', () => {
  it.each(readdirSync(join(fixtures, 'bad')))('%s', async (name) => {
    const compilation = compileFixture(`bad/${name}`);
    expect(compilation.diagnostics).not.toHaveLength(0);
    await expect(printDiagnostics(compilation)).toMatchFileSnapshot(join(fixtures, 'bad', name, 'expected.txt'));
  });
});

describe('trees without mistakes', () => {
  it.each(readdirSync(join(fixtures, 'ok')))('%s', async (name) => {
    const compilation = compileFixture(`ok/${name}`);
    expect(compilation.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
    const text = generateManifest(compilation, {
      strict: false,
      lazy: false,
      moduleOf: (operation) => `/${operation.contract.id}`,
      middlewareModuleOf: ({ path }) => `/${path}`,
      helperOf: (path) => `/${path}`,
    });
    await expect(text).toMatchFileSnapshot(join(fixtures, 'ok', name, 'expected.js'));
    await expect(printDiagnostics(compilation)).toMatchFileSnapshot(join(fixtures, 'ok', name, 'expected.txt'));
  });
});
