import type { AnySchema, Write } from './condition.ts';
import { and, or } from './logic.ts';
import type { Scope } from './scope.ts';
import { writeFunction } from './scope.ts';

type Keywords = { readonly [keyword: string]: unknown };
type Schemas = { readonly [name: string]: AnySchema };

/** What a schema says of an object: JSON Schema 2020-12, Core, 10.2.2 and 10.3.2, and Validation, 6.5. */
export function objectConditions(schema: Keywords, level: number, scope: Scope, write: Write): string[] {
  const v = scope.variable(level);
  const { minProperties = 0, maxProperties } = schema as {
    readonly minProperties?: number;
    readonly maxProperties?: number;
  };
  const { properties = {}, dependentSchemas = {} } = schema as {
    readonly properties?: Schemas;
    readonly dependentSchemas?: Schemas;
  };
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? []);
  const names = [...new Set([...Object.keys(properties), ...required])];
  return [
    ...names.map((name) => {
      const part = Object.hasOwn(properties, name) ? properties[name]! : true;
      return propertyCondition(name, part, required.has(name), level, scope, write);
    }),
    ...dependentNames(schema, v, scope),
    ...Object.entries(dependentSchemas).map(([name, part]) =>
      or([`${propertyOf(v, name, scope)} === undefined`, write(part, level, scope)]),
    ),
    ...(minProperties > 0 ? [`${scope.use('countProperties')}(${v}) >= ${minProperties}`] : []),
    ...(maxProperties === undefined ? [] : [`${scope.use('countProperties')}(${v}) <= ${maxProperties}`]),
    ...eachProperty(schema, Object.keys(properties), v, scope, write),
  ];
}

function propertyCondition(
  name: string,
  schema: AnySchema,
  isRequired: boolean,
  level: number,
  scope: Scope,
  write: Write,
): string {
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

/** Whether a schema's condition cannot hold for what is not there. */
function refusesUndefined(schema: AnySchema): boolean {
  return typeof schema === 'object' && ['type', 'enum', 'const'].some((keyword) => keyword in schema);
}

/** The value of a property; what every object inherits a property of that name from is not asked. */
function propertyOf(v: string, name: string, scope: Scope): string {
  if (name in Object.prototype) return `${scope.use('own')}(${v}, ${JSON.stringify(name)})`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${v}.${name}` : `${v}[${JSON.stringify(name)}]`;
}

function dependentNames(schema: Keywords, v: string, scope: Scope): string[] {
  const dependent = (schema['dependentRequired'] ?? {}) as { readonly [name: string]: readonly string[] };
  return Object.entries(dependent).map(([name, needed]) =>
    or([
      `${propertyOf(v, name, scope)} === undefined`,
      and(needed.map((other) => `${propertyOf(v, other, scope)} !== undefined`)),
    ]),
  );
}

/** What is said of properties by the look of their names, or of all that are not listed. */
function eachProperty(schema: Keywords, listed: readonly string[], v: string, scope: Scope, write: Write): string[] {
  const { additionalProperties = true, propertyNames = true } = schema as Schemas;
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Schemas);
  const test = writeFunction(
    scope.uses,
    (inner) => {
      const ofPattern = patterns.map(([pattern]) => `${inner.use('matches')}(${JSON.stringify(pattern)}, name)`);
      const others = write(additionalProperties, 0, inner);
      const known = [...listed.map((name) => `name === ${JSON.stringify(name)}`), ...ofPattern];
      return and([
        nameCondition(propertyNames, inner, write),
        ...patterns.map(([, part], i) => or([`!${ofPattern[i]}`, write(part, 0, inner)])),
        ...(others === 'true' ? [] : [or([...known, others])]),
      ]);
    },
    ['name'],
  );
  return test === '(name, v) => true' ? [] : [`${scope.use('everyProperty')}(${v}, ${test})`];
}

function nameCondition(schema: AnySchema, scope: Scope, write: Write): string {
  const test = writeFunction(scope.uses, (inner) => write(schema, 0, inner));
  return test === '(v) => true' ? 'true' : test === '(v) => false' ? 'false' : `(${test})(name)`;
}
