import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import { matches } from '../formats.ts';
import { countProperties, own } from '../values.ts';
import type { ExplainKeyword, SchemaData, Site } from './inspection.ts';
import { schemasOf } from './inspection.ts';
import { evaluatedProperties } from './unevaluated.ts';
import { count } from './words.ts';

type Schemas = { readonly [name: string]: SchemaData };

/** The keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4, 10.3.2 and 11.3, and Validation, 6.5. */
export const OBJECT: Readonly<Record<CheckedKeyword<'object'>, ExplainKeyword>> = {
  required: (names: readonly string[], { value, pointer, inspection }) => {
    for (const name of names) if (isMissing(value, name)) inspection.report(pointTo(pointer, name), 'is required');
  },
  dependentRequired: (dependent: { readonly [name: string]: readonly string[] }, { value, pointer, inspection }) => {
    for (const [name, names] of Object.entries(dependent)) {
      if (isMissing(value, name)) continue;
      for (const needed of names)
        if (isMissing(value, needed)) inspection.report(pointTo(pointer, needed), `is required with ${name}`);
    }
  },
  propertyNames: (schema: SchemaData, site) => {
    for (const [name] of propertiesOf(site)) {
      const [reason] = site.inspection.probe(schema, name);
      if (reason !== undefined)
        site.inspection.report(pointTo(site.pointer, name), `has an invalid name: it ${reason.message}`);
    }
  },
  properties: (schemas: Schemas, site) => {
    for (const [name] of propertiesOf(site))
      if (Object.hasOwn(schemas, name)) inspectProperty(name, schemas[name]!, site);
  },
  patternProperties: (schemas: Schemas, site) => {
    for (const [name] of propertiesOf(site))
      for (const [pattern, schema] of Object.entries(schemas))
        if (matches(pattern, name)) inspectProperty(name, schema, site);
  },
  additionalProperties: (schema: SchemaData, site) => {
    for (const [name] of propertiesOf(site)) if (!isListed(name, site.schema)) inspectProperty(name, schema, site);
  },
  minProperties: (least: number, { value, pointer, inspection }) => {
    if (countProperties(value as object) < least)
      inspection.report(pointer, least === 1 ? 'must not be empty' : `must have at least ${count(least, 'property')}`);
  },
  maxProperties: (most: number, { value, pointer, inspection }) => {
    if (countProperties(value as object) > most)
      inspection.report(pointer, `must have at most ${count(most, 'property')}`);
  },
  dependentSchemas: (dependent: Schemas, { value, pointer, inspection }) => {
    for (const [name, schema] of Object.entries(dependent))
      if (!isMissing(value, name)) inspection.inspect(schema, value, pointer, inspection);
  },
  unevaluatedProperties: (schema: SchemaData, site) => {
    const known = evaluatedProperties(site.schema, site.value as Schemas, site.inspection);
    for (const [name] of Object.entries(site.value as object))
      if (!known.has(name)) inspectProperty(name, schema, site);
  },
};

function isMissing(value: unknown, name: string): boolean {
  return own(value as object, name) === undefined;
}

/** The properties of a value; one that is undefined counts as absent, as in JSON. */
function propertiesOf({ value }: Site): [name: string, value: unknown][] {
  return Object.entries(value as object).filter(([, item]) => item !== undefined);
}

function inspectProperty(name: string, schema: SchemaData, { value, pointer, inspection }: Site): void {
  inspection.inspect(schema, own(value as object, name), pointTo(pointer, name), inspection);
}

/** Whether `properties` or `patternProperties` apply to a name. */
function isListed(name: string, schema: SchemaData): boolean {
  const isNamed = schemasOf(schema, 'properties').some(([listed]) => listed === name);
  return isNamed || schemasOf(schema, 'patternProperties').some(([pattern]) => matches(pattern, name));
}
