import { generateOpenApiModule } from '../codegen/openapi-module.ts';
import { generateDefinitions, generateSchemas } from '../codegen/schemas/index.ts';
import type { Compilation } from '../compiler/compile.ts';
import { moduleOf } from './helper-modules.ts';
import type { AppModule } from './virtual-modules.ts';
import { compilationOf } from './version-of.ts';
import { CLIENT, DEFINITIONS, DOCS, MANIFEST, MCP, OPENAPI, SCHEMAS, versionOfModule } from './virtual-modules.ts';
import type { Generators, ManifestKind } from './generators.ts';

const SCHEMA_MODULES = { validation: moduleOf('shared/validation/index'), definitions: DEFINITIONS };

const GENERATORS: Readonly<
  Record<AppModule, (generators: Generators, compilation: Compilation, kind?: ManifestKind) => string>
> = {
  [MANIFEST]: (generators, ...given) => generators.manifest(...given),
  [OPENAPI]: (generators, compilation) => generateOpenApiModule(generators.openApi(compilation)),
  [CLIENT]: (generators, compilation) => generators.client(compilation),
  [DOCS]: (generators, ...given) => generators.docs(...given),
  [MCP]: (generators, ...given) => generators.mcp(...given),
  [SCHEMAS]: () => generateSchemas(SCHEMA_MODULES),
  [DEFINITIONS]: (_, compilation) => generateDefinitions(compilation, SCHEMA_MODULES),
};

/**
 * Generates a virtual module by its name. Those of a version have its name: `virtual:operations/v1/client`.
 *
 * @throws {Error} If the version is unknown.
 */
export function moduleText(
  generators: Generators,
  compilation: Compilation,
  name: string,
  kind?: ManifestKind,
): string {
  const { version, module = name } = versionOfModule(name) ?? {};
  const generate = Object.hasOwn(GENERATORS, module) ? GENERATORS[module as AppModule] : GENERATORS[MANIFEST];
  return generate(generators, version === undefined ? compilation : compilationOf(compilation, version), kind);
}
