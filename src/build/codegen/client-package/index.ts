import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { hasClients } from '../../../shared/contract/operation.ts';
import { operationTable, variantOf, versionedClient } from '../client.ts';
import { DECLARATIONS_HEADER } from '../declarations/index.ts';
import type { OpenApiDocument } from '../../openapi/write/index.ts';
import { packageReadme } from './readme.ts';
import { packageTypes } from './package-types.ts';

/** The input of {@link generateClientPackage}, as plain data. */
export interface ClientPackageInput {
  /** The name of the package, such as `@shop/api`. */
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly document: BaseDocument;
  readonly openApi: OpenApiDocument;
  readonly runtime: ClientRuntime;
}

/** The client without the operations, as texts. */
export interface ClientRuntime {
  /** An ES module that imports only `operations.js`, by the name of its variant. */
  readonly code: (variant: string) => string;
  /** Its declarations. */
  readonly types: string;
  /** `client.d.ts`, which declares the virtual modules. */
  readonly virtualModules: string;
}

/** The texts of a package, by file. */
export type ClientPackage = { readonly [file in ClientPackageFile]: string };

/** The files of a package. */
export type ClientPackageFile = GeneratedFile | 'package.json' | 'README.md';

type GeneratedFile = (typeof GENERATED)[number];

/** The files that are written again by each run. */
export const GENERATED = ['index.js', 'index.d.ts', 'operations.js', 'client.d.ts'] as const;

/** The first line of a README that is written again by each run. */
export const README_HEADER = '<!-- Written by unplugin-operations. Remove this line to keep changes of your own. -->';

/**
 * Writes a package that contains the client, for projects other than the one of the API.
 *
 * The same input gives the same bytes.
 */
export function generateClientPackage({
  name,
  operations,
  openApi,
  runtime,
  ...definitions
}: ClientPackageInput): ClientPackage {
  const documented = operations.filter(hasClients);
  const code = namingVersion(runtime.code(variantOf(documented)).trimEnd(), documented);
  return {
    'package.json': `${JSON.stringify(manifestOf(name, openApi), null, 2)}\n`,
    'README.md': `${README_HEADER}\n\n${packageReadme(name, documented, openApi)}`,
    'index.js': `${DECLARATIONS_HEADER}\n${code.trimEnd()}\n`,
    'index.d.ts': packageTypes(documented, definitions, runtime.virtualModules),
    'operations.js': `${DECLARATIONS_HEADER}\nexport const operations = ${operationTable(documented)};\n`,
    'client.d.ts': `${DECLARATIONS_HEADER}\n${runtime.types.trimEnd()}\n`,
  };
}

/** The code of a client that names the version of its operations in a header: its own `createClient` is exported in place of the other one. */
function namingVersion(code: string, operations: readonly Operation[]): string {
  const chosen = operations.find(({ versionHeader }) => versionHeader !== undefined);
  if (chosen === undefined) return code;
  const [listed, create] = /([\w$]+) as createClient,/.exec(code) ?? [];
  if (listed === undefined) throw new Error('The client does not export createClient');
  return `${code.replace(listed, '')}\n${versionedClient(chosen, create!)}`;
}

/** The fields of package.json that the files need. */
export const MANIFEST_FIELDS = {
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: [...GENERATED],
};

/** A version as npm takes it: Semantic Versioning 2.0.0. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

function manifestOf(name: string, { info }: OpenApiDocument): object {
  const { title, version } = info;
  return {
    name,
    version: VERSION.test(version) ? version : '0.0.0',
    description: `The client of ${title}.`,
    ...MANIFEST_FIELDS,
  };
}
