import type { Violation } from '../../contract/enforcement.ts';
import { own } from '../values.ts';
import type { Inspection, SchemaData } from './inspection.ts';
import { listOf, resolveReference, schemasOf } from './inspection.ts';
import { join, quote } from './words.ts';

type Keywords = { readonly [keyword: string]: unknown };

/** Reports what is wrong with a value by the schemas that are put together: `allOf`, `anyOf`, `oneOf`, `not` and `if`. */
export function explainAlternatives(schema: Keywords, value: unknown, pointer: string, inspection: Inspection): void {
  const { not, if: condition } = schema as { readonly [keyword: string]: SchemaData | undefined };
  for (const part of listOf(schema, 'allOf')) inspection.inspect(part, value, pointer, inspection);
  if ('anyOf' in schema) explainBranches(listOf(schema, 'anyOf'), value, pointer, inspection);
  if ('oneOf' in schema) explainOne(listOf(schema, 'oneOf'), value, pointer, inspection);
  if (not !== undefined && inspection.probe(not, value).length === 0) inspection.report(pointer, describeNot(not));
  if (condition === undefined) return;
  const branch = inspection.probe(condition, value).length === 0 ? 'then' : 'else';
  if (branch in schema) inspection.inspect(schema[branch] as SchemaData, value, pointer, inspection);
}

function explainOne(branches: readonly SchemaData[], value: unknown, pointer: string, inspection: Inspection): void {
  const matching = branches.filter((branch) => inspection.probe(branch, value).length === 0).length;
  if (matching > 1)
    inspection.report(pointer, `must be one of ${branches.length} kinds, not ${matching} of them at once`);
  else if (matching === 0) explainBranches(branches, value, pointer, inspection);
}

interface Branch {
  readonly schema: SchemaData;
  readonly violations: readonly Violation[];
}

/** Says of the alternative that was most likely meant what is wrong; where that is not clear, what there is to choose from. */
function explainBranches(
  schemas: readonly SchemaData[],
  value: unknown,
  pointer: string,
  inspection: Inspection,
): void {
  const branches = schemas.map((schema): Branch => {
    return { schema, violations: inspection.probe(schema, value, pointer, inspection.most) };
  });
  if (branches.some(({ violations }) => violations.length === 0)) return;
  const meant = likely(branches, value, pointer, inspection);
  if (meant.length === 1) {
    for (const { pointer: place, message } of meant[0]!.violations) inspection.report(place, message);
    return;
  }
  const roots = branches.flatMap(({ violations }) => violations.filter((violation) => violation.pointer === pointer));
  const words = roots.map(({ message }) => /^must be (.*)$/.exec(message)?.[1]);
  const isPlain = roots.length === branches.length && words.every((text) => text !== undefined);
  inspection.report(
    pointer,
    isPlain
      ? `must be ${join([...new Set(words)], 'or')}`
      : `must be one of ${branches.length} kinds, and is none of them`,
  );
}

/** The alternatives that take such a value at all, and of these the ones whose fixed properties it has; else the ones that find least wrong. */
function likely(
  branches: readonly Branch[],
  value: unknown,
  pointer: string,
  inspection: Inspection,
): readonly Branch[] {
  const rightType = branches.filter(({ violations }) => violations.every((violation) => violation.pointer !== pointer));
  if (rightType.length < 2) {
    // Of values without parts only one alternative may be about them: a text that is too long is no number.
    const sameType = branches.filter(({ schema }) => takes(schema, value, inspection));
    return rightType.length === 1 ? rightType : sameType;
  }
  const tagged = rightType.filter(({ schema }) => hasTags(schema, value, inspection));
  const candidates = tagged.length > 0 ? tagged : rightType;
  const least = Math.min(...candidates.map(({ violations }) => violations.length));
  return candidates.filter(({ violations }) => violations.length === least);
}

function takes(schema: SchemaData, value: unknown, inspection: Inspection): boolean {
  const { type } = settle(schema, inspection);
  return type !== undefined && inspection.probe({ type }, value).length === 0;
}

/** Whether a value has the properties that a schema gives one value only, such as a discriminator. */
function hasTags(schema: SchemaData, value: unknown, inspection: Inspection): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const tags = schemasOf(settle(schema, inspection), 'properties').filter(([, part]) => isTag(part));
  return tags.length > 0 && tags.every(([name, part]) => inspection.probe(part, own(value, name)).length === 0);
}

function isTag(schema: SchemaData): boolean {
  return typeof schema === 'object' && ('const' in schema || 'enum' in schema);
}

/** A schema, or what it refers to. */
function settle(schema: SchemaData, { components }: Inspection): Keywords {
  const seen = new Set<unknown>();
  let settled = schema;
  while (typeof settled === 'object' && typeof settled['$ref'] === 'string' && !seen.has(settled)) {
    seen.add(settled);
    settled = resolveReference(settled['$ref'], components);
  }
  return typeof settled === 'object' ? settled : {};
}

function describeNot(schema: SchemaData): string {
  if (typeof schema === 'object' && 'const' in schema) return `must not be ${quote(schema['const'])}`;
  if (typeof schema === 'object' && Array.isArray(schema['enum']))
    return `must not be ${join(schema['enum'].map(quote), 'or')}`;
  return 'is of a kind that is not allowed';
}
