import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
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

/** What the paths of a tree's modules begin with in the text of its manifest. */
export const PLACE = 'tree://';

/**
 * Writes a tree and evaluates its manifest. Node does so by itself if the tree is plain JavaScript, at a fraction of what
 * it costs to send each module through Vite.
 *
 * @param home An empty directory. A module is evaluated once for its path.
 * @param modules Path below the directory -> text.
 * @param manifest Its text; the modules of the tree are at `PLACE`.
 */
export async function evaluateManifest(
  home: string,
  modules: Readonly<Record<string, string>>,
  manifest: string,
): Promise<Manifest> {
  const isPlain = Object.entries(modules).every(([path, text]) => /\.m?[jt]s$/.test(path) && isJavaScript(text));
  return (isPlain ? evaluateInNode : evaluateInVite)(home, modules, manifest);
}

/** Whether Node reads a module without any help. */
function isJavaScript(text: string): boolean {
  return !FOREIGN.test(text) && parseSync('module.mjs', text).errors.length === 0;
}

type Evaluation = Parameters<typeof evaluateManifest>;

async function evaluateInVite(...[home, modules, manifest]: Evaluation): Promise<Manifest> {
  await writeTree(home, { ...modules, 'manifest.ts': placed(manifest, (path) => `${home}/${path}`) });
  return ((await import(/* @vite-ignore */ `${home}/manifest.ts`)) as { default: Manifest }).default;
}

async function evaluateInNode(...[home, modules, manifest]: Evaluation): Promise<Manifest> {
  const nameOf = (path: string): string => path.replace(/\.m?ts$/, '$&.mjs');
  const urlOf = (path: string): string => pathToFileURL(join(home, 'in-node', nameOf(path))).href;
  const named = Object.entries(modules).map(([path, text]) => [nameOf(path), text] as const);
  await writeTree(join(home, 'in-node'), {
    ...Object.fromEntries(named),
    'package.json': '{"type":"module"}',
    'manifest.mjs': await withHelpers(placed(manifest, urlOf)),
  });
  return (await importNatively(pathToFileURL(join(home, 'in-node/manifest.mjs')).href)).default;
}

/** A manifest whose modules are where a tree has been written. */
function placed(manifest: string, place: (path: string) => string): string {
  return manifest.replace(/"tree:\/\/(?:[^"\\]|\\.)*"/g, (text) =>
    JSON.stringify(place((JSON.parse(text) as string).slice(PLACE.length))),
  );
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
