import { isKeywords } from '../../../shared/schema/json-types.ts';
import { enumWithNull } from '../../../shared/schema/named-types.ts';
import type { Notes } from './notes.ts';

type Fields = { readonly [field: string]: unknown };

/** The types for which a server reads an empty text as null. */
const NULLABLE = ['boolean', 'integer', 'number'];

/** The keywords of a string that an empty text can violate. */
const OF_STRINGS = ['minLength', 'pattern', 'format', 'enum', 'const'];

/**
 * A query parameter without `allowEmptyValue`, which no comment has: null is its empty value, and an empty text is a string anyway. Of other types
 * it stays, and is reported as a loss.
 *
 * @param raw The parameter as the description has it.
 */
export function withoutEmptyValue(parameter: Fields, raw: object, notes: Notes): Fields {
  const { allowEmptyValue, ...others } = parameter;
  const { in: place, schema } = others;
  if (allowEmptyValue === false) return others;
  if (allowEmptyValue !== true || place !== 'query' || !isKeywords(schema)) return parameter;
  const { type, enum: values } = schema;
  if (type === 'string' && !OF_STRINGS.some((keyword) => keyword in schema)) return others;
  if (typeof type !== 'string' || !NULLABLE.includes(type) || 'const' in schema) return parameter;
  notes.mend({ of: raw, key: 'allowEmptyValue' }, '"allowEmptyValue" allows an empty text, which is read as null');
  const nullable = {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: enumWithNull(values) }),
  };
  return { ...others, schema: notes.origins.copy(schema, nullable) };
}
