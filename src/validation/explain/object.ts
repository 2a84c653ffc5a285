import { pointTo } from '../../contract/json-pointer.ts';
import type { ViolationParams } from '../../contract/enforcement.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Schemas } from '../../schema/json-types.ts';
import { matches } from '../format-checks.ts';
import { countProperties, own } from '../values.ts';
import type { ExplainKeyword, SchemaData, Site } from './inspection.ts';
import { evaluatedProperties, isListed } from './unevaluated.ts';
import { count, NOT_ALLOWED } from './words.ts';

type Properties = { readonly [name: string]: unknown };

/** The keywords that apply to objects: JSON Schema 2020-12, Core, 10.2.2.4, 10.3.2 and 11.3, and Validation, 6.5. */
export const OBJECT: Readonly<Record<CheckedKeyword<'object'>, ExplainKeyword<Properties>>> = {
  required: (names: readonly string[], { value, pointer, inspection }) => {
    for (const missingProperty of names.filter((name) => isMissing(value, name))) {
      const at = pointTo(pointer, missingProperty);
      inspection.report({ pointer: at, message: 'is required', keyword: 'required', params: { missingProperty } });
    }
  },
  dependentRequired: (dependent: { readonly [name: string]: readonly string[] }, { value, pointer, inspection }) => {
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
  propertyNames: (schema: SchemaData, { value, pointer, inspection }) => {
    for (const name of namesIn(value)) {
      const [reason] = inspection.probe(schema, name);
      if (reason === undefined) continue;
      const message = `has an invalid name: it ${reason.message}`;
      const params = { propertyName: name };
      inspection.report({ pointer: pointTo(pointer, name), message, keyword: 'propertyNames', params });
    }
  },
  properties: (schemas: Schemas, site) => {
    const { value } = site;
    for (const name of Object.keys(value))
      if (value[name] !== undefined && Object.hasOwn(schemas, name)) inspectProperty(name, schemas[name]!, site);
  },
  patternProperties: (schemas: Schemas, site) => {
    for (const name of namesIn(site.value))
      for (const [pattern, schema] of Object.entries(schemas))
        if (matches(pattern, name)) inspectProperty(name, schema, site);
  },
  additionalProperties: (schema: SchemaData, site) => {
    for (const name of namesIn(site.value).filter((one) => !isListed(one, site.schema)))
      inspectRest(name, schema, site, 'additionalProperties', { additionalProperty: name });
  },
  minProperties: (limit: number, { value, pointer, inspection }) => {
    const message = limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'property')}`;
    if (countProperties(value) < limit)
      inspection.report({ pointer, message, keyword: 'minProperties', params: { limit } });
  },
  maxProperties: (limit: number, { value, pointer, inspection }) => {
    const message = `must have at most ${count(limit, 'property')}`;
    if (countProperties(value) > limit)
      inspection.report({ pointer, message, keyword: 'maxProperties', params: { limit } });
  },
  dependentSchemas: (dependent: Schemas, { value, pointer, inspection }) => {
    for (const [name, schema] of Object.entries(dependent))
      if (!isMissing(value, name)) inspection.inspect(schema, value, pointer, inspection);
  },
  unevaluatedProperties: (schema: SchemaData, site) => {
    const evaluated = evaluatedProperties(site.schema, site.value, site.inspection);
    for (const name of Object.keys(site.value).filter((one) => !evaluated.has(one)))
      inspectRest(name, schema, site, 'unevaluatedProperties', { unevaluatedProperty: name });
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

/** Inspects a property beside the declared ones; if none may be, names the keyword. */
function inspectRest(
  name: string,
  schema: SchemaData,
  site: Site<Properties>,
  keyword: string,
  params: ViolationParams,
): void {
  if (schema !== false) inspectProperty(name, schema, site);
  else site.inspection.report({ pointer: pointTo(site.pointer, name), message: NOT_ALLOWED, keyword, params });
}
