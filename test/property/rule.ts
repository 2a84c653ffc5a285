import { Ajv2020 } from 'ajv/dist/2020.js';
import { isValid as interpret } from '../../src/validation/index.ts';
import type { AnySchema, Keywords } from '../../src/schema/json-types.ts';

/** The rule as an interpreter: a property is dropped where `unevaluatedProperties: false` on its object would refuse it. */
export interface Rule {
  /** The value without its undeclared properties. */
  pick(schema: AnySchema, value: unknown): unknown;
  isValid(schema: AnySchema, value: unknown): boolean;
}

type Json = { readonly [name: string]: unknown };

/** The schemas that apply to one value together, without references, `allOf` and unions. */
type Applied = readonly Keywords[];

/** @param definitions The schemas by name. */
export function createRule(definitions: { readonly [name: string]: AnySchema }): Rule {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, ownProperties: true });
  ajv.addSchema({ $id: 'definitions:', components: { schemas: definitions } });
  const compiled = new Map<string, (value: unknown) => boolean>();

  const components = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, () => schema]));

  const isValid = (schema: AnySchema, value: unknown): boolean => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"definitions:#/');
    // ajv skips a property named `__proto__`, and treats inherited properties as evaluated.
    if (/"__proto__":|"unevaluated/.test(text)) return interpret(schema, value, components);
    const known = compiled.get(text) ?? (ajv.compile(JSON.parse(text) as object) as (value: unknown) => boolean);
    compiled.set(text, known);
    return known(value);
  };

  /** The ways in which schemas apply to a value: one for each choice of branches that fit. */
  const waysOf = (schemas: readonly AnySchema[], value: unknown): Applied[] =>
    schemas.reduce<Applied[]>((ways, schema) => product(ways, waysOfOne(schema, value)), [[]]);

  const waysOfOne = (schema: AnySchema, value: unknown): Applied[] => {
    if (typeof schema === 'boolean') return [[]];
    const { $ref, allOf = [], anyOf, oneOf, if: condition, dependentSchemas = {} } = schema as Keywords;
    let ways: Applied[] = [[schema]];
    const apply = (schemas: readonly AnySchema[]): void => void (ways = product(ways, waysOf(schemas, value)));
    if ($ref !== undefined) apply([definitions[$ref.split('/').at(-1)!]!]);
    apply(allOf);
    for (const branches of [anyOf, oneOf]) {
      if (branches === undefined) continue;
      const fitting = branches.filter((branch) => isValid(branch, value));
      const possible = branches.filter((branch) => canHold(branch, value));
      const counted = fitting.length > 0 ? fitting : possible;
      if (counted.length > 0) ways = counted.flatMap((branch) => product(ways, waysOfOne(branch, value)));
    }
    const { then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
    if (condition !== undefined) apply(isValid(condition, value) ? [condition, yes] : [no]);
    for (const [name, part] of Object.entries(dependentSchemas))
      if (Object.hasOwn(value as object, name)) apply([part]);
    return ways;
  };

  /** Whether a branch is for values of this type: a null beside an object declares nothing about objects. */
  const canHold = (branch: AnySchema, value: unknown): boolean => {
    if (typeof branch === 'boolean') return branch;
    const { type, $ref, allOf = [], anyOf, oneOf } = branch as Keywords & { readonly type?: string | string[] };
    const own = Array.isArray(value) ? 'array' : 'object';
    return (
      (type === undefined || [type].flat().includes(own)) &&
      ($ref === undefined || canHold(definitions[$ref.split('/').at(-1)!]!, value)) &&
      allOf.every((part) => canHold(part, value)) &&
      [anyOf, oneOf].every((parts) => parts === undefined || parts.some((part) => canHold(part, value)))
    );
  };

  const pickBy = (schemas: readonly AnySchema[], value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return waysOf(schemas, value)
      .map((way): unknown => (Array.isArray(value) ? pickItems(way, value) : pickProperties(way, value as Json)))
      .reduce(union);
  };

  const pickItems = (way: Applied, list: readonly unknown[]): unknown[] =>
    list.map((item, i) => {
      const schemas = way.map(({ prefixItems = [], items }) => prefixItems[i] ?? items).filter(isPresent);
      return pickBy(schemas, item);
    });

  const pickProperties = (way: Applied, value: Json): Json => {
    const isOpen = !way.some(lists);
    const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const schemas = schemasOf(name, way);
      const isDeclared = isOpen || schemas.length > 0 || way.some((schema) => namesOf(schema).includes(name));
      return isDeclared ? [[name, pickBy(schemas, item)]] : [];
    });
    return Object.fromEntries(entries);
  };

  return { pick: (schema, value) => pickBy([schema], value), isValid };
}

function product(ways: readonly Applied[], others: readonly Applied[]): Applied[] {
  return ways.flatMap((way) => others.map((other) => [...way, ...other]));
}

function lists(schema: Keywords): boolean {
  const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = schema;
  const count = Object.keys(properties).length + Object.keys(patternProperties).length;
  return count > 0 || additionalProperties === false || unevaluatedProperties === false;
}

function namesOf(schema: Keywords): string[] {
  const { required = [], discriminator } = schema as {
    readonly required?: string[];
    readonly discriminator?: { readonly propertyName: string };
  };
  return discriminator === undefined ? required : [...required, discriminator.propertyName];
}

/** The schemas of a property: by its name, by patterns, and those of additional and unevaluated properties. */
function schemasOf(name: string, way: Applied): AnySchema[] {
  const evaluated = way.flatMap(({ properties = {}, patternProperties = {}, additionalProperties = false }) => {
    const listed = [
      ...(Object.hasOwn(properties, name) ? [properties[name]!] : []),
      ...Object.entries(patternProperties).flatMap(([pattern, schema]) =>
        new RegExp(pattern, 'u').test(name) ? [schema] : [],
      ),
    ];
    return listed.length > 0 || additionalProperties === false ? listed : [additionalProperties];
  });
  if (evaluated.length > 0) return evaluated;
  return way.map(({ unevaluatedProperties = false }) => unevaluatedProperties).filter((schema) => schema !== false);
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Everything that one of two picks of a value has. */
function union(a: unknown, b: unknown): unknown {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a;
  if (Array.isArray(a)) return a.map((item, i) => union(item, (b as unknown[])[i]));
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a, b].map((object) => (Object.hasOwn(object, name) ? [(object as Json)[name]] : []));
      return [name, one!.length > 0 && other!.length > 0 ? union(one![0], other![0]) : [...one!, ...other!][0]];
    }),
  );
}
