import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';

/** What a schema without constraints becomes: an object without properties, or scalars, alone or in a list. */
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
