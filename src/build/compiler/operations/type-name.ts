import type { Operation } from '../../../shared/contract/operation.ts';
import { versionedName } from '../../../shared/contract/versions.ts';
import { versionOf } from './tree-files.ts';

/** The name of an operation's types. Those of the files of an older version begin with its name: `v1.getPet`. */
export function typeNameOf({ id, operationId }: Operation): string | undefined {
  const version = versionOf(id);
  return version === undefined ? operationId : operationId && versionedName(version, operationId);
}
