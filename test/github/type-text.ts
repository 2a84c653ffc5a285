import type { Schema } from '../../src/contract/operation.ts';
import { isSchema } from './schema.ts';

/** What can stand between parentheses beside a type; the rest of JSON Schema needs a definition. */
const FACETS = new Set(
  (
    'minimum maximum minLength maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties additionalProperties enum ' +
    'title deprecated readOnly writeOnly default'
  ).split(' '),
);

/** Formats that are types of their own. */
const FORMATS: Readonly<Record<string, string>> = {
  ...Object.fromEntries('date date-time uuid email uri hostname ipv4 ipv6'.split(' ').map((name) => [name, 'string'])),
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
};

/** The name of one of GitHub's schemas that means a format in a type expression. */
const TAKEN = 'email';

/** Words that a property's name is not seen to be unless it is quoted. */
const RESERVED = new Set(['null', 'undefined', 'is', 'readonly', 'import', 'infer', 'event', 'external', 'asserts']);

/** How a schema is said in a line: a type expression and the facets beside it. */
export interface TypeText {
  readonly type: string;
  readonly facets: Readonly<Record<string, unknown>>;
}

/** A schema that is one type, taken apart. */
export interface PlainSchema {
  readonly type: string;
  readonly nullable: boolean;
  readonly items: Schema | undefined;
  readonly properties: Readonly<Record<string, Schema>> | undefined;
  readonly required: readonly string[];
  readonly facets: Readonly<Record<string, unknown>>;
}

/** Takes a schema of one type apart; undefined where it says what neither a type nor a facet can. */
export function readPlain(schema: Schema): PlainSchema | undefined {
  const { type, items, properties, required = [], ...facets } = schema;
  const types = [type].flat().filter((name) => name !== 'null');
  if (types.length !== 1 || typeof types[0] !== 'string' || !Object.keys(facets).every((name) => FACETS.has(name)))
    return undefined;
  if (isSchema(facets['additionalProperties'])) return undefined;
  return {
    type: types[0],
    nullable: Array.isArray(type),
    items: items as Schema | undefined,
    properties: properties as PlainSchema['properties'],
    required: required as string[],
    facets,
  };
}

/** A schema as a type with facets; undefined where that cannot be, as for an object whose properties have facets. */
export function typeWithFacets(schema: Schema): TypeText | undefined {
  const whole = typeText(schema);
  if (whole !== undefined) return { type: whole, facets: {} };
  const plain = readPlain(schema);
  if (plain === undefined) return undefined;
  const { facets } = plain;
  const bare = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in facets)));
  const format = FORMATS[facets['format'] as string] === plain.type ? { format: facets['format'] } : {};
  const type = typeText({ ...bare, ...format });
  return type === undefined
    ? undefined
    : { type, facets: Object.fromEntries(Object.entries(facets).filter(([name]) => !(name in format))) };
}

/** A schema as a type expression alone; undefined where that cannot say all of it. */
export function typeText(schema: Schema): string | undefined {
  const keywords = Object.keys(schema);
  if (keywords.length === 0) return 'any';
  if (keywords.length === 1 && '$ref' in schema) return referenceText(schema['$ref'] as string);
  if (keywords.length === 1 && 'anyOf' in schema) return unionText(schema['anyOf'] as Schema[]);
  if (schema['type'] === 'object' && keywords.length === 2 && isSchema(schema['additionalProperties'])) {
    const value = typeText(schema['additionalProperties']);
    return value && `Record<string, ${value}>`;
  }
  const plain = readPlain(schema);
  const text = plain && plainText(plain);
  return plain?.nullable === true ? text && `${text}|null` : text;
}

function plainText({ type, items, properties, required, facets }: PlainSchema): string | undefined {
  const { format, ...others } = facets;
  if (Object.keys(others).length > 0) return undefined;
  if (format !== undefined) return FORMATS[format as string] === type ? (format as string) : undefined;
  if (type === 'array') return items && arrayText(items);
  if (type !== 'object' || properties === undefined) return required.length === 0 ? type : undefined;
  const known = required.every((name) => Object.hasOwn(properties, name));
  const fields = Object.entries(properties).map(([name, value]) => {
    const text = typeText(value);
    return text && `${fieldName(name)}${required.includes(name) ? '' : '?'}: ${text}`;
  });
  return known && fields.length > 0 && !fields.includes(undefined) ? `{${fields.join(', ')}}` : undefined;
}

function arrayText(items: Schema): string | undefined {
  const text = typeText(items);
  return text === undefined || !text.includes('|') || text.startsWith('{') ? text && `${text}[]` : `(${text})[]`;
}

/** A union of one type and null is a list of types, unless the one is a reference. */
function unionText(members: readonly Schema[]): string | undefined {
  const texts = members.map((member) => (member['type'] === 'null' ? 'null' : typeText(member)));
  if (texts.includes(undefined) || (texts.length === 2 && texts.includes('null'))) return undefined;
  return texts.map((text) => (text!.includes('|') ? `(${text})` : text)).join('|');
}

function referenceText($ref: string): string | undefined {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return name === TAKEN ? undefined : name;
}

function fieldName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name) ? name : `'${name}'`;
}

/** Facets as they stand after a name: ` (minimum: 1, enum: [a, b])`, or nothing. */
export function facetText(facets: TypeText['facets']): string {
  const entries = Object.entries(facets).map(([name, value]) => `${name}: ${yamlText(value)}`);
  return entries.length === 0 ? '' : ` (${entries.join(', ')})`;
}

/** A value in YAML's flow style: texts without quotes where YAML reads them as they are; none ends the comment. */
export function yamlText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  if (typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value) && !/^(?:true|false|null)$/i.test(value))
    return value;
  return JSON.stringify(value).replaceAll('*/', String.raw`*\/`);
}
