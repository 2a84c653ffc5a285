import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { isValid as interpret } from '../../src/shared/validation/index.ts';
import type { AnySchema, JsonType, Keywords } from '../../src/shared/schema/json-types.ts';
import { isAnyType, typesOf } from '../../src/shared/schema/json-types.ts';
import { droppedOf, isDropped, keptOf } from '../../src/shared/schema/faces.ts';

/** An object, list or text that a schema does not have there. */
export const MISPLACED: unique symbol = Symbol('misplaced');

/** A property that does not travel, whatever another branch declares. JSON leaves it out. */
const HIDDEN: unique symbol = Symbol('hidden');

/** The rule as an interpreter: a property is dropped where `unevaluatedProperties: false` on its object would refuse it. */
export interface Rule {
  /** The value without its undeclared properties; {@link MISPLACED} if an object, list or text is where the schema has none. */
  pick(schema: AnySchema, value: unknown): unknown;
  /** The same, but texts are kept everywhere: without types, the keywords of a schema do not settle whether it declares a text. */
  pickAnyText(schema: AnySchema, value: unknown): unknown;
  /** The same of a valid value: JSON Schema allows a list for a schema of properties without a type. */
  take(schema: AnySchema, value: unknown): unknown;
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
    const apply = (schemas: readonly AnySchema[]): void => {
      ways = product(ways, waysOf(schemas, value));
      // No object or list is of a type without names.
      if (!schemas.every((one) => canHold(one, value))) ways = product(ways, [[{ type: [] }]]);
    };
    if ($ref !== undefined) apply([definitions[$ref.split('/').at(-1)!]!]);
    apply(allOf);
    for (const branches of [anyOf, oneOf]) {
      if (branches === undefined) continue;
      const fitting = branches.filter((branch) => isValid(branch, value));
      const possible = branches.filter((branch) => canHold(branch, value));
      const counted = fitting.length > 0 ? fitting : selected(selectorOf(schema, branches), possible, value);
      if (counted.length > 0) ways = counted.flatMap((branch) => product(ways, waysOfOne(branch, value)));
    }
    const { then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
    if (condition !== undefined) apply(isValid(condition, value) ? [condition, yes] : [no]);
    for (const [name, part] of Object.entries(dependentSchemas))
      if (Object.hasOwn(value as object, name)) apply([part]);
    return ways;
  };

  /** A schema with its references and `allOf`. */
  const certainOf = (schema: AnySchema): (Keywords & Schema)[] => {
    if (typeof schema === 'boolean') return [];
    const { $ref, allOf = [] } = schema as Keywords;
    return [schema, ...[...($ref === undefined ? [] : [targetOf($ref)]), ...allOf].flatMap(certainOf)];
  };

  const literalsIn = (branch: AnySchema, name: string): unknown[] | undefined => {
    const properties = certainOf(branch).flatMap(({ properties: own = {} }) =>
      Object.hasOwn(own, name) ? certainOf(own[name]!) : [],
    );
    const literals = properties.flatMap((part) =>
      'const' in part ? [part['const']] : ((part['enum'] ?? []) as unknown[]),
    );
    return literals.length > 0 ? literals : undefined;
  };

  /** The property that the discriminator reads, or whose literals differ in all branches with properties. */
  const selectorOf = (schema: AnySchema, branches: readonly AnySchema[]): string | undefined => {
    const { discriminator } = schema as { readonly discriminator?: { readonly propertyName: string } };
    if (discriminator !== undefined) return discriminator.propertyName;
    const objects = branches.filter((branch) => certainOf(branch).some((part) => 'properties' in part));
    const names = objects
      .slice(0, 1)
      .flatMap((branch) => certainOf(branch).flatMap((part) => Object.keys(part.properties ?? {})));
    return names.find((name) => {
      const literals = objects.map((branch) => literalsIn(branch, name));
      const values = literals.flatMap((list) => [...new Set(list)]);
      return literals.length > 1 && !literals.includes(undefined) && new Set(values).size === values.length;
    });
  };

