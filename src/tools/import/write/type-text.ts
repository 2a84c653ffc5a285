import type { Schema } from '../../../shared/contract/operation.ts';
import { isTypeName } from '../../../build/compiler/language/type-token.ts';
import { FACET_NAMES, isFacet } from '../../../shared/schema/keywords.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { namedSchema } from '../../../shared/schema/named-types.ts';
import { referredName } from '../../../shared/schema/references.ts';

/** A schema in the form of a line: a type expression and the facets next to it. */
export interface TypeText {
  readonly type: string;
  readonly facets: Schema;
}

/** A schema that is one type, taken apart. */
export interface PlainSchema {
  readonly type: string;
  readonly nullable: boolean;
  readonly items: Schema | undefined;
  readonly properties: { readonly [name: string]: Schema } | undefined;
  readonly required: readonly string[];
  readonly facets: Schema;
}

/** Takes a schema of one type apart; undefined if neither a type nor a facet can express a part of it. */
export function readPlain(schema: AnySchema): PlainSchema | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { type, items, properties, required = [], ...facets } = schema;
  const types = [type].flat().filter((name) => name !== 'null');
  if (types.length !== 1 || typeof types[0] !== 'string' || !Object.keys(facets).every(isFacet)) return undefined;
  if (isKeywords(facets['additionalProperties'])) return undefined;
  return {
    type: types[0],
    nullable: [type].flat().includes('null'),
    items: items as Schema | undefined,
    properties: properties as PlainSchema['properties'],
    required: required as string[],
    facets,
  };
}

/** A schema as a type with facets; undefined if that cannot be, as for an object whose properties have facets. */
export function typeWithFacets(schema: AnySchema): TypeText | undefined {
  const typeAlone = typeText(schema);
  if (typeAlone !== undefined) return { type: typeAlone, facets: {} };
  if (typeof schema === 'boolean') return undefined;
  const { enum: values, format, ...others } = schema;
  const facets = Object.fromEntries(Object.entries(others).filter(([name]) => isFacet(name)));
  const bare = Object.fromEntries(Object.entries(others).filter(([name]) => !isFacet(name)));
  // The type contains the values and the format if it can.
  for (const named of [{ enum: values, format }, { format }, { enum: values }, {}]) {
    const used = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
    const type = typeText({ ...bare, ...used });
    const rest = { ...(format !== undefined && { format }), ...(values !== undefined && { enum: values }), ...facets };
    if (type !== undefined)
      return { type, facets: Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in used))) };
  }
  return undefined;
}

/** A schema as a type expression alone; undefined if that can't express all of it. */
export function typeText(schema: AnySchema): string | undefined {
  if (schema === true) return 'any';
  if (schema === false) return undefined;
  const keywords = Object.keys(schema);
  if (keywords.length === 0) return 'any';
  if (keywords.length === 1 && '$ref' in schema) return referenceText(schema);
  if (keywords.length === 1 && 'anyOf' in schema) return unionText(schema['anyOf'] as Schema[]);
  if (schema['type'] === 'null' && keywords.length === 1) return 'null';
  if (schema['type'] === 'object' && keywords.length === 2 && isKeywords(schema['additionalProperties'])) {
    const value = typeText(schema['additionalProperties']);
    return value && `Record<string, ${value}>`;
  }
  const values = literalsText(schema);
  if (values !== undefined) return values;
  const plain = readPlain(schema);
  const text = plain && plainTypeText(plain);
  return plain?.nullable === true ? text && `${text}|null` : text;
}

