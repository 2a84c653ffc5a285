import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { joinVersions } from '../../../src/build/compiler/versions/join-versions.ts';
import { pathOfId } from '../../../src/build/compiler/operations/tree-files.ts';
import type { DiagnosticCode } from '../../../src/build/compiler/diagnostics/codes.ts';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { moduleOf } from '../../../src/build/project/helper-modules.ts';
import { compile } from '../../build/compiler/compile.ts';
import { scratch } from '../../support/build.ts';
import { evaluateManifest, PLACE } from './evaluate.ts';

/** What a file that is only a comment does: it answers with its input. */
const ECHO = 'export default (ctx) => ctx.input;';

/** What a tree may have beside its operations. */
export interface TreeOptions extends Partial<Omit<CompilationInput, 'files' | 'definitions'>> {
  /** Path below the definitions' directory -> text. */
  readonly definitions?: Readonly<Record<string, string>>;
  readonly strict?: boolean;
  readonly lazy?: boolean;
  /** Whether entries say what they may answer. */
  readonly responses?: boolean;
  /** Whether the manifest is for the dev server. */
  readonly isDev?: boolean;
  /** Whether no other test has the same manifest, because of what happens once for each. */
  readonly isFresh?: boolean;
  /** The warnings of the tree, which the test is not about. */
  readonly warnings?: readonly DiagnosticCode[];
  /** Where not said, the scratch directory goes with the test. */
  readonly root?: string;
}

/**
 * The manifest of a tree, as a bundle has it: compiled from comments, its generated module evaluated. Nothing may be wrong with the tree, except what `warnings` lists.
 *
 * @param files Path below the tree -> an ES module; a comment alone is an operation that answers with `ctx.input`, unless it is `_middleware`.
 * @example createApp(await compileTree({ 'pets.ts': '/** @param {integer} id - Its number *\/' }))
 */
export async function compileTree(
  files: Readonly<Record<string, string>>,
  options: TreeOptions = {},
): Promise<Manifest> {
  const { testPath } = expect.getState();
  if (testPath !== compiled.testPath) compiled = { testPath, manifests: new Map(), texts: new Map() };
  if (!isStateless(files, options)) return evaluateTree(files, options);
  const key = JSON.stringify([files, options]);
  const manifest = compiled.manifests.get(key) ?? (await evaluateTree(files, options));
  compiled.manifests.set(key, manifest);
  return manifest;
}

/** The manifests of one test file, and their texts: most tests of a file serve the same tree. */
let compiled: {
  readonly testPath: string | undefined;
  readonly manifests: Map<string, Manifest>;
  readonly texts: Map<string, string>;
} = { testPath: undefined, manifests: new Map(), texts: new Map() };

/** Whether the modules of a tree have no variables, which tests would share, and are all evaluated at once. */
function isStateless(files: Readonly<Record<string, string>>, { lazy, root, isFresh }: TreeOptions): boolean {
  const declares = (text: string): boolean => /^(?:export )?(?:let|var|const|class)\b/m.test(text);
  return lazy !== true && root === undefined && isFresh !== true && !Object.values(files).some(declares);
}

async function evaluateTree(files: Readonly<Record<string, string>>, given: TreeOptions): Promise<Manifest> {
  const { root = scratch(), isFresh: _, ...options } = given;
  const texts = Object.fromEntries(
    Object.entries(files).map(
      ([path, text]) => [path, /_middleware|^\.\.\/events\//.test(path) ? text : withHandler(text)] as const,
    ),
  );
  const key = keyOf(texts, options);
  const manifest = compiled.texts.get(key) ?? manifestOf(texts, options);
  compiled.texts.set(key, manifest);
  const modules = Object.entries(texts).filter(([path]) => !path.startsWith('../events/'));
  return evaluateManifest(mkdtempSync(join(root, 'tree-')), Object.fromEntries(modules), manifest);
}

/** Equal for equal trees. Functions, such as those of custom directives, are never equal. */
function keyOf(...tree: [texts: object, options: object]): string {
  return JSON.stringify(tree, (_name, value: unknown) => (typeof value === 'function' ? randomUUID() : value));
}

/** The text of a manifest, whose modules are at `PLACE`. */
function manifestOf(texts: Readonly<Record<string, string>>, options: TreeOptions): string {
  const {
    definitions = {},
    strict = false,
    lazy = false,
    responses = false,
    isDev = false,
    warnings,
    ...input
  } = options;
  // Those of older versions are in the option `versions`.
  const today = Object.entries(texts).filter(([path]) => !path.startsWith('../versions/'));
  const compilation = compile(Object.fromEntries(today), {
    definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })),
    ...input,
  });
  const diagnostics = compilation.diagnostics.filter(
    ({ code, severity }) => severity === 'error' || warnings?.includes(code) !== true,
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return generateManifest(joinVersions(compilation), {
    strict,
    lazy,
    isDev,
    responses,
    moduleOf: ({ contract }) => PLACE + pathOfId(contract.id),
    middlewareModuleOf: ({ path }) => PLACE + path,
    helperOf: moduleOf,
  });
}

function withHandler(text: string): string {
  return /\*\/\s*$/.test(text) ? `${text}\n${ECHO}\n` : text;
}
