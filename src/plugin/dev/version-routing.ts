import type { IncomingMessage } from 'node:http';
import { routeTables } from '../../build/codegen/manifest/routes.ts';
import { servedIn } from '../../build/codegen/manifest/served-versions.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { contractsOf } from '../../build/compiler/compile.ts';
import { versionOf } from '../../build/compiler/operations/tree-files.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { Routing } from '../../shared/contract/routes.ts';

type Head = Pick<IncomingMessage, 'headers'>;

/** The routes of the versions that requests name in a header. */
export interface VersionRouting {
  /** Those that can serve a request: of the version that it names, or else of all, because the app decides. */
  of(req: Head): readonly Routing<Operation>[];
}

/** Routes all versions that requests name in a header; undefined without such versions. */
export function routeVersions(joined: Compilation): VersionRouting | undefined {
  const { versionHeader, versionNames = [], operations } = joined;
  if (versionHeader === undefined) return undefined;
  const contracts = contractsOf(joined);
  const usual = versionHeader.default;
  // Requests without the header come first.
  const names = versionNames.toSorted((a, b) => Number(b === usual) - Number(a === usual));
  const routings = names.map((version) => ({
    version,
    routing: { operations: contracts, routes: routeTables(operations, servedIn(joined, version)) },
  }));
  return {
    of(req) {
      const name = nameIn(joined, req);
      const found = routings.filter(({ version }) => version === name);
      return (found.length > 0 ? found : routings).map(({ routing }) => routing);
    },
  };
}

/** Whether a request names another version than that of an operation. */
export function isOfOther(compilation: Compilation, id: string, req: Head): boolean {
  const name = nameIn(compilation, req);
  const isKnown = name !== undefined && compilation.versionNames?.includes(name) === true;
  return isKnown && name !== (versionOf(id) ?? compilation.version);
}

/** The version that a request names in the header. */
function nameIn({ versionHeader }: Compilation, { headers }: Head): string | undefined {
  const value = versionHeader && headers[versionHeader.name.toLowerCase()];
  return value === undefined ? undefined : String(value);
}
