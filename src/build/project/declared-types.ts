import type { Operation } from '../../shared/contract/operation.ts';
import { hasClients, routeOf } from '../../shared/contract/operation.ts';
import { versionedName, versionedPath } from '../../shared/contract/versions.ts';
import type { DeclarationsInput } from '../codegen/declarations/index.ts';
import type { Compilation } from '../compiler/compile.ts';
import { contractsOf, eventsOf } from '../compiler/compile.ts';
import { joinVersions } from '../compiler/versions/join-versions.ts';

/** The contracts of a tree, and the definitions that they use, of all versions. */
export function declared(compilation: Compilation): Omit<DeclarationsInput, 'globals'> {
  const { older, version, definitions, custom } = compilation;
  const options = [...custom.rows.values()].flatMap(({ name, definition: { types } }) =>
    types?.option === undefined ? [] : [[name, types.option] as const],
  );
  const joined = joinVersions(compilation);
  const { schemas, document } = joined;
  return {
    operations: contractsOf(joined).map((contract) =>
      contract.version === undefined || contract.version === version ? contract : asOlder(contract),
    ),
    events: eventsOf(joined),
    schemas,
    definitions,
    document,
    options: Object.fromEntries(options),
    versions:
      older && [...older, compilation].map((each) => ({ name: each.version!, schemas: [...each.schemas.keys()] })),
  };
}

/** The contracts of older versions as their types have them, by those of the last run. */
const olderContracts = new WeakMap<Operation, Operation>();

/** An operation of an older version, under a separate name. The client of the last version does not have it. */
function asOlder(contract: Operation): Operation {
  const known = olderContracts.get(contract);
  if (known !== undefined) return known;
  const { operationId, version, versionHeader } = contract;
  const name = operationId === undefined ? {} : { operationId: versionedName(version!, operationId) };
  // Without a version in the path, today's operation can have the same one.
  const route = versionHeader && { path: versionedPath(version!, contract.path) };
  const client = hasClients(contract) && { olderRoute: routeOf(contract) };
  const made: Operation = { ...contract, ...name, ...route, ...client, internal: true };
  olderContracts.set(contract, made);
  return made;
}
