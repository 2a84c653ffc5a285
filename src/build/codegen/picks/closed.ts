import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { splitReference } from '../../../shared/schema/references.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';

/** The result for a schema without constraints: an object without properties, or scalars, alone or in a list. */
const EMPTY: Schema = {
  additionalProperties: false,
  items: { type: ['string', 'number', 'boolean', 'null'] },
};

/**
 * Closes a schema at every depth, for a pick that keeps the listed properties only.
 *
 * @example closeSchema({ properties: { id: {} }, additionalProperties: true }, resolve) // { properties: { id: EMPTY }, additionalProperties: false, ... }
 */
export function closeSchema(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): AnySchema {
  if (typeof schema === 'boolean') return schema && EMPTY;
  const {
    $ref,
    patternProperties: _patterns,
    additionalProperties: _others,
    unevaluatedProperties: _unevaluated,
    ...own
  } = schema as Keywords;
  const closed = { ...EMPTY, ...mapSubschemas(own, (part) => closeSchema(part, resolve, open)) };
  if ($ref === undefined || open.includes($ref)) return closed;
  const target = closeSchema(resolve($ref) ?? true, resolve, [...open, $ref]);
  return Object.keys(own).length === 0 ? target : { ...closed, allOf: [target, ...((closed as Keywords).allOf ?? [])] };
}

/**
 * Makes a {@link Resolve} with which a problem has only the properties that `Problem` lists. Clients must expect others, so it is open in the document,
 * but a row that is sent as a problem must not have all of its columns.
 *
 * @param isOpen Whether a definition keeps properties that it does not list.
 */
export function closingProblems(resolve: Resolve, isOpen: (schema: AnySchema) => boolean): Resolve {
  const closed = new Map<AnySchema, AnySchema>();
  return (reference) => {
    const schema = resolve(reference);
    if (schema === undefined || !isProblem(reference)) return schema;
    const known = closed.get(schema) ?? (isOpen(schema) ? closeSchema(schema, resolve) : schema);
    closed.set(schema, known);
    return known;
  };
}

/** Also for the face of its name. */
function isProblem(reference: string): boolean {
  const { name = '', keys = [] } = splitReference(reference) ?? {};
  return keys.length === 0 && /^Problem(?:@|$)/.test(name);
}
