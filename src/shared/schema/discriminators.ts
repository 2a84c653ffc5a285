import type { Body, Content, Header, Operation, Parameter, Response, Schema } from '../contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { certainParts, isKeywords, listedValues } from './json-types.ts';
import { referredName, resolverOf } from './references.ts';
import { eachSchema, mapItems, mapSubschemas } from './walk.ts';

// A discriminator selects the branch of a union by the value of a property: OpenAPI 3.1, Discriminator Object. To JSON Schema it is an annotation, so
// here it becomes an enum in each branch, which validators, picks, types and samples then read.

/** A discriminator, as far as its fields are of the right types. */
interface Discriminator {
  readonly propertyName: string;
  /** The references to schemas, by the values that select them. */
  readonly mapping: { readonly [value: string]: unknown };
}

/** Reads the discriminator of a schema. */
export function discriminatorOf({ discriminator }: Schema): Discriminator | undefined {
  if (!isKeywords(discriminator)) return undefined;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== 'string') return undefined;
  return { propertyName, mapping: isKeywords(mapping) ? mapping : {} };
}

/**
 * Lists the values of the discriminator that select each branch of a union; undefined for a branch that they do not limit. A branch that isn't a reference has
 * no value, and one with literals has these. A branch without a value in the mapping has the name of its schema.
 *
 * @example selectorsOf({ oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: 'kind' } }, resolve) // [['Cat']]
 */
export function selectorsOf(schema: Keywords, resolve: Resolve): readonly (readonly string[] | undefined)[] {
  const discriminator = discriminatorOf(schema);
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  if (discriminator === undefined) return branches.map(() => undefined);
  const { propertyName } = discriminator;
  const mapping = Object.entries(discriminator.mapping);
  const references = branches.map((branch) => (branch as Keywords).$ref);
  // A value can select a schema inside of a branch, which is then known by other values than its name.
  const isNested = mapping.some(([, target]) => !references.includes(target as string));
  return branches.map((branch, i) => {
    const reference = references[i];
    if (reference === undefined || hasLiterals(branch, propertyName, resolve)) return undefined;
    const mapped = mapping.filter(([, target]) => target === reference).map(([value]) => value);
    const name = isNested || isUnion(branch, resolve) ? undefined : referredName(branch as Schema);
    return mapped.length > 0 ? mapped : name === undefined ? undefined : [name];
  });
}

/** Whether a branch is a union, whose own branches have values. */
function isUnion(branch: AnySchema, resolve: Resolve): boolean {
  return certainParts(branch, resolve).some((part) => 'oneOf' in part || 'anyOf' in part);
}

/** Whether a branch decides itself about a property: by its values, or because it can't be a string. */
function hasLiterals(branch: AnySchema, propertyName: string, resolve: Resolve): boolean {
  const properties = certainParts(branch, resolve).flatMap(({ properties: own = {} }) =>
    Object.hasOwn(own, propertyName) ? certainParts(own[propertyName]!, resolve) : [],
  );
  return properties.some((part) => {
    const { type } = part;
    return listedValues(part) !== undefined || (type !== undefined && ![type].flat().includes('string'));
  });
}

/** The operations and definitions whose unions are selected by their discriminators. */
export interface Selected {
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Writes the values of discriminators into the branches that they select. A schema without discriminators stays the same object. */
export function selectBranches(operations: readonly Operation[], schemas: ReadonlyMap<string, Schema>): Selected {
  const resolve = resolverOf(schemas);
  const select = <T extends AnySchema>(schema: T): T => selected(schema, resolve);
  const entries = [...schemas].map(([name, schema]) => [name, select(schema)] as const);
  const isSame = entries.every(([name, schema]) => schema === schemas.get(name));
  return {
    operations: operations.map((operation) => selectIn(operation, select)),
    schemas: isSame ? schemas : new Map(entries),
  };
}

function selectIn(operation: Operation, select: (schema: Schema) => Schema): Operation {
  const inSchema = (value: unknown): unknown =>
    mapItems(value as object, (item, key) => (key === 'schema' ? select(item as Schema) : item));
  const inAll = <T extends Content | Parameter | Header>(list: readonly T[]): readonly T[] =>
    mapItems(list, inSchema) as readonly T[];
  const inMessage = <T extends Body | Response>(message: T): T =>
    mapItems(message, (value, key) =>
      key === 'content' || key === 'headers' ? inAll((value ?? []) as readonly Content[]) : value,
    ) as T;
  return mapItems(operation, (value, key) => {
    if (key === 'parameters') return inAll(value as readonly Parameter[]);
    if (key === 'body') return value === undefined ? value : inMessage(value as Body);
    return key === 'responses' ? mapItems(value as object, (one) => inMessage(one as Response)) : value;
  }) as Operation;
}

const discriminated = new WeakMap<object, boolean>();

/** Whether a discriminator is anywhere in a schema. */
function isDiscriminated(schema: Schema): boolean {
  let found = discriminated.get(schema);
  if (found === undefined) {
    found = false;
    eachSchema(schema, (part) => (found ||= 'discriminator' in part));
    discriminated.set(schema, found);
  }
  return found;
}

/** The last result for a schema, and the values that it was made with. */
const results = new WeakMap<object, { readonly values: string; readonly schema: Schema }>();

function selected<T extends AnySchema>(schema: T, resolve: Resolve): T {
  if (typeof schema === 'boolean' || !isDiscriminated(schema)) return schema;
  const all: unknown[] = [];
  eachSchema(schema, (part) => {
    if ('discriminator' in part) all.push(selectorsOf(part as Keywords, resolve));
  });
  const values = JSON.stringify(all);
  let result = results.get(schema);
  if (result?.values !== values) results.set(schema, (result = { values, schema: convert(schema, resolve) }));
  return result!.schema as T;
}

function convert(schema: Schema, resolve: Resolve): Schema {
  const inner = mapSubschemas(schema, (part) => (typeof part === 'boolean' ? part : convert(part, resolve)));
  const { propertyName } = discriminatorOf(schema) ?? {};
  if (propertyName === undefined) return inner;
  const selectors = selectorsOf(schema as Keywords, resolve);
  const keyword = 'oneOf' in schema ? 'oneOf' : 'anyOf';
  return mapItems(inner, (value, key) =>
    key !== keyword
      ? value
      : mapItems(value as readonly AnySchema[], (branch, i) => {
          const values = selectors[Number(i)];
          if (values === undefined) return branch;
          return { allOf: [branch], properties: { [propertyName]: { enum: values } } };
        }),
  ) as Schema;
}
