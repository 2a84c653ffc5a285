import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';

/** The manifest of a tree in memory. */
export function manifestOf(compilation: Compilation): string {
  return generateManifest(compilation, {
    strict: false,
    lazy: false,
    moduleOf: ({ contract }) => `/${contract.id}`,
    middlewareModuleOf: ({ path }) => `/${path}`,
    helperOf: (path) => `/${path}`,
  });
}
