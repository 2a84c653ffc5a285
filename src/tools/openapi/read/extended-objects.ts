import { keysOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { entries, list } from './document-fields.ts';
import type { Documents, Placed } from './documents.ts';
import type { DescriptionFile } from './origins.ts';
import { originKey } from './origins.ts';

/** A schema that has a name, and those that it extends by `allOf`. */
export interface Extending extends Placed<Schema> {
  readonly key: string;
  readonly name: string;
  readonly parents: readonly string[];
}

/** The schemas of a description that extend others or are extended, by their locations. */
export type ExtendingSchemas = ReadonlyMap<string, Extending>;

/** Finds the schemas that extend others and those that are extended. Schemas of the root file are its components; in other files they can be anywhere. */
export function findExtending(documents: Documents): ExtendingSchemas {
  const candidates = new Map<string, Extending>();
  const add = (placed: Placed, name: string): void => {
    const { value, file } = placed;
    const key = originKey(placed);
    if (!isKeywords(value) || candidates.has(key) || !EXTENDING.some((keyword) => keyword in value)) return;
    const parents = extendedIn(value).flatMap(($ref) => definitionKey($ref, file, documents) ?? []);
    candidates.set(key, { ...placed, value, key, name, parents });
  };
  const { components } = documents.root.value as { readonly components?: { readonly schemas?: unknown } };
  for (const [name, schema] of entries(components?.schemas)) {
    const target = aliased({ value: schema, file: documents.root, pointer: componentPointer(name) }, documents);
    if (target !== undefined) add(target, name);
  }
  for (const file of documents.files.values()) if (file !== documents.root) eachObject(file, add);
  const extended = new Set([...candidates.values()].flatMap(({ parents }) => parents));
  return new Map([...candidates].filter(([key, { parents }]) => parents.length > 0 || extended.has(key)));
}

/** A schema that extends others, or that has kinds, has one of these keywords. */
const EXTENDING = ['discriminator', 'allOf', 'anyOf', 'oneOf', '$ref'];

/** The pointer of a component. */
export function componentPointer(name: string): string {
  return pointTo('/components/schemas', name);
}

/** The key of the schema that a reference leads to, also through references alone. */
export function definitionKey($ref: string, from: DescriptionFile, documents: Documents): string | undefined {
  const found = documents.find($ref, from);
  const target = found && aliased(found, documents);
  return target && originKey(target);
}

/** The references of a schema to those that it extends: in `allOf`, or next to its own properties. */
function extendedIn(schema: Schema): string[] {
  const { $ref, allOf, properties } = schema;
  const own = typeof $ref === 'string' && isKeywords(properties) ? [$ref] : [];
  const parts = list(allOf).flatMap((part) =>
    isKeywords(part) && typeof part['$ref'] === 'string' ? part['$ref'] : [],
  );
  return [...own, ...parts];
}

/** Follows a schema that is a reference and nothing else. */
function aliased(placed: Placed, { find }: Documents): Placed | undefined {
  let target: Placed | undefined = placed;
  for (let hops = 0; hops < 50 && target !== undefined; hops++) {
    const { value, file }: Placed = target;
    if (!isKeywords(value) || typeof value['$ref'] !== 'string' || Object.keys(value).length > 1) return target;
    target = find(value['$ref'], file);
  }
  return undefined;
}

function eachObject(file: DescriptionFile, visit: (placed: Placed, name: string) => void): void {
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isKeywords(value)) visit({ value, file, pointer }, keysOf(pointer).at(-1) ?? fileName(file));
    for (const [key, item] of Object.entries(value)) walk(item, pointTo(pointer, key));
  };
  walk(file.value, '');
}

/** The name of a file without its directory and its extension. */
export function fileName({ uri }: DescriptionFile): string {
  return uri.replace(/.*\//, '').replace(/\.\w+$/, '');
}

/** The schemas that something has as its type, apart from those that extend them and unions of them. */
export function usedAsValues(schemas: ExtendingSchemas, documents: Documents): Set<string> {
  const extending = new Set([...schemas.values()].map(({ value }) => value));
  const used = new Set<string>();
  for (const file of documents.files.values()) {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (isKeywords(value)) {
        const { $ref } = value;
        const key = typeof $ref === 'string' ? definitionKey($ref, file, documents) : undefined;
        if (key !== undefined && !extending.has(value)) used.add(key);
      }
      for (const [field, item] of Object.entries(value)) {
        const isList = field === 'anyOf' || field === 'oneOf' || (field === 'allOf' && extending.has(value as Schema));
        if (isList)
          list(item)
            .filter((part) => !isKeywords(part) || typeof part['$ref'] !== 'string')
            .forEach(visit);
        else visit(item);
      }
    };
    visit(file.value);
  }
  return used;
}
