import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { readDefinitions } from '../../../src/build/project/files.ts';
import type { Trees } from '../../../src/build/project/project.ts';
import { pathOfId } from '../../../src/build/compiler/operations/tree-files.ts';
import { joinVersions } from '../../../src/build/compiler/versions/join-versions.ts';
import type { VersionOption } from '../../../src/build/project/options.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { compilerSettings, locateProject } from '../../../src/build/project/project.ts';
import { readOperations, readSources } from '../../../src/build/project/sources.ts';
import { compileAt, installWith } from '../../custom-directives/project.ts';
import { scratch } from '../../support/build.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

function treesIn(app: string): Trees {
  return { directory: `${app}/operations`, webhooks: `${app}/webhooks`, events: `${app}/events` };
}

function compileFixture(path: string): Compilation {
  const root = join(fixtures, path);
  if (existsSync(join(root, 'app/versions'))) return compileVersions(root);
  if (existsSync(join(root, 'package.json'))) return compileInstalled(root);
  return compileOperations({
    files: readOperations(treesIn(join(fixtures, path, 'app')), []) ?? [],
    definitions: readDefinitions(join(fixtures, path, 'app/definitions')),
  });
}

/** A fixture with versions has the option in `versions.json`. */
function compileVersions(root: string): Compilation {
  const option = join(root, 'versions.json');
  const versions = existsSync(option) ? (JSON.parse(readFileSync(option, 'utf8')) as VersionOption[]) : undefined;
  const project = locateProject(resolveOptions(versions === undefined ? {} : { versions }), root);
  return compileOperations({ ...readSources(project), ...compilerSettings(project) });
}

/** Compiles a project whose package.json names packages of directives: those of the tests, and those in its folder `packages`. */
function compileInstalled(folder: string): Compilation {
  const root = scratch();
  cpSync(folder, root, { recursive: true });
  installWith(root);
  return compileAt(root);
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
    const text = generateManifest(joinVersions(compilation), {
      strict: false,
      lazy: false,
      moduleOf: (operation) => `/${pathOfId(operation.contract.id)}`,
      middlewareModuleOf: ({ path }) => `/${path}`,
      helperOf: (path) => `/${path}`,
    });
    await expect(text).toMatchFileSnapshot(join(fixtures, 'ok', name, 'expected.js'));
    await expect(printDiagnostics(compilation)).toMatchFileSnapshot(join(fixtures, 'ok', name, 'expected.txt'));
  });
});
