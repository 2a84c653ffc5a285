import type { BaseDocument, SecuritySchemes } from '../../shared/contract/base-document.ts';
import { generateOpenApi } from '../../build/openapi/write/index.ts';
import { contractsOf, eventsOf } from '../../build/compiler/compile.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Changes } from './changes.ts';
import type { Comparison } from './compare/comparison.ts';
import { compareFacts } from './compare/comparison.ts';
import { factsOf } from './compare/facts.ts';
import type { Loss } from './compare/reasons.ts';
import { lossesOf } from './compare/reasons.ts';
import { planCompiled } from './compiled-plan.ts';
import { findDifferences } from './differences.ts';
import type { ExistingFiles } from './existing-tree.ts';
import { readExisting } from './existing-tree.ts';
import type { Description } from '../openapi/read/description.ts';
import { describeDocuments } from '../openapi/read/description.ts';
import type { Documents } from '../openapi/read/documents.ts';
import { documentOf } from '../openapi/read/documents.ts';
import type { WebhookUse } from '../openapi/read/sent-events.ts';
import { checkLimits } from '../openapi/read/limits.ts';
import { checkVersion } from '../openapi/read/version.ts';
import { withoutPrefix } from '../../build/openapi/servers.ts';
import { locateOperations } from './file-paths.ts';
import { withSoundDocument } from './sound-document.ts';
import { protectedOperations } from './sound-operations.ts';
import { findWidenedAccess } from './widened-access.ts';
import { checkWrittenCode } from './written-code.ts';
import { prefixOf } from '../../shared/contract/path-spelling.ts';

export type { ExistingFiles };

/** The changes of an import, and how much of the description the tree then has. */
export interface ImportPlan {
  readonly version: string;
  readonly operations: Changes;
  readonly definitions: Changes;
  readonly comparison: Comparison;
  readonly losses: readonly Loss[];
  /** The other differences that `operations diff` finds. */
  readonly differences: readonly string[];
  /** The operations that more clients can call than before. */
  readonly widened: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly description: Description;
  /** The security schemes that the operations of the tree require. */
  readonly schemes: SecuritySchemes;
  /** The other files of the description. */
  readonly read: readonly string[];
  /** Files with names that Windows does not allow. */
  readonly unsafe: readonly string[];
}

const NONE: ExistingFiles = { operations: [], definitions: [] };

/**
 * Plans the import of a description into a tree, without writing anything.
 *
 * The tree is compiled, and its document compared with the description fact by fact, both ways.
 *
 * @param use Whether the webhooks of the description are received or sent.
 * @throws {Error} If the document is not OpenAPI 3.
 * @example planImport(await readDocuments('petstore.yaml')).operations.changes[0].path // 'pets/@get.ts'
 */
export function planImport(documents: Documents, before: ExistingFiles = NONE, use?: WebhookUse): ImportPlan {
  const version = checkVersion(documents.root);
  checkLimits(documents);
  const description = describeDocuments(documents, false, use);
  const existing = readExisting(before);
  const { located: all, unsafe } = locateOperations(
    description,
    existing.map(({ parsed }) => parsed.route.template.text),
    undefined,
    before,
  );
  const { located, description: mended } = protectedOperations(all, withSoundDocument(description));
  const { operations, definitions, compilation } = planCompiled(mended, located, existing, before);
  checkWrittenCode(operations.changes, definitions.changes, before.operations);

  // The paths of a description have no prefix.
  const prefix = prefixOf(before.base ?? '');
  const gone = new Set(operations.gone);
  const events = eventsOf(compilation).filter(({ id }) => !gone.has(id));
  const served = contractsOf(compilation)
    .filter(({ id }) => !gone.has(id))
    .map((operation) => ({ ...operation, path: withoutPrefix(operation.path, prefix) }));
  const tree = {
    operations: [...served, ...events],
    schemas: compilation.schemas,
    document: compilation.document as BaseDocument,
    custom: compilation.custom,
  };
  const emitted = generateOpenApi({ ...tree, operations: served, events, info: { title: '', version: '' } });
  const names = new Set([...description.schemas.keys(), 'Problem']);
  const original = factsOf(description, names);
  const after = factsOf(describeDocuments(documentOf(emitted), false, use), names);
  const comparison = compareFacts(original, after);
  const losses = lossesOf(comparison.lost, after, description.notes);
  return {
    version,
    operations,
    definitions,
    comparison,
    losses,
    differences: findDifferences(documents, description, tree, losses, use),
    widened: findWidenedAccess(before, compilation),
    diagnostics: compilation.diagnostics,
    description,
    read: [...documents.files.values()].flatMap((file) => (file === documents.root ? [] : [file.name])),
    schemes: requiredSchemes(tree),
    unsafe,
  };
}

function requiredSchemes(tree: {
  readonly operations: readonly Operation[];
  readonly document: BaseDocument;
}): SecuritySchemes {
  const { security: shared = [], components } = tree.document;
  const required = new Set(
    tree.operations.flatMap(({ security = shared }) => security.flatMap((alternative) => Object.keys(alternative))),
  );
  return Object.fromEntries(Object.entries(components?.securitySchemes ?? {}).filter(([name]) => required.has(name)));
}
