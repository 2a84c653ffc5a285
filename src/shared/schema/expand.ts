import type { Schema } from '../contract/operation.ts';
import { besideDraft, isDraft, isGenericUse, isParameterUse, isUtilityUse } from './draft.ts';
import type { GenericUse, UtilityUse } from './draft.ts';
import { referredName } from './references.ts';
import type { AnySchema } from './json-types.ts';
import { applyUtility } from './utility.ts';
import { mapSubschemas } from './walk.ts';

/** A definition that can have type parameters. */
export interface Generic {
  readonly schema: Schema;
  readonly typeParameters: readonly string[];
}

/** Finds a definition by its name. */
export type FindGeneric = (name: string) => Generic | undefined;

/** The limit of schemas per expansion: generics that double at each level would fill the memory. */
const MAX_EXPANDED = 20_000;

/** An expansion exceeds its limit. */
class ExpansionError extends Error {}

/** The state of one expansion. */
interface Expansion {
  readonly find: FindGeneric;
  /** The definitions that are being expanded. A use of one inside itself becomes `{}`: another check reports it. */
  readonly open: readonly string[];
  readonly budget: { left: number };
}

/**
 * Expands the drafts in a schema: uses of generic definitions, and of `Pick`, `Omit` and the like.
 *
 * @returns The same object if it has no drafts.
 * @throws {ExpansionError} For more than 20,000 schemas.
 */
export function expandSchema(schema: Schema, find: FindGeneric): Schema {
  return expand(schema, { find, open: [], budget: { left: MAX_EXPANDED } }) as Schema;
}

/** Expands like {@link expandSchema}. A schema that is too large becomes `{}`, after a call of `tooLarge`. */
export function expandOr(schema: Schema, find: FindGeneric, tooLarge: () => void): Schema {
  try {
    return expandSchema(schema, find);
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    tooLarge();
    return {};
  }
}

function expand(schema: AnySchema, expansion: Expansion): AnySchema {
  if (typeof schema === 'boolean') return schema;
  if (expansion.open.length > 0 && --expansion.budget.left < 0) throw new ExpansionError('too many schemas');
  if (!isDraft(schema)) return mapSubschemas(schema, (part) => expand(part, expansion));
  if (isGenericUse(schema)) return { ...instantiate(schema, expansion), ...besideDraft(schema) };
  return isUtilityUse(schema) ? { ...evaluate(schema, expansion), ...besideDraft(schema) } : schema;
}

function instantiate({ generic, arguments: typeArguments }: GenericUse, expansion: Expansion): Schema {
  const definition = expansion.find(generic);
  if (definition === undefined || expansion.open.includes(generic)) return {};
  const values = new Map(
    definition.typeParameters.map((parameter, i) => [parameter, expand(typeArguments[i] ?? {}, expansion) as Schema]),
  );
  const inner = { ...expansion, open: [...expansion.open, generic] };
  return expand(substitute(definition.schema, values), inner) as Schema;
}

function substitute(schema: AnySchema, values: ReadonlyMap<string, Schema>): AnySchema {
  if (typeof schema === 'boolean') return schema;
  if (isParameterUse(schema)) return { ...values.get(schema.parameter), ...besideDraft(schema) };
  return mapSubschemas(schema, (part) => substitute(part, values));
}

function evaluate({ utility, object, keys }: UtilityUse, expansion: Expansion): Schema {
  const resolve = (schema: Schema): Schema | undefined => {
    const name = referredName(schema);
    if (name === undefined || expansion.open.includes(name)) return undefined;
    const target = expansion.find(name)?.schema;
    return target && (expand(target, { ...expansion, open: [...expansion.open, name] }) as Schema);
  };
  const schema = resolve(object) ?? (expand(object, expansion) as Schema);
  return applyUtility(utility, schema, keys, resolve) ?? schema;
}
