import { literal } from '../literal.ts';
import { arrayConditions } from './array.ts';
import { and, choose, exactlyOne, not, or } from './logic.ts';
import { numberConditions } from './number.ts';
import { objectConditions } from './object.ts';
import { componentsFor, schemaData } from '../../schema/data.ts';
import type { Scope } from './scope.ts';
import { stringConditions } from './string.ts';

/** A schema, or one of the two that allow everything and nothing. */
export type AnySchema = boolean | { readonly [keyword: string]: unknown };

/** Writes what is said of the value in the variable of a level. */
export type Write = (schema: AnySchema, level: number, scope: Scope) => string;

/** The types of JavaScript's values in JSON: how to tell each, and the keywords that are said of it. */
const FAMILIES: Readonly<
  Record<string, { readonly isNot: (v: string, scope: Scope) => string; readonly write: FamilyWriter }>
> = {
  string: { isNot: (v) => `typeof ${v} !== "string"`, write: stringConditions },
  number: { isNot: (v) => `typeof ${v} !== "number"`, write: numberConditions },
  array: { isNot: (v) => `!Array.isArray(${v})`, write: arrayConditions },
  object: { isNot: (v, scope) => `!${scope.use('isObject')}(${v})`, write: objectConditions },
};

type FamilyWriter = (
  schema: { readonly [keyword: string]: unknown },
  level: number,
  scope: Scope,
  write: Write,
) => string[];

/**
 * Writes the condition that a value is what a schema allows (JSON Schema 2020-12) as an expression.
 *
 * @param level The level of the variable that has the value.
 * @example conditionOf({ type: 'integer', minimum: 1 }, 0, scope) // 'Number.isInteger(v) && v >= 1'
 */
export const conditionOf: Write = (schema, level, scope) => {
  if (typeof schema === 'boolean') return String(schema);
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return interpreted(schema, level, scope);
  const v = scope.variable(level);
  const { $ref, allOf = [], anyOf, oneOf, not: excluded } = schema as Applicators;
  const each = (parts: readonly AnySchema[]): string[] => parts.map((part) => conditionOf(part, level, scope));
  return and([
    ...valueConditions(schema, v, scope),
    typeCondition(schema, level, scope),
    ...($ref === undefined ? [] : [`${referTo($ref, scope)}(${v})`]),
    ...each(allOf),
    ...(anyOf === undefined ? [] : [or(each(anyOf))]),
    ...(oneOf === undefined ? [] : [exactlyOne(each(oneOf))]),
    ...(excluded === undefined ? [] : [not(conditionOf(excluded, level, scope))]),
    ...ifCondition(schema, level, scope),
  ]);
};

interface Applicators {
  readonly $ref?: string;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
  readonly not?: AnySchema;
}

/** What only a look at all of the schema's parts can tell is told by the slow way. */
function interpreted(schema: AnySchema, level: number, scope: Scope): string {
  const given = [literal(schemaData(schema)), scope.variable(level), ...componentsFor(schema, scope.uses)];
  return `${scope.use('isValid')}(${given.join(', ')})`;
}

function referTo(reference: string, scope: Scope): string {
  scope.uses.conditions.add(reference);
  return functionName(reference);
}

/** The name of the function that has the condition of a referred schema; two references never share one. */
export function functionName(reference: string): string {
  const name = reference.replace('#/components/schemas/', '');
  const plain = name.replaceAll(/[^\w]/g, (character) =>
    character === '-' ? '$_' : `$${character.codePointAt(0)!.toString(16)}$`,
  );
  return `is_${plain}`;
}

function valueConditions(schema: AnySchema & object, v: string, scope: Scope): string[] {
  const lists = ['const' in schema ? [schema['const']] : undefined, schema['enum'] as unknown[] | undefined];
  return lists.flatMap((values) => (values === undefined ? [] : [or(values.map((value) => equals(v, value, scope)))]));
}

function equals(v: string, value: unknown, scope: Scope): string {
  const isPlain = typeof value !== 'object' || value === null;
  return isPlain ? `${v} === ${literal(value)}` : `${scope.use('isEqual')}(${v}, ${literal(value)})`;
}

/** The type, and the keywords that are said of values of a type only. */
function typeCondition(schema: AnySchema & object, level: number, scope: Scope): string {
  const v = scope.variable(level);
  const conditionsOf = (family: string): string[] => FAMILIES[family]?.write(schema, level, scope, conditionOf) ?? [];
  const types = schema['type'] === undefined ? undefined : ([schema['type']].flat() as string[]);
  if (types === undefined) {
    return and(
      Object.entries(FAMILIES).map(([family, { isNot }]) => {
        const conditions = and(conditionsOf(family));
        return conditions === 'true' ? 'true' : or([isNot(v, scope), conditions]);
      }),
    );
  }
  const isListed = listsOnly(schema, types);
  return or(
    types.map((type) => {
      const conditions = conditionsOf(type === 'integer' ? 'number' : type);
      return and([...(isListed ? [] : [typeTest(type, schema, v, scope)]), ...conditions]);
    }),
  );
}

/** Whether the values that a schema lists are all of its one type, so that it need not be told. */
function listsOnly(schema: AnySchema & object, types: readonly string[]): boolean {
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
  const [type] = types;
  return types.length === 1 && values !== undefined && values.every((value) => typeOf(value) === type);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function typeTest(type: string, { format }: { readonly [keyword: string]: unknown }, v: string, scope: Scope): string {
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
      return format === 'binary' ? `${scope.use('isBinary')}(${v})` : `typeof ${v} === "string"`;
    default:
      return `typeof ${v} === "${type}"`;
  }
}

function ifCondition(schema: AnySchema & object, level: number, scope: Scope): string[] {
  const { if: condition, then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
  if (condition === undefined) return [];
  return [choose(conditionOf(condition, level, scope), conditionOf(yes, level, scope), conditionOf(no, level, scope))];
}
