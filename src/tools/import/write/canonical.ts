import { isDeepStrictEqual } from 'node:util';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords, isTypeOfConstant } from '../../../shared/schema/json-types.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import { stableText } from '../../../shared/validation/values.ts';
import { comparableText } from '../texts.ts';

/** A schema in one spelling of several that mean the same: without empty keywords, with sorted lists of names and types. */
export function canonicalSchema(schema: AnySchema): AnySchema {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  const entries = Object.entries(mapSubschemas(schema, canonicalSchema)).flatMap(
    ([keyword, value]): [string, unknown][] => {
      if (keyword === 'type' && isTypeOfConstant(schema)) return [];
      if (keyword === 'required' || keyword === 'type') return listed(keyword, value);
      // Items of any type.
      if (keyword === 'items' && isKeywords(value) && Object.keys(value).length === 0) return [];
      if (keyword === 'properties' && isKeywords(value) && Object.keys(value).length === 0) return [];
      if (keyword === 'description')
        return typeof value === 'string' && comparableText(value) === ''
          ? []
          : [[keyword, comparableText(String(value))]];
      return [[keyword, value]];
    },
  );
  return Object.fromEntries(entries);
}

function listed(keyword: string, value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) return [[keyword, value]];
  if (keyword === 'required' && value.length === 0) return [];
  const names = [...new Set(value as string[])].sort();
  return [[keyword, keyword === 'type' && names.length === 1 ? names[0] : names]];
}

/** Whether two schemas mean the same. */
export function isSameSchema(a: AnySchema, b: AnySchema): boolean {
  return isDeepStrictEqual(a, b) || stableText(canonicalSchema(a)) === stableText(canonicalSchema(b));
}