  /** The branches that a property does not exclude, if it selects one. */
  const selected = (name: string | undefined, branches: readonly AnySchema[], value: unknown): readonly AnySchema[] => {
    if (name === undefined || typeof value !== 'object' || value === null) return branches;
    const given = Object.hasOwn(value, name) ? (value as Json)[name] : undefined;
    if (!branches.some((branch) => literalsIn(branch, name)?.includes(given))) return branches;
    return branches.filter((branch) => literalsIn(branch, name)?.includes(given) ?? true);
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

  const targetOf = ($ref: string): AnySchema => definitions[$ref.split('/').at(-1)!]!;
  const typesIn = (schema: AnySchema): ReadonlySet<JsonType> => typesOf(schema, targetOf);
  const kindOf = (value: object): JsonType => (Array.isArray(value) ? 'array' : 'object');

  /** Whether a schema has a text: by its types, or else if it has no keywords of objects alone or of lists alone. */
  const hasText = (schema: AnySchema, open: readonly AnySchema[] = []): boolean => {
    if (typeof schema === 'boolean' || open.includes(schema)) return true;
    if (!isAnyType(typesIn(schema))) return typesIn(schema).has('string');
    const { $ref, allOf = [], anyOf, oneOf } = schema as Keywords;
    const inner = [...open, schema];
    const [ofObjects, ofLists] = [/roperties$/, /^(?:i|prefixI|unevaluatedI)tems$/].map((keyword) =>
      Object.keys(schema).some((key) => keyword.test(key) && !/^(?:min|max)/.test(key)),
    );
    const parts = $ref === undefined ? allOf : [...allOf, targetOf($ref)];
    return (
      ofObjects === ofLists &&
      parts.every((part) => hasText(part, inner)) &&
      [anyOf, oneOf].every((branches) => branches === undefined || branches.some((part) => hasText(part, inner)))
    );
  };

  let isRequest = false;
  let keepsTexts = false;
  const pickBy = (schemas: readonly AnySchema[], value: unknown): unknown => {
    if (typeof value === 'string' && !isRequest && !keepsTexts) {
      const isOther = [{}, []].every((one) => !schemas.every((schema) => typesIn(schema).has(kindOf(one))));
      // Where the schema has scalars alone, a text is one of another type.
      return isOther || schemas.every((schema) => hasText(schema)) ? value : MISPLACED;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (!isRequest && !schemas.every((schema) => canHold(schema, value))) return MISPLACED;
    return waysOf(schemas, value)
      .map((way): unknown => {
        if (!isRequest && !hasKind(way, value)) return MISPLACED;
        return Array.isArray(value) ? pickItems(way, value) : pickProperties(way, value as Json);
      })
      .reduce(union);
  };

  /** Whether schemas have an object or a list like a value: by their types, or else by the keywords of the one or the other. */
  const hasKind = (way: Applied, value: object): boolean => {
    const own = Array.isArray(value) ? 'array' : 'object';
    const types = way.flatMap((schema) => {
      const listed = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
      const values = listed?.map((one) => (Array.isArray(one) ? 'array' : one === null ? 'null' : typeof one));
      return [schema['type'], values].filter(isPresent).map((given) => [given].flat() as string[]);
    });
    if (types.length > 0) return types.every((names) => names.includes(own));
    const has = (keyword: RegExp): boolean =>
      way.some((schema) => Object.keys(schema).some((key) => keyword.test(key)));
    const isDeclared = {
      object: has(/^(?:p|patternP|additionalP|unevaluatedP)roperties$/),
      array: has(/^(?:items|prefixItems|unevaluatedItems)$/),
    };
    return isDeclared[own] || isDeclared.object === isDeclared.array;
  };

  const pickItems = (way: Applied, list: readonly unknown[]): unknown[] =>
    list.flatMap((item, i) => {
      const schemas = way.map(({ prefixItems = [], items }) => prefixItems[i] ?? items).filter(isPresent);
      const declared = schemas.filter((schema) => schema !== false);
      return declared.length === 0 && schemas.length > 0 && !isRequest ? [] : [pickBy(declared, item)];
    });

  const pickProperties = (way: Applied, value: Json): Json => {
    const isOpen = !way.some(lists);
    const dropped = way.flatMap(droppedOf);
    const kept = way.flatMap(keptOf);
    const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const all = schemasOf(name, way);
      const isHidden = dropped.includes(name) || (all.some(isDropped) && !kept.includes(name));
      if (isHidden) return [[name, HIDDEN]];
      const schemas = all.filter((schema) => !isDropped(schema));
      const isDeclared = isOpen || schemas.length > 0 || way.some((schema) => namesOf(schema).includes(name));
      return isDeclared ? [[name, pickBy(schemas, item)]] : [];
    });
    return Object.fromEntries(entries);
  };

  const pick = (schema: AnySchema, value: unknown, forRequest: boolean): unknown => {
    isRequest = forRequest;
    return pickBy([schema], value);
  };
  return {
    pick: (schema, value) => pick(schema, value, false),
    pickAnyText(schema, value) {
      keepsTexts = true;
      try {
        return pick(schema, value, false);
      } finally {
        keepsTexts = false;
      }
    },
    take: (schema, value) => pick(schema, value, true),
    isValid,
  };
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

/** Whether a part of a picked value is {@link MISPLACED}. */
export function hasMisplaced(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === MISPLACED;
  return Object.values(value).some(hasMisplaced);
}

/**
 * Whether the rule alone refuses a text, because of a condition whose keywords have no type. It is the matter of
 * test/runtime/koa/response-kinds.test.ts.
 */
export function isUnsettledText(rule: Rule, schema: AnySchema, value: unknown): boolean {
  return (
    /"if":/.test(JSON.stringify(schema)) &&
    hasMisplaced(rule.pick(schema, value)) &&
    !hasMisplaced(rule.pickAnyText(schema, value))
  );
}

/** Everything that one of two picks of a value has. */
function union(a: unknown, b: unknown): unknown {
  if (a === HIDDEN || b === HIDDEN) return HIDDEN;
  if (a === MISPLACED || b === MISPLACED) return a === MISPLACED ? b : a;
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a;
  if (Array.isArray(a)) {
    const [short, long] = [a, b as unknown[]].toSorted((one, other) => one.length - other.length) as [
      unknown[],
      unknown[],
    ];
    return [...short.map((_, i) => union(a[i], (b as unknown[])[i])), ...long.slice(short.length)];
  }
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a, b].map((object) => (Object.hasOwn(object, name) ? [(object as Json)[name]] : []));
      return [name, one!.length > 0 && other!.length > 0 ? union(one![0], other![0]) : [...one!, ...other!][0]];
    }),
  );
}
