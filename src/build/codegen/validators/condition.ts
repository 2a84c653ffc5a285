import type { Schema } from '../../../shared/contract/operation.ts';
import { schemaData } from '../../../shared/schema/data.ts';
import type { CheckedKeyword, Family } from '../../../shared/schema/keywords.ts';
import type { AnySchema, JsonType } from '../../../shared/schema/json-types.ts';
import { listedValues, typeOfValue } from '../../../shared/schema/json-types.ts';
import { literal, quoteJson } from '../literal.ts';
import { ARRAY } from './array.ts';
import { and, cheapFirst, choose, exactlyOne, not, or } from './logic.ts';
import { NUMBER } from './number.ts';
import { OBJECT } from './object.ts';
import type { FunctionScope, Site, Write, WriteKeyword } from './scope.ts';
import { componentsFor } from './scope.ts';
import { sizeCondition, STRING } from './string.ts';

type Writers = readonly (readonly [keyword: string, write: WriteKeyword])[];

/** The keywords of a family, and the test that a value is not of the family. */
interface FamilyRow {
  readonly isNot: (v: string, scope: FunctionScope) => string;
  readonly keywords: Writers;
}

const FAMILIES: Readonly<Record<Exclude<Family, 'any' | 'boolean'>, FamilyRow>> = {
  string: { isNot: (v) => `typeof ${v} !== "string"`, keywords: Object.entries(STRING) },
  number: { isNot: (v) => `typeof ${v} !== "number"`, keywords: Object.entries(NUMBER) },
  array: { isNot: (v) => `!Array.isArray(${v})`, keywords: Object.entries(ARRAY) },
  object: { isNot: (v, scope) => `!${scope.use('isObject')}(${v})`, keywords: Object.entries(OBJECT) },
};

/** The conditions of the keywords that apply to any value: JSON Schema 2020-12, Core, 8.2.3 and 10.2, and Validation, 6.1. */
const ANY: Readonly<Record<CheckedKeyword<'any'>, WriteKeyword>> = {
  const: (value, { v, scope }) => equals(v, value, scope),
  enum: (values, { v, scope }) => or((values as readonly unknown[]).map((value) => equals(v, value, scope))),
  type: (_, site) => typeCondition(site),
  $ref: (reference, { v, scope }) => `${referTo(reference as string, scope)}(${v})`,
  allOf: (parts, site) => and(cheapFirst(each(parts, site))),
  anyOf: (parts, site) => or(each(parts, site)),
  oneOf: (parts, site) => exactlyOne(each(parts, site)),
  not: (part, { level, scope }) => not(conditionOf(part as AnySchema, level, scope)),
  if: (condition, { schema, level, scope }) => {
    const { then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
    const parts = [condition as AnySchema, yes, no].map((part) => conditionOf(part, level, scope));
    return choose(parts[0]!, parts[1]!, parts[2]!);
  },
};

const ANY_KEYWORDS: Writers = Object.entries(ANY);

/**
 * Writes the condition that a schema allows a value, as an expression: JSON Schema 2020-12.
 *
 * @param level The level of the variable that holds the value.
 * @example conditionOf({ type: 'integer', minimum: 1 }, 0, scope) // 'Number.isSafeInteger(v) && v >= 1'
 */
export const conditionOf: Write = (schema, level, scope) => {
  if (typeof schema === 'boolean') return String(schema);
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return interpreted(schema, level, scope);
  const site = { schema, v: scope.variable(level), level, scope, write: conditionOf };
  return and(cheapFirst(keywordConditions(ANY_KEYWORDS, site)));
};

function keywordConditions(keywords: Writers, site: Site): string[] {
  const { schema } = site;
  // The keywords of each family apply even without a type.
  const present = keywords.filter(([keyword]) => keyword in schema || keyword === 'type');
  return present.map(([keyword, write]) => write(schema[keyword], site));
}

function each(parts: unknown, { level, scope }: Site): string[] {
  return (parts as readonly AnySchema[]).map((part) => conditionOf(part, level, scope));
}

/** Leaves the validation to the explanation, for keywords that depend on others in the schema. */
export function interpreted(schema: AnySchema, level: number, scope: FunctionScope): string {
  const text = quoteJson(JSON.stringify(schemaData(schema)));
  const args = [text, scope.variable(level), ...componentsFor(schema, scope.uses)];
  return `${scope.use('conforms')}(${args.join(', ')})`;
}

function referTo(reference: string, scope: FunctionScope): string {
  scope.uses.conditions.add(reference);
  return functionName(reference);
}

/**
 * Names the function with the condition of a referenced schema; no two references share a name.
 *
 * @example functionName('#/components/schemas/my-pet') // 'is_my$_pet'
 */
export function functionName(reference: string): string {
  const name = reference.replace('#/components/schemas/', '');
  const plain = name.replaceAll(/[^\w]/g, (character) =>
    character === '-' ? '$_' : `$${character.codePointAt(0)!.toString(16)}$`,
  );
  return `is_${plain}`;
}

function equals(v: string, value: unknown, scope: FunctionScope): string {
  const isPlain = typeof value !== 'object' || value === null;
  return isPlain ? `${v} === ${literal(value)}` : `${scope.use('isEqual')}(${v}, ${literal(value)})`;
}

/** Writes the condition of the type and of the keywords that apply to a type only. */
function typeCondition(site: Site): string {
  const { schema, v, scope } = site;
  if (schema['type'] === undefined) {
    const families = Object.entries(FAMILIES).map(([family, { isNot }]) => {
      const conditions = familyCondition(family, site);
      return conditions === 'true' ? 'true' : or([isNot(v, scope), conditions]);
    });
    // The type can be that of a file, by a reference.
    return and([...families, sizeCondition(site)]);
  }
  const types = [schema['type']].flat() as JsonType[];
  const isListed = listsOnly(schema, types);
  return or(
    types.map((type) => {
      const conditions = familyCondition(type === 'integer' ? 'number' : type, site);
      return and([...(isListed ? [] : [typeTest(type, site)]), conditions]);
    }),
  );
}

function familyCondition(family: string, site: Site): string {
  const condition = and(keywordConditions(FAMILIES[family as keyof typeof FAMILIES]?.keywords ?? [], site));
  // A string of the format binary can be a file.
  const isBinary = family === 'string' && site.schema['format'] === 'binary' && condition !== 'true';
  return isBinary ? and([or([`typeof ${site.v} !== "string"`, condition]), sizeCondition(site)]) : condition;
}

/** Whether all listed values of a schema have its only type, so that the type needs no test. */
function listsOnly(schema: Schema, types: readonly JsonType[]): boolean {
  const values = listedValues(schema);
  return types.length === 1 && values !== undefined && values.every((value) => typeOfValue(value) === types[0]);
}

function typeTest(type: JsonType, { schema, v, scope }: Site): string {
  switch (type) {
    case 'null':
      return `${v} === null`;
    case 'integer':
      return `Number.isSafeInteger(${v})`;
    case 'number':
      return `Number.isFinite(${v})`;
    case 'array':
      return `Array.isArray(${v})`;
    case 'object':
      return `${scope.use('isObject')}(${v})`;
    case 'string':
      return schema['format'] === 'binary' ? `${scope.use('isBinary')}(${v})` : `typeof ${v} === "string"`;
    default:
      return `typeof ${v} === "${type}"`;
  }
}
