import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAnnotation } from '../../../shared/schema/keywords.ts';
import { hasOnlyRanges } from '../../../build/openapi/server/safe-integers.ts';
import { isTypeAlone } from './implied-type.ts';
import type { SchemaUse } from './merged-schemas.ts';
import { mergeSchemas } from './merged-schemas.ts';
import type { Notes } from './notes.ts';
import { hasShape, isPlainShape, splitShape, withOneShape, withRequiredProperties } from './plain-shape.ts';

/**
 * Spells `allOf` plainly: texts belong to the schema around it, parts without effect are left out, properties are in one part, after the
 * references, and a single part is not a list.
 */
export function withParts(schema: Schema, { implies, isExact, notes }: SchemaUse): Schema {
  const { allOf, $ref, ...own } = schema;
  const isExtended = hasShape(own) && ('type' in own || $ref === undefined);
  if (!Array.isArray(allOf) && !(isExtended && $ref !== undefined)) return schema;
  const all = [...($ref === undefined ? [] : [{ $ref }]), ...((allOf as unknown[] | undefined) ?? [])];
  if (!all.every((part) => part === true || isKeywords(part)) || all.some(isRange)) return schema;
  const { shape, beside } = isExtended ? splitShape(own) : { shape: {}, beside: own };
  const lifted = liftTexts(beside, all.filter(isKeywords), notes);
  const some = [...lifted.parts, shape].filter((part) => !isVacuous(part));
  const isNeedless = (part: Schema): boolean =>
    isTypeAlone(part) && !isExact && implies(part['type']) && [...some, lifted.outer].some(canImply);
  const parts = some.filter((part) => !isNeedless(part));
  const isObject = parts.some((part) => !('type' in part) && isPlainShape(part)) && !isExact && implies('object');
  const others = parts
    .filter((part) => !isReference(part))
    .map((part) => (isObject && isPlainShape(part) ? { type: 'object', ...part } : part))
    .map(isExact ? (part) => part : withRequiredProperties);
  const shapes = withOneShape(others);
  const sorted = [
    ...parts.filter(isReference),
    ...shapes.filter((part) => !isPlainShape(part)),
    ...shapes.filter(isPlainShape),
  ];
  const [only, ...more] = sorted;
  if (only === undefined) return lifted.outer;
  const merged = more.length === 0 && canMerge(lifted.outer, only) && mergeSchemas(lifted.outer, only, notes);
  if (!merged) return { ...lifted.outer, allOf: sorted };
  // Keywords have one order, in JSON too.
  return isReference(merged) ? { $ref: merged['$ref'], ...merged } : merged;
}

/** Whether a part is empty, as `{properties: {}}` does. */
function isVacuous(part: Schema): boolean {
  const { properties = {}, ...others } = part;
  return Object.keys(others).length === 0 && isKeywords(properties) && Object.keys(properties).length === 0;
}

/** Whether a schema can have the type of another one next to it. */
export function canImply(schema: Schema): boolean {
  return !isTypeAlone(schema) && ['type', '$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
}

/** Whether a part is one of our own documents, for the integers of a reference. */
function isRange(part: unknown): boolean {
  return isKeywords(part) && hasShape(part) && hasOnlyRanges(part) && !isVacuous(part);
}

function isReference(schema: Schema): boolean {
  return '$ref' in schema;
}

/** Moves the texts of parts to the schema around them, unless they are those of a reference. */
function liftTexts(outer: Schema, parts: readonly Schema[], notes: Notes): { outer: Schema; parts: readonly Schema[] } {
  let result = outer;
  const rest = parts.map((part) => {
    const entries = Object.entries(part);
    const texts = Object.fromEntries(entries.filter(([keyword]) => isAnnotation(keyword)));
    const bare = Object.fromEntries(entries.filter(([keyword]) => !isAnnotation(keyword)));
    if (Object.keys(texts).length === 0 || !isPlainShape(bare)) return part;
    const merged = mergeSchemas(result, notes.origins.copy(part, texts), notes);
    result = merged ?? result;
    return merged === undefined ? part : bare;
  });
  return { outer: result, parts: rest };
}

/** Whether the keywords of two schemas mean the same in one: some depend on the others. */
function canMerge(outer: Schema, part: Schema): boolean {
  return [outer, part].some((schema) => Object.keys(schema).every(isFree));
}

function isFree(keyword: string): boolean {
  return ['$ref', 'const'].includes(keyword) || isAnnotation(keyword);
}
