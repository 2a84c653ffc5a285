import type { AnySchema } from '../../shared/schema/json-types.ts';
import { isKeywords } from '../../shared/schema/json-types.ts';
import { splitReference } from '../../shared/schema/references.ts';
import { eachSchema } from '../../shared/schema/walk.ts';
import { entries } from '../openapi/read/document-fields.ts';

/** The named schemas that the schemas of operations refer to, directly or through others. Extensions and examples do not count. */
export function usedNames(operations: readonly object[], schemas: ReadonlyMap<string, AnySchema>): Set<string> {
  const used = new Set<string>();
  const use = (reference: unknown): void => {
    const name = typeof reference === 'string' ? splitReference(reference)?.name : undefined;
    if (name !== undefined) used.add(name);
  };
  const follow = (schema: unknown): void => {
    if (!isKeywords(schema)) return;
    eachSchema(schema, ({ $ref, discriminator }) => {
      use($ref);
      if (isKeywords(discriminator)) entries(discriminator['mapping']).forEach(([, target]) => use(target));
    });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    for (const [key, item] of entries(value)) {
      if (key === 'schema') follow(item);
      else if (!key.startsWith('x-') && key !== 'example' && key !== 'examples') visit(item);
    }
  };
  operations.forEach(visit);
  // The set grows while it is processed: recursion would overflow the stack in a long cycle.
  for (const name of used) follow(schemas.get(name));
  return used;
}
