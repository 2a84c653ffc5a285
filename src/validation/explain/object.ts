import { pointTo } from '../../contract/json-pointer.ts';
import { matches } from '../formats.ts';
import { countProperties, own } from '../values.ts';
import type { Inspection, SchemaData } from './inspection.ts';
import { schemasOf } from './inspection.ts';
import { evaluatedProperties } from './unevaluated.ts';
import { count } from './words.ts';

type Keywords = { readonly [keyword: string]: unknown };
type Value = { readonly [name: string]: unknown };

/** Reports what is wrong with an object. */
export function explainObject(schema: Keywords, value: Value, pointer: string, inspection: Inspection): void {
  explainRequired(schema, value, pointer, inspection);
  explainProperties(schema, value, pointer, inspection);
  const { minProperties = 0, maxProperties = Infinity } = schema as Readonly<Record<string, number>>;
  const number = countProperties(value);
  const { report } = inspection;
  if (number < minProperties)
    report(
      pointer,
      minProperties === 1 ? 'must not be empty' : `must have at least ${count(minProperties, 'property')}`,
    );
  if (number > maxProperties) report(pointer, `must have at most ${count(maxProperties, 'property')}`);
  for (const [name, dependent] of schemasOf(schema, 'dependentSchemas'))
    if (own(value, name) !== undefined) inspection.inspect(dependent, value, pointer, inspection);
  if ('unevaluatedProperties' in schema) {
    const known = evaluatedProperties(schema, value, inspection);
    for (const [name, item] of Object.entries(value))
      if (!known.has(name))
        inspection.inspect(schema['unevaluatedProperties'] as SchemaData, item, pointTo(pointer, name), inspection);
  }
}

function explainRequired(schema: Keywords, value: Value, pointer: string, { report }: Inspection): void {
  for (const name of (schema['required'] as string[] | undefined) ?? [])
    if (own(value, name) === undefined) report(pointTo(pointer, name), 'is required');
  for (const [name, names] of schemasOf(schema, 'dependentRequired') as unknown as [string, string[]][]) {
    if (own(value, name) === undefined) continue;
    for (const needed of names)
      if (own(value, needed) === undefined) report(pointTo(pointer, needed), `is required beside ${name}`);
  }
}

function explainProperties(schema: Keywords, value: Value, pointer: string, inspection: Inspection): void {
  const properties = (schema['properties'] ?? {}) as { readonly [name: string]: SchemaData };
  const patterns = schemasOf(schema, 'patternProperties');
  const { additionalProperties, propertyNames } = schema as { readonly [keyword: string]: SchemaData | undefined };
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const place = pointTo(pointer, name);
    const inspect = (itemSchema: SchemaData): void => inspection.inspect(itemSchema, item, place, inspection);
    const [reason] = propertyNames === undefined ? [] : inspection.probe(propertyNames, name);
    if (reason !== undefined) inspection.report(place, `is not allowed: its name ${reason.message}`);
    const declared = own(properties, name) as SchemaData | undefined;
    const matching = patterns.filter(([pattern]) => matches(pattern, name));
    if (declared !== undefined) inspect(declared);
    for (const [, itemSchema] of matching) inspect(itemSchema);
    if (declared === undefined && matching.length === 0 && additionalProperties !== undefined)
      inspect(additionalProperties);
  }
}
