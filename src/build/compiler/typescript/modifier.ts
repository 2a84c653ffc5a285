import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { Location } from '../diagnostics/source.ts';

/** The location of a property with the modifier `readonly`. A symbol, because JSON Schema has no such keyword: `readOnly` has another meaning. */
const MODIFIER: unique symbol = Symbol('readonly');

/** Marks the schema of a property that has the modifier `readonly`. */
export function withModifier(schema: Schema, at: Location): Schema {
  return { ...schema, [MODIFIER]: at } as Schema;
}

/** The schema of a property for a value of another one: `User['role']`. */
export function withoutModifier(schema: Schema): Schema {
  const { [MODIFIER]: _, ...others } = schema as Schema & { readonly [MODIFIER]?: Location };
  return others;
}

/** The location of the name of a property that has the modifier `readonly`; undefined for other properties. */
export function modifierOf(property: AnySchema): Location | undefined {
  return (property as { readonly [MODIFIER]?: Location })[MODIFIER];
}
