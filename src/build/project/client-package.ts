import { fileURLToPath } from 'node:url';
import type { ClientPackage, ClientRuntime } from '../codegen/client-package/index.ts';
import { generateClientPackage } from '../codegen/client-package/index.ts';
import type { OpenApiDocument } from '../openapi/write/index.ts';
import type { Compilation } from '../compiler/compile.ts';
import { contractsOf } from '../compiler/compile.ts';
import { readText } from './disk.ts';

/** Builds the files of a package with the client. */
export function buildClientPackage(compilation: Compilation, openApi: OpenApiDocument, name: string): ClientPackage {
  const { schemas, document } = compilation;
  return generateClientPackage({
    name,
    operations: contractsOf(compilation),
    schemas,
    document,
    openApi,
    runtime: readRuntime(),
  });
}

/** Reads the client as the build of this package has written it. */
function readRuntime(): ClientRuntime {
  return {
    code: (variant) => readOwn(`dist/client/${variant}.js`),
    types: readOwn('dist/client/standalone.d.ts'),
    virtualModules: readOwn('client.d.ts'),
  };
}

/** Reads a file of this package. */
function readOwn(path: string): string {
  return readText(fileURLToPath(new URL(`../../../${path}`, import.meta.url)));
}
