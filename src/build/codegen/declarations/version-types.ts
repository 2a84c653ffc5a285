import { versionedName } from '../../../shared/contract/versions.ts';
import type { NamedTypes } from './names.ts';
import { literalText } from '../literal.ts';
import { isIdentifier } from '../identifier.ts';
import { indent } from './print.ts';
import { moduleDeclaration, TYPES, interfaceText } from './augmentation.ts';

/** The definitions of a version, by their names in it. */
export interface VersionTypes {
  readonly name: string;
  readonly schemas: readonly string[];
}

/** The names of the versions, and a namespace with the definitions of each: `v1.Book`. */
export function versionTypes(versions: readonly VersionTypes[], { identifiers }: NamedTypes): string[] {
  const names = versions.map(({ name }) => `${literalText(name)}: ${literalText(name)};`);
  const namespaces = versions.map(({ name, schemas }) => {
    const lines = schemas.flatMap((schema) => {
      const type = identifiers.get(versionedName(name, schema)) ?? identifiers.get(schema);
      return type === undefined || !isIdentifier(schema) ? [] : [`type ${schema} = ${type};`];
    });
    return `namespace ${namespaceOf(name)} {${lines.length === 0 ? '' : `\n${indent(lines.join('\n'))}\n`}}`;
  });
  return [interfaceText('Versions', names), ...namespaces];
}

/** The clients of the versions, which add to the module of any version. */
export function versionClients(versions: readonly VersionTypes[]): string[] {
  const modules = versions.map(({ name }, i) => {
    const type = i === versions.length - 1 ? 'Client' : `VersionClient<${literalText(name)}>`;
    return moduleDeclaration(`virtual:operations/${name}/client`, [
      `/** Creates a client of version ${name}: a method for each operationId, and \`request\` for any method and path. */`,
      `export function createClient(options?: ClientOptions): ${type};`,
    ]);
  });
  return [`import type { Client, ClientOptions, VersionClient } from '${TYPES}';`, ...modules];
}

/** The name of a version as TypeScript can have it: `v2026_11_01`. */
function namespaceOf(name: string): string {
  const word = name.replaceAll(/\W/g, '_');
  return /^\d/.test(word) ? `v${word}` : word;
}
