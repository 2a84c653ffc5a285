import { contractOfDescription, contractOfTree, servedFormat } from '../openapi/compare/contracts.ts';
import type { Tree } from '../openapi/compare/contracts.ts';
import type { Found } from '../openapi/compare/operations/found.ts';
import { compareOperations } from '../openapi/compare/operations/operations.ts';
import { partOrigin } from '../openapi/compare/part-origin.ts';
import { describeDocuments } from '../openapi/read/description.ts';
import type { WebhookUse } from '../openapi/read/sent-events.ts';
import type { Description } from '../openapi/read/description.ts';
import type { Documents } from '../openapi/read/documents.ts';
import { serverPath } from '../../build/openapi/servers.ts';
import type { Origin } from '../openapi/read/origins.ts';
import { routeOf } from '../../shared/contract/operation.ts';
import type { Loss } from './compare/reasons.ts';

/**
 * The differences that `operations diff` finds between a description and its tree, except for parts that are listed as not in the tree.
 *
 * @param description The same documents, as the import reads them.
 */
export function findDifferences(
  documents: Documents,
  description: Description,
  tree: Tree,
  losses: readonly Loss[],
  use?: WebhookUse,
): string[] {
  const format = servedFormat(tree);
  // For a tree with its own schema "Problem", `operations diff` names schemas otherwise.
  const before = contractOfDescription(
    documents,
    format,
    format.isOwn === true ? describeDocuments(documents, true, use) : description,
    tree.custom,
  );
  const { contract: after } = contractOfTree(tree, '', serverPath(tree.document.servers));
  const { changes } = compareOperations(before.contract, after, new Date());
  const lost = losses.flatMap(({ places }) => places);
  const differences = changes.filter((change) => {
    const described = change.before && before.sources.get(change.before);
    const origin = partOrigin(before.read.description, described, change.part);
    return origin === undefined || !lost.some((place) => overlaps(place, origin));
  });
  return [...new Set(differences.map(printChange))];
}

/** Whether one of two places is in the other. */
function overlaps(one: Origin, other: Origin): boolean {
  const [a, b] = [`${one.pointer}/`, `${other.pointer}/`];
  return one.file === other.file && (a.startsWith(b) || b.startsWith(a));
}

/** A change in a named schema is the same for all operations. */
function printChange({ before, after, part, message }: Found): string {
  const operation = before ?? after;
  if (operation === undefined || part.definition !== undefined) return message;
  return `${routeOf(operation)}: ${message}`;
}
