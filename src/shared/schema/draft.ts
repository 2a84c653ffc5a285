import type { Schema } from '../contract/operation.ts';

// Drafts are placeholders in schemas. They are expanded when all definitions are known. Users cannot write one, because its tag is a symbol.

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
  readonly object: Schema;
  readonly keys: readonly string[];
}

/** A use of a type parameter inside a generic definition. */
export interface ParameterUse extends Schema {
  readonly [DRAFT]: 'parameter';
  readonly parameter: string;
}

/** Makes a use of a generic definition. */
export function useGeneric(generic: string, typeArguments: readonly Schema[]): GenericUse {
  return { [DRAFT]: 'generic', generic, arguments: typeArguments };
}

/** Makes a use of a utility type, such as `Pick`. */
export function useUtility(utility: string, object: Schema, keys: readonly string[]): UtilityUse {
  return { [DRAFT]: 'utility', utility, object, keys };
}

/** Makes a use of a type parameter. */
export function useParameter(parameter: string): ParameterUse {
  return { [DRAFT]: 'parameter', parameter };
}

/** Whether a schema is a use of a generic definition. */
export function isGenericUse(schema: Schema): schema is GenericUse {
  return draftKind(schema) === 'generic';
}

/** Whether a schema is a use of a utility type. */
export function isUtilityUse(schema: Schema): schema is UtilityUse {
  return draftKind(schema) === 'utility';
}

/** Whether a schema is a use of a type parameter. */
export function isParameterUse(schema: Schema): schema is ParameterUse {
  return draftKind(schema) === 'parameter';
}

/** Whether a schema is a draft of any kind. */
export function isDraft(schema: Schema): boolean {
  return DRAFT in schema;
}

const DRAFT_KEYS: readonly (string | symbol)[] = [
  DRAFT,
  'generic',
  'arguments',
  'utility',
  'object',
  'keys',
  'parameter',
];

/** Copies the other keywords of a draft, such as a description, and its symbols. */
export function besideDraft(schema: Schema): Schema {
  const others: { [key: string | symbol]: unknown } = { ...schema };
  for (const key of DRAFT_KEYS) delete others[key];
  return others;
}

/** How the keys of a draft hold subschemas. */
export const DRAFT_HOLDS: ReadonlyMap<string, 'one' | 'list'> = new Map([
  ['arguments', 'list'],
  ['object', 'one'],
]);

function draftKind(schema: Schema): string | undefined {
  return (schema as Partial<GenericUse>)[DRAFT];
}