/** An enum of a type as a union of literals. */
function literalsText({ type, enum: values, ...others }: Schema): string | undefined {
  if (!Array.isArray(values) || Object.keys(others).length > 0) return undefined;
  const types = [type].flat().filter((name) => name !== 'null');
  const plain = values.filter((value) => value !== null);
  if (types.length !== 1 || plain.length < 2 || new Set(values).size < values.length) return undefined;
  if (values.includes(null) !== Array.isArray(type) || (values.includes(null) && values.at(-1) !== null))
    return undefined;
  const isString =
    types[0] === 'string' && plain.every((value) => /^[^'"\\\n*@]*$/.test(String(value)) && typeof value === 'string');
  const isInteger = types[0] === 'integer' && plain.every((value) => Number.isSafeInteger(value));
  if (!isString && !isInteger) return undefined;
  return values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join('|');
}

function plainTypeText({ type, items, properties, required, facets }: PlainSchema): string | undefined {
  const { format, ...others } = facets;
  if (Object.keys(others).length > 0) return undefined;
  if (format !== undefined) {
    const named = namedSchema(String(format));
    return named?.['type'] === type && named['format'] === format ? String(format) : undefined;
  }
  if (type === 'array') return items && arrayText(items);
  if (type !== 'object' || properties === undefined)
    return required.length === 0 && items === undefined ? type : undefined;
  const isKnown = required.every((name) => Object.hasOwn(properties, name));
  const fields = Object.entries(properties).map(([name, value]) => {
    const text = typeText(value);
    return text && `${fieldName(name)}${required.includes(name) ? '' : '?'}: ${text}`;
  });
  return isKnown && fields.length > 0 && !fields.includes(undefined) ? `{${fields.join(', ')}}` : undefined;
}

function arrayText(items: Schema): string | undefined {
  const text = typeText(items);
  return text === undefined || !text.includes('|') || text.startsWith('{') ? text && `${text}[]` : `(${text})[]`;
}

/** A union of one plain type and null is a list of types, unless the one is a reference. */
function unionText(members: readonly Schema[]): string | undefined {
  const texts = members.map((member) => typeText(member));
  const isNullable = texts.length === 2 && texts.includes('null');
  const isReference = members.some((member) => isKeywords(member) && '$ref' in member);
  if (texts.includes(undefined) || texts.length < 2 || (isNullable && !isReference)) return undefined;
  return texts.map((text) => (text!.includes('|') ? `(${text})` : text)).join('|');
}

/** The name of a definition; undefined if it means something else in a type. */
function referenceText(schema: Schema): string | undefined {
  const name = referredName(schema);
  const isPlain = name !== undefined && isTypeName(name) && namedSchema(name) === undefined;
  return isPlain && !['void', 'Record'].includes(name) ? name : undefined;
}

function fieldName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name.replaceAll(/(['"\\])/g, String.raw`\$1`)}'`;
}

/** Facets as they appear after a name: ` (minimum: 1, enum: [a, b])`, or nothing. */
export function facetText(facets: TypeText['facets']): string {
  const entries = FACET_NAMES.filter((name) => name in facets).map(
    (name) => `${name}: ${facetValue(name, facets[name])}`,
  );
  const wire = ['explode', 'style'].filter((name) => name in facets);
  const own = [...entries, ...wire.map((name) => `${name}: ${String(facets[name])}`)];
  return own.length === 0 ? '' : ` (${own.join(', ')})`;
}

/** The value of a facet in YAML: a discriminator refers to definitions by their names. */
export function facetValue(name: string, value: unknown): string {
  if (name !== 'discriminator' || !isKeywords(value) || !isKeywords(value['mapping'])) return yamlText(value);
  const names = Object.entries(value['mapping']).map(([key, target]) => [
    key,
    referredName({ $ref: target }) ?? target,
  ]);
  return yamlText({ ...value, mapping: Object.fromEntries(names) });
}

/** A value in YAML's flow style: texts without quotes if YAML reads them as they are. */
export function yamlText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlText).join(', ')}]`;
  if (isKeywords(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${yamlText(key)}: ${yamlText(item)}`)
      .join(', ')}}`;
  if (
    typeof value === 'string' &&
    /^[A-Za-z][\w-]*$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
  )
    return value;
  return JSON.stringify(value);
}

/** The default in brackets: a text without quotes unless that would be read as something else. */
export function defaultText(value: unknown): string {
  if (typeof value !== 'string') return yamlText(value);
  return /^[\w./:-]([\w./: -]*[\w./:-])?$/.test(value) && value !== 'null' ? value : JSON.stringify(value);
}
