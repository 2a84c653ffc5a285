import type { Schema } from '../../../shared/contract/operation.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { entries, list } from './document-fields.ts';
import type { Documents } from './documents.ts';
import { componentPointer, definitionKey } from './extended-objects.ts';
import type { Extending, ExtendingSchemas } from './extended-objects.ts';
import type { DescriptionFile } from './origins.ts';

/** The property that a schema's discriminator names. */
export function discriminatorProperty({ discriminator }: Schema): string | undefined {
  const name = isKeywords(discriminator) ? discriminator['propertyName'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The values that mappings have for each schema. */
export function mappingOf(
  schemas: readonly Extending[],
  property: string | undefined,
  documents: Documents,
): Map<string, string[]> {
  const mapped = new Map<string, string[]>();
  for (const { value, file } of schemas.filter((schema) => discriminatorProperty(schema.value) === property)) {
    const { discriminator } = value as { readonly discriminator?: Schema };
    for (const [text, target] of entries(discriminator?.['mapping'])) {
      const key = keyOfTarget(String(target), file, documents);
      const known = key === undefined ? undefined : (mapped.get(key) ?? []);
      if (known !== undefined && !known.includes(text)) mapped.set(key!, [...known, text]);
    }
  }
  return mapped;
}

/** A mapping has names of components, and references. */
function keyOfTarget(target: string, file: DescriptionFile, documents: Documents): string | undefined {
  const isName = isComponentName(target) && !/\.(?:json|ya?ml)$/.test(target);
  return isName
    ? definitionKey(`#${componentPointer(target)}`, documents.root, documents)
    : definitionKey(target, file, documents);
}

/** The inline objects that a schema consists of. */
export function ownShapes({ allOf, ...own }: Schema): Schema[] {
  return [own, ...list(allOf).filter(isKeywords)].filter(
    (part) => isKeywords(part['properties']) || 'required' in part,
  );
}

/** Whether all values of a schema have a property. */
export function requires(schema: Extending, property: string | undefined, schemas: ExtendingSchemas): boolean {
  const seen = new Set<string>();
  const visit = ({ key, value, parents }: Extending): boolean => {
    if (seen.has(key)) return false;
    seen.add(key);
    if (ownShapes(value).some(({ required }) => list(required).includes(property))) return true;
    return parents.some((parent) => {
      const extended = schemas.get(parent);
      return extended !== undefined && visit(extended);
    });
  };
  return property !== undefined && visit(schema);
}

/** The only values that the base allows for its property; undefined if it allows any text. */
export function allowedIn({ value, file }: Extending, property: string, { find }: Documents): Schema | undefined {
  const shape = ownShapes(value).find(({ properties }) => isKeywords(properties) && property in properties);
  let schema: unknown = (shape?.['properties'] as Schema | undefined)?.[property];
  for (let hops = 0; hops < 50 && isKeywords(schema) && typeof schema['$ref'] === 'string'; hops++)
    schema = find(schema['$ref'], file)?.value;
  return isKeywords(schema) ? schema : undefined;
}

export function kindValues(
  schema: Extending,
  property: string,
  mapped: ReadonlyMap<string, readonly string[]>,
  allowed: Schema | undefined,
): readonly string[] | undefined {
  const known = mapped.get(schema.key);
  const literals = ownShapes(schema.value).flatMap(({ properties }) => literalsOf(Object(properties)[property]) ?? []);
  const wanted = known ?? (literals.length > 0 ? literals : [schema.name]);
  const listed = literalsOf(allowed);
  const isText = allowed === undefined || [allowed['type'] ?? 'string'].flat().includes('string');
  const values = wanted.filter(
    (value) => (listed === undefined || listed.includes(value)) && (literals.length === 0 || literals.includes(value)),
  );
  return values.length === 0 || !isText ? undefined : values;
}

export function literalsOf(schema: unknown): string[] | undefined {
  if (!isKeywords(schema)) return undefined;
  const { const: constant, enum: values } = schema;
  if (typeof constant === 'string') return [constant];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : undefined;
}
