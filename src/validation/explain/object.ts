import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Schemas } from '../../schema/json-types.ts';
import { matches } from '../format-checks.ts';
import { countProperties, own } from '../values.ts';
import type { ExplainKeyword, SchemaData, Site } from './inspection.ts';
import { evaluatedProperties, isListed } from './unevaluated.ts';
import { count } from './words.ts';

type Properties = { readonly [name: string]: unknown };

/** The keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4, 10.3.2 and 11.3, and Validation, 6.5. */
export const OBJECT: Readonly<Record<CheckedKeyword<'object'>, ExplainKeyword<Properties>>> = {
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
  propertyNames: (schema: SchemaData, { value, pointer, inspection }) => {
    for (const name of namesIn(value)) {
      const [reason] = inspection.probe(schema, name);
      if (reason !== undefined) inspection.report(pointTo(pointer, name), `has an invalid name: it ${reason.message}`);
    }
  },
  properties: (schemas: Schemas, site) => {
    for (const name of namesIn(site.value))
      if (Object.hasOwn(schemas, name)) inspectProperty(name, schemas[name]!, site);
  },
  patternProperties: (schemas: Schemas, site) => {
    for (const name of namesIn(site.value))
      for (const [pattern, schema] of Object.entries(schemas))
        if (matches(pattern, name)) inspectProperty(name, schema, site);
  },
  additionalProperties: (schema: SchemaData, site) => {
    for (const name of namesIn(site.value)) if (!isListed(name, site.schema)) inspectProperty(name, schema, site);
  },
  minProperties: (least: number, { value, pointer, inspection }) => {
    if (countProperties(value) < least)
      inspection.report(pointer, least === 1 ? 'must not be empty' : `must have at least ${count(least, 'property')}`);
  },
  maxProperties: (most: number, { value, pointer, inspection }) => {
    if (countProperties(value) > most) inspection.report(pointer, `must have at most ${count(most, 'property')}`);
  },
  dependentSchemas: (dependent: Schemas, { value, pointer, inspection }) => {
    for (const [name, schema] of Object.entries(dependent))
      if (!isMissing(value, name)) inspection.inspect(schema, value, pointer, inspection);
  },
  unevaluatedProperties: (schema: SchemaData, site) => {
    const evaluated = evaluatedProperties(site.schema, site.value, site.inspection);
    for (const name of Object.keys(site.value)) if (!evaluated.has(name)) inspectProperty(name, schema, site);
  },
};

function isMissing(value: Properties, name: string): boolean {
  return own(value, name) === undefined;
}

/** The names of the properties of a value; an undefined one is absent, as in JSON. */
function namesIn(value: Properties): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

function inspectProperty(name: string, schema: SchemaData, { value, pointer, inspection }: Site<Properties>): void {
  inspection.inspect(schema, value[name], pointTo(pointer, name), inspection);
}
