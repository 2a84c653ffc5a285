import type { Schema } from '../../contract/operation.ts';
import { schemaData } from '../../schema/data.ts';
import type { CheckedKeyword, Family } from '../../schema/keywords.ts';
import type { AnySchema, JsonType } from '../../schema/types.ts';
import { listedValues, typeOfValue } from '../../schema/types.ts';
import { literal } from '../literal.ts';
import { ARRAY } from './array.ts';
import { and, choose, exactlyOne, not, or } from './logic.ts';
import { NUMBER } from './number.ts';
import { OBJECT } from './object.ts';
import type { Scope, Site, Write, WriteKeyword } from './scope.ts';
import { componentsFor } from './scope.ts';
import { STRING } from './string.ts';

/** The keywords of each family, and the test that a value is outside of it. */
const FAMILIES: Readonly<
  Record<
    Exclude<Family, 'any'>,
    {
      readonly isNot: (v: string, scope: Scope) => string;
      readonly keywords: readonly (readonly [keyword: string, write: WriteKeyword])[];
    }
  >
> = {
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
  allOf: (parts, site) => and(each(parts, site)),
  anyOf: (parts, site) => or(each(parts, site)),
  oneOf: (parts, site) => exactlyOne(each(parts, site)),
  not: (part, { level, scope }) => not(conditionOf(part as AnySchema, level, scope)),
  if: (condition, { schema, level, scope }) => {
    const { then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
    const parts = [condition as AnySchema, yes, no].map((part) => conditionOf(part, level, scope));
    return choose(parts[0]!, parts[1]!, parts[2]!);
  },
};

const ANY_KEYWORDS = Object.entries(ANY);

/**
 * Writes the condition that a schema allows a value (JSON Schema 2020-12) as an expression.
 *
 * @param level The level of the variable that holds the value.
 * @example conditionOf({ type: 'integer', minimum: 1 }, 0, scope) // 'Number.isInteger(v) && v >= 1'
 */
export const conditionOf: Write = (schema, level, scope) => {
  if (typeof schema === 'boolean') return String(schema);
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return interpreted(schema, level, scope);
  const site: Site = { schema, v: scope.variable(level), level, scope, write: conditionOf };
  // Without a type the keywords of every family apply.
  return and(
    ANY_KEYWORDS.flatMap(([keyword, write]) =>
      keyword in schema || keyword === 'type' ? [write(schema[keyword], site)] : [],
    ),
  );
};

function each(parts: unknown, { level, scope }: Site): string[] {
  return (parts as readonly AnySchema[]).map((part) => conditionOf(part, level, scope));
}

/** A verdict that depends on all of the schema's parts is left to the interpreter. */
function interpreted(schema: AnySchema, level: number, scope: Scope): string {
  const given = [literal(schemaData(schema)), scope.variable(level), ...componentsFor(schema, scope.uses)];
  return `${scope.use('isValid')}(${given.join(', ')})`;
}

function referTo(reference: string, scope: Scope): string {
  scope.uses.conditions.add(reference);
  return functionName(reference);
}

/** The name of the function with the condition of a referred schema; two references never share one. */
export function functionName(reference: string): string {
  const name = reference.replace('#/components/schemas/', '');
  const plain = name.replaceAll(/[^\w]/g, (character) =>
    character === '-' ? '$_' : `$${character.codePointAt(0)!.toString(16)}$`,
  );
  return `is_${plain}`;
}

function equals(v: string, value: unknown, scope: Scope): string {
  const isPlain = typeof value !== 'object' || value === null;
  return isPlain ? `${v} === ${literal(value)}` : `${scope.use('isEqual')}(${v}, ${literal(value)})`;
}

/** The type, and the keywords that apply to values of a type only. */
function typeCondition(site: Site): string {
  const { schema, v, scope } = site;
  if (schema['type'] === undefined) {
    return and(
      Object.entries(FAMILIES).map(([family, { isNot }]) => {
        const conditions = familyCondition(family, site);
        return conditions === 'true' ? 'true' : or([isNot(v, scope), conditions]);
      }),
    );
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

/** The keywords of a family that a schema has. */
function familyCondition(family: string, site: Site): string {
  const keywords = FAMILIES[family as keyof typeof FAMILIES]?.keywords ?? [];
  const conditions = keywords.flatMap(([keyword, write]) =>
    keyword in site.schema ? [write(site.schema[keyword], site)] : [],
  );
  const all = and(conditions);
  // A string of the format binary can be a file.
  const isBinary = family === 'string' && site.schema['format'] === 'binary' && all !== 'true';
  return isBinary ? or([`typeof ${site.v} !== "string"`, all]) : all;
}

/** Whether the values that a schema lists all have its one type, so that the type needs no test. */
function listsOnly(schema: Schema, types: readonly JsonType[]): boolean {
  const values = listedValues(schema);
  return types.length === 1 && values !== undefined && values.every((value) => typeOfValue(value) === types[0]);
}

function typeTest(type: JsonType, { schema, v, scope }: Site): string {
  switch (type) {
    case 'null':
      return `${v} === null`;
    case 'integer':
      return `Number.isInteger(${v})`;
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
