import type { Schema } from '../contract/operation.ts';

// Parts of a schema that have no meaning yet: they are written out once all definitions are known. A user cannot write one, because the
// tag that makes a draft is a symbol.

const DRAFT: unique symbol = Symbol('draft');

/** A use of a generic definition: `Page<Pet>`. */
export interface GenericUse extends Schema {
  readonly [DRAFT]: 'generic';
  readonly generic: string;
  readonly arguments: readonly Schema[];
}

/** A use of `Partial`, `Pick` and the like on a definition of another file. */
export interface UtilityUse extends Schema {
  readonly [DRAFT]: 'utility';
  readonly utility: string;
  readonly of: Schema;
  readonly keys: readonly string[];
}

/** A use of a type parameter inside its own definition. */
export interface ParameterUse extends Schema {
  readonly [DRAFT]: 'parameter';
  readonly parameter: string;
}

export function useGeneric(generic: string, given: readonly Schema[]): GenericUse {
  return { [DRAFT]: 'generic', generic, arguments: given };
}

export function useUtility(utility: string, of: Schema, keys: readonly string[]): UtilityUse {
  return { [DRAFT]: 'utility', utility, of, keys };
}

export function useParameter(parameter: string): ParameterUse {
  return { [DRAFT]: 'parameter', parameter };
}

export function isGenericUse(schema: Schema): schema is GenericUse {
  return kindOf(schema) === 'generic';
}

export function isUtilityUse(schema: Schema): schema is UtilityUse {
  return kindOf(schema) === 'utility';
}

export function isParameterUse(schema: Schema): schema is ParameterUse {
  return kindOf(schema) === 'parameter';
}

/** Whether a schema has to be written out before it means anything. */
export function isDraft(schema: Schema): boolean {
  return DRAFT in schema;
}

const DRAFT_KEYS: readonly string[] = ['generic', 'arguments', 'utility', 'of', 'keys', 'parameter'];

/** The keywords beside a draft, such as a description. */
export function besideDraft(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !DRAFT_KEYS.includes(key)));
}

/** Where a draft has its subschemas. */
export function draftSubschemas(key: string, schema: Schema): 'one' | 'list' | undefined {
  if (!isDraft(schema)) return undefined;
  if (key === 'arguments') return 'list';
  return key === 'of' ? 'one' : undefined;
}

function kindOf(schema: Schema): string | undefined {
  return (schema as Partial<GenericUse>)[DRAFT];
}
