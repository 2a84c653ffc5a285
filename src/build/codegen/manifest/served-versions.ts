import type { Manifest, ServedVersions } from '../../../shared/contract/manifest.ts';
import type { Compilation, CompiledOperation } from '../../compiler/compile.ts';
import { literal } from '../literal.ts';
import type { Texts } from './entry-text.ts';
import { fieldsText } from './entry-text.ts';
import { printRoutes, routeTables } from './routes.ts';
import { namedImport } from '../declaration.ts';

/** The versions of a compilation that requests may name in a header. */
type Versions = Pick<Compilation, 'version' | 'versionHeader' | 'versionNames'>;

/**
 * Whether the routes of a version have an operation. If versions are in the path, all are in the same routes.
 *
 * @param version Undefined for the operations without a version.
 */
export function servedIn(
  { versionHeader }: Versions,
  version: string | undefined,
): (operation: Pick<CompiledOperation, 'contract'>) => boolean {
  return ({ contract }) =>
    versionHeader === undefined || contract.version === undefined || contract.version === version;
}

/** The field `versions` of a manifest; undefined unless requests name a version in a header. */
export function versionsText(compilation: Compilation): Texts<Manifest>['versions'] {
  const { operations, version, versionHeader, versionNames = [] } = compilation;
  if (versionHeader === undefined) return undefined;
  const tablesOf = (name: string | undefined): string =>
    printRoutes(routeTables(operations, servedIn(compilation, name)));
  const routes = versionNames.filter((name) => name !== version).map((name) => `${literal(name)}: ${tablesOf(name)}`);
  const fields: Texts<ServedVersions> = {
    header: literal(versionHeader.name),
    default: literal(versionHeader.default),
    last: literal(version),
    routes: `{ ${routes.join(', ')} }`,
    unversioned: tablesOf(undefined),
    select: SELECT,
  };
  return `{ ${fieldsText(fields).join(', ')} }`;
}

const SELECT = 'selectVersion';

/** Imports the selection of versions, which only such a manifest has. */
export function versionImports({ versionHeader }: Compilation, helperOf: (path: string) => string): string[] {
  if (versionHeader === undefined) return [];
  return namedImport([SELECT], helperOf('runtime/koa/versions/select-version'));
}
