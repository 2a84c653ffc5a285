import { keywordRow, keywordsWith } from '../schema/keywords.ts';
import type { Keywords } from '../schema/json-types.ts';

/** Keywords whose meaning depends on others of the same schema: merged from several schemas, they mean something else. */
const DEPENDS_ON: { readonly [keyword: string]: readonly string[] } = {
  additionalProperties: ['properties', 'patternProperties'],
  items: ['prefixItems'],
  contains: keywordsWith((row) => row.with === 'contains'),
  if: keywordsWith((row) => row.with === 'if'),
};

/** Keywords that depend on all others of the same schema. */
const DEPENDS_ON_ALL = ['unevaluatedProperties', 'unevaluatedItems'];

/** Keywords that can refuse null. */
const CAN_REFUSE_NULL = ['enum', 'const', 'not', 'if'];

/** Whether a keyword decides which values a request can have. */
export function isDecisive(keyword: string): boolean {
  const row = keywordRow(keyword);
  return row !== undefined && (row.role !== 'annotation' || keyword === 'readOnly' || keyword === 'writeOnly');
}

/** Whether a keyword refuses values, so that each one of the same name counts. */
export function isConstraint(keyword: string): boolean {
  return keywordRow(keyword)?.role !== 'annotation';
}

/** Whether one object of keywords can replace several schemas that all apply. */
export function isMergeable(parts: readonly Keywords[]): boolean {
  if (parts.length < 2) return true;
  if (parts.some((part) => DEPENDS_ON_ALL.some((keyword) => keyword in part))) return false;
  return Object.entries(DEPENDS_ON).every(([keyword, others]) => {
    const users = parts.filter((part) => keyword in part && part[keyword] !== true);
    return parts.every((part) => !others.some((other) => other in part) || users.every((user) => user === part));
  });
}

/** Whether a union allows null exactly if one of its members is null. */
export function isNullExact(
  nulls: readonly unknown[],
  isOneOf: boolean,
  types: readonly string[] | undefined,
  keywords: Keywords,
): boolean {
  if (types?.includes('null') === true) return false;
  if (nulls.length === 0) return true;
  const isPlain = nulls.every((one) => Object.keys(one as Keywords).filter(isDecisive).length === 1);
  const isBare = types === undefined && !CAN_REFUSE_NULL.some((keyword) => keyword in keywords);
  return isPlain && isBare && (!isOneOf || nulls.length === 1);
}
