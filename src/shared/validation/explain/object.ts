import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { NamedSchemas } from '../../schema/json-types.ts';
import { matches } from '../format-checks.ts';
import { countProperties, own } from '../values.ts';
import type { Check, CheckOf, ComposeKeyword, SchemaData } from './inspection-types.ts';
import { composeRest } from './rest.ts';
import { requireThat } from './constraint.ts';
import { evaluatedProperties, isListed } from './unevaluated.ts';
import { atLeast, count } from './words.ts';

type Properties = { readonly [name: string]: unknown };

/** The keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4, 10.3.2 and 11.3, and Validation, 6.5. */
export const OBJECT: Readonly<Record<CheckedKeyword<'object'>, ComposeKeyword<Properties>>> = {
  required: (names: readonly string[]) => (value, pointer, inspection) => {
    for (const missingProperty of names) {
      if (!isMissing(value, missingProperty)) continue;
      const at = pointTo(pointer, missingProperty);
      inspection.report({ pointer: at, message: 'is required', keyword: 'required', params: { missingProperty } });
    }
  },
  dependentRequired: (dependent: { readonly [name: string]: readonly string[] }) => (value, pointer, inspection) => {
    for (const [property, names] of Object.entries(dependent)) {
      if (isMissing(value, property)) continue;
      for (const missingProperty of names.filter((name) => isMissing(value, name))) {
        const params = { property, missingProperty, depsCount: names.length, deps: names.join(', ') };
        const message = `is required with ${property}`;
        const at = pointTo(pointer, missingProperty);
        inspection.report({ pointer: at, message, keyword: 'dependentRequired', params });
      }
    }
  },
  propertyNames: (schema: SchemaData, _, checkOf) => {
    const check = checkOf(schema);
    return (value, pointer, inspection) => {
      for (const name of ownNames(value)) {
        const [reason] = inspection.probe(check, name);
        if (reason === undefined) continue;
        const message = `has an invalid name: it ${reason.message}`;
        const params = { propertyName: name };
        inspection.report({ pointer: pointTo(pointer, name), message, keyword: 'propertyNames', params });
      }
    };
  },
  properties: (schemas: NamedSchemas, _, checkOf) => {
    const parts = new Map(
      Object.entries(schemas).map(([name, part]) => [name, { check: checkOf(part), key: pointTo('', name) }]),
    );
    return (value, pointer, inspection) => {
      for (const name of Object.keys(value)) {
        const item = value[name];
        const part = item === undefined ? undefined : parts.get(name);
        if (part !== undefined) part.check(item, pointer + part.key, inspection);
      }
    };
  },
  patternProperties: (schemas: NamedSchemas, _, checkOf) => {
    const checks = checksOf(schemas, checkOf);
    return (value, pointer, inspection) => {
      for (const name of ownNames(value))
        for (const [pattern, check] of checks)
          if (matches(pattern, name)) check(value[name], pointTo(pointer, name), inspection);
    };
  },
  additionalProperties: (part: SchemaData, schema, checkOf) => {
    const inspectProperty = composeRest(part, 'additionalProperties', checkOf, (additionalProperty: string) => ({
      additionalProperty,
    }));
    return (value, pointer, inspection) => {
      for (const name of ownNames(value))
        if (!isListed(name, schema)) inspectProperty(value[name], name, name, pointer, inspection);
    };
  },
  minProperties: (limit: number) =>
    requireThat(
      'minProperties',
      (v) => countProperties(v) >= limit,
      atLeast(limit, 'property'),
      () => ({ limit }),
    ),
  maxProperties: (limit: number) =>
    requireThat(
      'maxProperties',
      (v) => countProperties(v) <= limit,
      `must have at most ${count(limit, 'property')}`,
      () => ({ limit }),
    ),
  dependentSchemas: (dependent: NamedSchemas, _, checkOf) => {
    const checks = checksOf(dependent, checkOf);
    return (value, pointer, inspection) => {
      for (const [name, check] of checks) if (!isMissing(value, name)) check(value, pointer, inspection);
    };
  },
  unevaluatedProperties: (part: SchemaData, schema, checkOf) => {
    const inspectProperty = composeRest(part, 'unevaluatedProperties', checkOf, (unevaluatedProperty: string) => ({
      unevaluatedProperty,
    }));
    return (value, pointer, inspection) => {
      const evaluated = evaluatedProperties(schema, value, inspection);
      for (const name of Object.keys(value))
        if (!evaluated.has(name)) inspectProperty(value[name], name, name, pointer, inspection);
    };
  },
};

function checksOf(schemas: NamedSchemas, checkOf: CheckOf): ReadonlyMap<string, Check> {
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, checkOf(schema)]));
}

function isMissing(value: Properties, name: string): boolean {
  return own(value, name) === undefined;
}

/** The names of the properties of a value; an undefined one is absent, as in JSON. */
function ownNames(value: Properties): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
