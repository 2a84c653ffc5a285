import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { facesOf } from '../../../shared/schema/faces.ts';
import { augmentationOf } from '../declarations/augmentation.ts';
import { createTypes, usedSchemas } from '../declarations/entry-types.ts';
import { DECLARATIONS_HEADER } from '../declarations/index.ts';
import { callerMembers } from '../declarations/operation.ts';

/** The module of the package with the types that do not depend on the operations. */
const MODULE = './client.js';

/**
 * Writes the declarations of a package: the exports of `virtual:operations/client`, and the types of the operations for their callers.
 *
 * @param operations The documented operations.
 * @param virtualModules The text of `client.d.ts`.
 */
export function packageTypes(
  operations: readonly Operation[],
  { schemas, document }: { readonly schemas: ReadonlyMap<string, Schema>; readonly document: BaseDocument },
  virtualModules: string,
): string {
  const all = createTypes(schemas, document, callerMembers);
  // Schemas of internal operations stay out of the package.
  const used = usedSchemas(operations, all);
  const faced = facesOf(operations, new Map([...schemas].filter(([name]) => used.has(name))));
  const types = createTypes(faced.schemas, document, callerMembers);
  return `${[
    DECLARATIONS_HEADER,
    `import type { CursorQuery, PagingQuery, SentBytes, SentFile } from '${MODULE}';`,
    exportsOf(virtualModules),
    `export type * from '${MODULE}';`,
    augmentationOf(faced.operations, types, MODULE),
  ].join('\n\n')}\n`;
}

/** The exports of `virtual:operations/client`, as those of a separate module. */
function exportsOf(virtualModules: string): string {
  const block = /^declare module 'virtual:operations\/client' \{\n([\s\S]*?)^\}/m.exec(virtualModules)![1]!;
  return block.replaceAll(/^ {2}/gm, '').replaceAll("'unplugin-operations/types'", `'${MODULE}'`).trimEnd();
}
