import type { Operation } from '../../../shared/contract/operation.ts';
import { routeOf } from '../../../shared/contract/operation.ts';
import { versionedName, versionedPath } from '../../../shared/contract/versions.ts';
import { versionOf } from './tree-files.ts';

/** The name of an operation's types. Those of the files of an older version begin with its name: `v1.getPet`. */
export function typeNameOf({ id, operationId }: Operation): string | undefined {
  const version = versionOf(id);
  return version === undefined ? operationId : operationId && versionedName(version, operationId);
}

/** The name of its types by method and path. That of a file of an older version has the version in any case: `GET /v1/pets`. */
export function typeRouteOf(operation: Operation): string {
  const { id, path } = operation;
  const version = versionOf(id);
  const isNamed = version === undefined || path.split('/').includes(version);
  return routeOf(isNamed ? operation : { ...operation, path: versionedPath(version, path) });
}
