import type { CheckedKeyword, UnevaluatedKeyword } from '../../schema/keywords.ts';
import type { AnySchema } from '../../schema/types.ts';
import { and, or } from './logic.ts';
import type { Scope, Site, WriteKeyword } from './scope.ts';
import { writeFunction } from './scope.ts';

type Schemas = { readonly [name: string]: AnySchema };

/** The conditions of the keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4 and 10.3.2, and Validation, 6.5. */
export const OBJECT: Readonly<Record<Exclude<CheckedKeyword<'object'>, UnevaluatedKeyword>, WriteKeyword>> = {
  properties: (properties, site) =>
    and(
      Object.entries(properties as Schemas).map(([name, part]) =>
        propertyCondition(name, part, namesIn(site, 'required').has(name), site),
      ),
    ),
  required: (_, site) => {
    const others = [...namesIn(site, 'required')].filter((name) => !isDeclared(name, site));
    return and(others.map((name) => propertyCondition(name, true, true, site)));
  },
  dependentRequired: (dependent, site) => and(Object.entries(dependent as object).map(dependentNames(site))),
  dependentSchemas: (dependent, { v, level, scope, write }) =>
    and(
      Object.entries(dependent as Schemas).map(([name, part]) =>
        or([`${propertyOf(v, name, scope)} === undefined`, write(part, level, scope)]),
      ),
    ),
  minProperties: (least, { v, scope }) =>
    least === 0 ? 'true' : `${scope.use('countProperties')}(${v}) >= ${String(least)}`,
  maxProperties: (most, { v, scope }) => `${scope.use('countProperties')}(${v}) <= ${String(most)}`,
  propertyNames: (schema, site) =>
    eachProperty(site, (inner, write) => nameCondition(schema as AnySchema, inner, write)),
  patternProperties: (patterns, site) =>
    eachProperty(site, (inner, write) =>
      and(
        Object.entries(patterns as Schemas).map(([pattern, part]) =>
          or([`!${matchesName(pattern, inner)}`, write(part, 0, inner)]),
        ),
      ),
    ),
  additionalProperties: (schema, site) =>
    eachProperty(site, (inner, write) => {
      const others = write(schema as AnySchema, 0, inner);
      if (others === 'true') return 'true';
      const listed = Object.keys((site.schema['properties'] ?? {}) as object);
      const patterns = Object.keys((site.schema['patternProperties'] ?? {}) as object);
      const known = [
        ...listed.map((name) => `name === ${JSON.stringify(name)}`),
        ...patterns.map((pattern) => matchesName(pattern, inner)),
      ];
      return or([...known, others]);
    }),
};

function namesIn({ schema }: Site, keyword: 'required'): ReadonlySet<string> {
  return new Set(schema[keyword] as readonly string[] | undefined);
}

function isDeclared(name: string, { schema }: Site): boolean {
  return Object.hasOwn((schema['properties'] ?? {}) as object, name);
}

function propertyCondition(name: string, schema: AnySchema, isRequired: boolean, site: Site): string {
  const { level, scope, write } = site;
  const property = propertyOf(scope.variable(level), name, scope);
  const condition = write(schema, level + 1, scope);
  if (condition === 'true') return isRequired ? `${property} !== undefined` : 'true';
  if (condition === 'false') return isRequired ? 'false' : `${property} === undefined`;
  const part = scope.variable(level + 1);
  if (!isRequired) return `((${part} = ${property}) === undefined || ${condition})`;
  return refusesUndefined(schema)
    ? `(${part} = ${property}, ${condition})`
    : `(${part} = ${property}) !== undefined && ${condition}`;
}

/** Whether a schema's condition cannot hold for a missing value. */
function refusesUndefined(schema: AnySchema): boolean {
  return typeof schema === 'object' && ['type', 'enum', 'const'].some((keyword) => keyword in schema);
}

/** The value of a property; names that every object inherits are read as own properties only. */
function propertyOf(v: string, name: string, scope: Scope): string {
  if (name in Object.prototype) return `${scope.use('own')}(${v}, ${JSON.stringify(name)})`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${v}.${name}` : `${v}[${JSON.stringify(name)}]`;
}

function dependentNames({ v, scope }: Site): (entry: [name: string, needed: readonly string[]]) => string {
  return ([name, needed]) =>
    or([
      `${propertyOf(v, name, scope)} === undefined`,
      and(needed.map((other) => `${propertyOf(v, other, scope)} !== undefined`)),
    ]);
}

/** A condition on each property, by its name and its value. */
function eachProperty({ v, scope, write }: Site, condition: (inner: Scope, write: Site['write']) => string): string {
  const test = writeFunction(scope.uses, (inner) => condition(inner, write), ['name']);
  return test === '(name, v) => true' ? 'true' : `${scope.use('everyProperty')}(${v}, ${test})`;
}

function matchesName(pattern: string, scope: Scope): string {
  return `${scope.use('matches')}(${JSON.stringify(pattern)}, name)`;
}

function nameCondition(schema: AnySchema, scope: Scope, write: Site['write']): string {
  const test = writeFunction(scope.uses, (inner) => write(schema, 0, inner));
  return test === '(v) => true' ? 'true' : test === '(v) => false' ? 'false' : `(${test})(name)`;
}
