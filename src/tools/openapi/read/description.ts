import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { Documents } from './documents.ts';
import { Notes } from './notes.ts';
import type { At } from './origins.ts';
import { renameSchemes, withUniqueIds } from './valid-names.ts';
import { NamedSchemas } from './schemas.ts';
import { withoutFragments } from './paths.ts';
import type { Fields } from './document-fields.ts';
import { entries, list } from './document-fields.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isSecurityKey } from '../../../build/compiler/definitions/document.ts';
import { serverFault } from '../../../build/openapi/servers.ts';
import type { DescribedOperation, LostSecurity } from './described-operation.ts';
import { Reader } from './described-operation.ts';
import type { WebhookUse } from './sent-events.ts';

/** A description in one piece, with the schemas of OpenAPI 3.1: only schemas are referred to. */
export interface Description {
  /** All fields of the document but `paths`, `webhooks` and `components`. */
  readonly fields: Fields;
  readonly securitySchemes: Fields;
  /** The components as the document has them. */
  readonly components: Fields;
  readonly operations: readonly DescribedOperation[];
  readonly schemas: ReadonlyMap<string, AnySchema>;
  /** Components of other kinds that no operation refers to, with their names. */
  readonly unused: readonly { readonly kind: string; readonly name: string; readonly at: At }[];
  readonly lostSecurity: readonly LostSecurity[];
  readonly notes: Notes;
}

/**
 * Makes a description self-contained.
 *
 * @param hasOwnProblem Whether its schema `Problem` is that of the server's errors, which every other description has another name for.
 * @param use Whether its webhooks are received or sent.
 */
export function describeDocuments(
  documents: Documents,
  hasOwnProblem: boolean = false,
  use: WebhookUse = undefined,
): Description {
  const { root, origins } = documents;
  const notes = new Notes(origins);
  const { paths, webhooks, components, ...fields } = root.value as Fields;
  const named = new NamedSchemas(documents, notes, hasOwnProblem);
  const reader = new Reader(documents, notes, named, use);
  const { securitySchemes } = (components ?? {}) as Fields;
  const schemes = renameSchemes(securitySchemes, notes);
  noteServers(fields['servers'], notes);
  const operations = withUniqueIds(
    [
      ...entries(paths).flatMap(([path, item]) => reader.served(path, item)),
      ...entries(webhooks).flatMap(([name, item]) => reader.webhook(name, item, webhooks as object)),
    ],
    notes,
  );
  const kinds = entries(components).filter(
    ([kind]) => kind !== 'schemas' && !isSecurityKey(kind) && !kind.startsWith('x-'),
  );
  const lostSecurity = Object.entries({ components, paths }).flatMap(([owner, value]) =>
    entries(value)
      .filter(([name]) => isSecurityKey(name) && name !== 'securitySchemes')
      .map(([name]) => ({ owner, name, at: { of: value as object, key: name } })),
  );
  const unused = kinds.flatMap(([kind, items]) =>
    entries(items)
      .filter(([name]) => !reader.used.has(`/components/${kind}/${name}`))
      .map(([name]) => ({ kind, name, at: { of: items as object, key: name } })),
  );
  const declared = entries(securitySchemes).map(
    ([name, scheme]) => [schemes.nameOf(name), reader.resolve(scheme, root).value] as const,
  );
  return {
    fields: origins.copy(root.value as object, schemes.inSecurityOf(reader.texts(fields))),
    components: (components ?? {}) as Fields,
    securitySchemes: origins.copy((securitySchemes ?? {}) as object, Object.fromEntries(declared)),
    operations: withoutFragments(operations, notes).map((operation) => ({
      ...operation,
      value: schemes.inSecurityOf(operation.value),
    })),
    schemas: named.schemas,
    unused,
    lostSecurity: [...reader.lostSecurity, ...lostSecurity],
    notes,
  };
}

/** A tree can serve only the first server. The unknown part of its path isn't part of any path. */
function noteServers(servers: unknown, notes: Notes): void {
  const [first] = list(servers);
  const fault = serverFault(first);
  if (fault !== undefined && isKeywords(first))
    notes.mend({ of: first, key: 'url' }, `${fault}: without one, the paths of the tree do not begin with it`);
}
