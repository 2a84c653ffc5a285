import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { MODULES_DIRECTORY } from '../../../src/build/project/helper-modules.ts';
import { writeTree } from '../../support/build.ts';

const importNatively = createRequire(import.meta.url)('../../support/native-import.cjs') as (
  url: string,
) => Promise<{ default: Manifest }>;

/** The modules of this package that manifests import, for those that Node evaluates: they are the ones that the tests have. */
const helpers = new Map<string, unknown>();
const HELPERS = Symbol.for('unplugin-operations tests: helpers of manifests');
Object.assign(globalThis, { [HELPERS]: helpers });

/** An import of a package, of CommonJS or of a module in TypeScript, which Node does not find or read. */
const FOREIGN = /\b(?:from|import)\s*\(?\s*['"`](?!\.\.?\/[^'"`]*\.m?js['"`]|node:)|\brequire\(|\bmodule\.exports\b/;

/**
 * Writes a tree and evaluates its manifest. Node does so by itself if the tree is plain JavaScript, at a fraction of what
 * it costs to send each module through Vite.
 *
 * @param home An empty directory. A module is evaluated once for its path.
 * @param modules Path below the directory -> text.
 * @param manifestFor Generates the manifest for modules at paths.
 */
export async function evaluateManifest(
  home: string,
  modules: Readonly<Record<string, string>>,
  manifestFor: (place: (path: string) => string) => string,
): Promise<Manifest> {
  const isPlain = Object.entries(modules).every(([path, text]) => /\.m?[jt]s$/.test(path) && !FOREIGN.test(text));
  return (
    (isPlain ? await evaluateInNode(home, modules, manifestFor) : undefined) ??
    evaluateInVite(home, modules, manifestFor)
  );
}

type Evaluation = Parameters<typeof evaluateManifest>;

async function evaluateInVite(...[home, modules, manifestFor]: Evaluation): Promise<Manifest> {
  await writeTree(home, { ...modules, 'manifest.ts': manifestFor((path) => `${home}/${path}`) });
  return ((await import(/* @vite-ignore */ `${home}/manifest.ts`)) as { default: Manifest }).default;
}

/** Undefined if the tree has syntax of TypeScript: nothing of it has been evaluated then. */
async function evaluateInNode(...[home, modules, manifestFor]: Evaluation): Promise<Manifest | undefined> {
  const nameOf = (path: string): string => path.replace(/\.m?ts$/, '$&.mjs');
  const manifest = await withHelpers(manifestFor((path) => pathToFileURL(join(home, 'in-node', nameOf(path))).href));
  const named = Object.entries(modules).map(([path, text]) => [nameOf(path), text] as const);
  await writeTree(join(home, 'in-node'), {
    ...Object.fromEntries(named),
    'package.json': '{"type":"module"}',
    'manifest.mjs': manifest,
  });
  try {
    return (await importNatively(pathToFileURL(join(home, 'in-node/manifest.mjs')).href)).default;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Takes the modules of this package from the tests, whose classes and symbols are others than those of a second copy. */
async function withHelpers(manifest: string): Promise<string> {
  const imports = /^import (\{[^}]*\}) from "([^"]*)";$/gm;
  for (const [, , path = ''] of manifest.matchAll(imports)) {
    if (path.startsWith(MODULES_DIRECTORY) && !helpers.has(path))
      helpers.set(path, await import(/* @vite-ignore */ path));
  }
  return manifest.replace(imports, (line, names: string, path: string) =>
    helpers.has(path)
      ? `const ${names.replaceAll(' as ', ': ')} = globalThis[Symbol.for(${JSON.stringify(HELPERS.description)})].get(${JSON.stringify(path)});`
      : line,
  );
}
