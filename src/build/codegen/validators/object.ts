import type { CheckedKeyword, UnevaluatedKeyword } from '../../../shared/schema/keywords.ts';
import type { AnySchema, Keywords, NamedSchemas } from '../../../shared/schema/json-types.ts';
import { listedValues } from '../../../shared/schema/json-types.ts';
import { memberText } from '../identifier.ts';
import { and, or } from './logic.ts';
import type { FunctionScope, Site, WriteKeyword } from './scope.ts';
import { writeFunction } from './scope.ts';

/** The conditions of the keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4 and 10.3.2, and Validation, 6.5. */
export const OBJECT: Readonly<Record<Exclude<CheckedKeyword<'object'>, UnevaluatedKeyword>, WriteKeyword>> = {
  properties: (properties, site) => {
    const required = requiredNames(site);
    const entries = orderEntries(Object.entries(properties as NamedSchemas), site.scope);
    return and(entries.map(([name, part]) => propertyCondition(name, part, required.has(name), site)));
  },
  required: (_, site) => {
    const { properties = {} } = site.schema as Keywords;
    const undeclared = [...requiredNames(site)].filter((name) => !Object.hasOwn(properties, name));
    return and(undeclared.map((name) => propertyCondition(name, true, true, site)));
  },
  dependentRequired: (dependent, { v, scope }) => {
    const entries = Object.entries(dependent as { readonly [name: string]: readonly string[] });
    return and(
      entries.map(([name, names]) => {
        const present = names.map((other) => `${propertyText(v, other, scope)} !== undefined`);
        return or([`${propertyText(v, name, scope)} === undefined`, and(present)]);
      }),
    );
  },
  dependentSchemas: (dependent, { v, level, scope, write }) => {
    const entries = Object.entries(dependent as NamedSchemas);
    return and(
      entries.map(([name, part]) => or([`${propertyText(v, name, scope)} === undefined`, write(part, level, scope)])),
    );
  },
  minProperties: (least, { v, scope }) =>
    least === 0 ? 'true' : `${scope.use('countProperties')}(${v}) >= ${String(least)}`,
  maxProperties: (most, { v, scope }) => `${scope.use('countProperties')}(${v}) <= ${String(most)}`,
  propertyNames: (schema, site) =>
    eachProperty(site, (inner) => {
      const { text, result } = writeFunction(inner.uses, (scope) => site.write(schema as AnySchema, 0, scope), inner);
      return result === 'true' || result === 'false' ? result : `(${text})(name)`;
    }),
  patternProperties: (patterns, site) =>
    eachProperty(site, (inner) => {
      const entries = Object.entries(patterns as NamedSchemas);
      return and(entries.map(([pattern, part]) => or([`!${matchesName(pattern, inner)}`, site.write(part, 0, inner)])));
    }),
  additionalProperties: (schema, site) =>
    eachProperty(site, (inner) => {
      const condition = site.write(schema as AnySchema, 0, inner);
      if (condition === 'true') return 'true';
      const { properties = {}, patternProperties = {} } = site.schema as Keywords;
      const names = Object.keys(properties).map((name) => `name === ${JSON.stringify(name)}`);
      const patterns = Object.keys(patternProperties).map((pattern) => matchesName(pattern, inner));
      return or([...names, ...patterns, condition]);
    }),
};

function requiredNames({ schema }: Site): ReadonlySet<string> {
  return new Set(schema['required'] as readonly string[] | undefined);
}

/** Orders properties so that those with `const` or `enum` come first: they decide most alternatives at once. */
function orderEntries<T extends readonly [string, AnySchema]>(
  entries: readonly T[],
  { testsTagsFirst }: FunctionScope,
): readonly T[] {
  if (!testsTagsFirst) return entries;
  const isTag = ([, part]: T): boolean => typeof part === 'object' && listedValues(part) !== undefined;
  return [...entries.filter(isTag), ...entries.filter((entry) => !isTag(entry))];
}

function propertyCondition(name: string, schema: AnySchema, isRequired: boolean, site: Site): string {
  const { level, scope, write } = site;
  const property = propertyText(scope.variable(level), name, scope);
  const condition = write(schema, level + 1, scope);
  if (condition === 'true') return isRequired ? `${property} !== undefined` : 'true';
  if (condition === 'false') return isRequired ? 'false' : `${property} === undefined`;
  const part = scope.variable(level + 1);
  if (!isRequired) return `((${part} = ${property}) === undefined || ${condition})`;
  return refusesUndefined(schema)
    ? `(${part} = ${property}, ${condition})`
    : `(${part} = ${property}) !== undefined && ${condition}`;
}

/** Whether a schema's condition is false for a missing value. */
function refusesUndefined(schema: AnySchema): boolean {
  return typeof schema === 'object' && ['type', 'enum', 'const'].some((keyword) => keyword in schema);
}

/** Reads a property; a name that all objects inherit is read as an own property. */
export function propertyText(v: string, name: string, scope: FunctionScope): string {
  if (name in Object.prototype) return `${scope.use('own')}(${v}, ${JSON.stringify(name)})`;
  return memberText(v, name);
}

/** A condition on each property, of the variables `name` and `v`. */
function eachProperty({ v, scope }: Site, condition: (inner: FunctionScope) => string): string {
  const { testsTagsFirst } = scope;
  const { text, result } = writeFunction(scope.uses, condition, { parameters: ['name'], testsTagsFirst });
  return result === 'true' ? 'true' : `${scope.use('everyProperty')}(${v}, ${text})`;
}

function matchesName(pattern: string, scope: FunctionScope): string {
  return `${scope.use('matches')}(${JSON.stringify(pattern)}, name)`;
}
