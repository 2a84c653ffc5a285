import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HelperModules } from '../codegen/validators/index.ts';
import { toPosix } from './files.ts';

/**
 * The modules that generated code imports from, absolute, with `/`: of this package, beside the plugin.
 *
 * @throws {Error} Where the package is not whole.
 */
export function findHelperModules(): HelperModules {
  return {
    validationModule: findModule('validation', 'validation/index.ts'),
    multipartModule: findModule('multipart', 'koa/request/body/multipart.ts'),
  };
}

/** The module of the client, likewise. */
export function findClientModule(): string {
  return findModule('client', 'client/index.ts');
}

function findModule(name: string, source: string): string {
  // Among the sources, and in the package, where this is in an entry or in a file that entries share.
  const places = [`../${source}`, `./${name}.js`, `../${name}.js`];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`unplugin-operations: none of ${paths.join(', ')} is there; install it again`);
  return toPosix(found);
}
