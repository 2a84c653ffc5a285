import type { AnySchema, Resolve } from '../../shared/schema/json-types.ts';
import { isObject } from '../../shared/validation/values.ts';
import { shapeOf } from '../../shared/comparison/shape.ts';
import type { Resource } from './written-resources.ts';

/** How a body has a resource: as it is, or as a property, such as `{ "data": { ... } }`. */
export interface View {
  /** The resource of the contract's example. */
  readonly base: Resource;
  /** The declared properties; undefined if it can have any. */
  readonly names: ReadonlySet<string> | undefined;
  /** The property of the body that is the resource. */
  readonly property: string | undefined;
  /** The schema of the resource. */
  readonly schema: AnySchema;
  /** Whether a body can have a resource. */
  fits(resource: Resource): boolean;
  /** The body with a resource. */
  wrap(resource: Resource): unknown;
}

/** The most levels of unions that are looked into for the names of properties. */
const MAX_DEPTH = 5;

/** The properties that a schema declares; undefined if its objects can have any. */
export function declaredProperties(schema: AnySchema, resolve: Resolve, depth = 0): Set<string> | undefined {
  const { keywords, union } = shapeOf(schema, resolve);
  const { properties = {}, additionalProperties: others = false } = keywords;
  const names = new Set(Object.keys(properties));
  for (const member of depth > MAX_DEPTH ? [] : (union?.members ?? []))
    for (const name of declaredProperties(member, resolve, depth + 1) ?? []) names.add(name);
  return others !== false || names.size === 0 ? undefined : names;
}

/** The schema of a property; true if it is not declared. */
export function propertySchema(schema: AnySchema, name: string, resolve: Resolve): AnySchema {
  const { properties = {} } = shapeOf(schema, resolve).keywords;
  return Object.hasOwn(properties, name) ? properties[name]! : true;
}

/** Looks at an example of a body for its resource; undefined if it is not an object. */
export function viewOf(
  schema: AnySchema,
  example: unknown,
  resolve: Resolve,
  allows: (schema: AnySchema, value: unknown) => boolean,
): View | undefined {
  if (!isObject(example)) return undefined;
  const property = wrapperOf(example);
  const own = property === undefined ? schema : propertySchema(schema, property, resolve);
  const wrap = (resource: Resource): unknown =>
    property === undefined ? resource : { ...example, [property]: resource };
  return {
    base: (property === undefined ? example : example[property]) as Resource,
    names: declaredProperties(own, resolve),
    property,
    schema: own,
    fits: (resource) => allows(schema, wrap(resource)),
    wrap,
  };
}

/** The only property that holds an object, if all others are texts about it. */
function wrapperOf(example: Readonly<Record<string, unknown>>): string | undefined {
  const objects = Object.entries(example).filter(([, value]) => isObject(value));
  const [first] = objects;
  const isWrapped = objects.length === 1 && (Object.keys(example).length === 1 || first![0] === 'data');
  return isWrapped ? first![0] : undefined;
}

/** A resource as a body can have it: with its declared properties, and those of the example that the body needs. */
export function viewResource(view: View, resource: Resource): Resource {
  const { names, base } = view;
  const known = Object.fromEntries(Object.entries(resource).filter(([name]) => names?.has(name) !== false));
  for (const candidate of [known, { ...base, ...known }]) if (view.fits(candidate)) return candidate;
  let shown = base;
  for (const [name, value] of Object.entries(known)) {
    const next = { ...shown, [name]: value };
    if (view.fits(next)) shown = next;
  }
  return shown;
}

/** Changes a resource as a JSON Merge Patch does: RFC 7396. A property that can be null is set to it, and otherwise removed. */
export function merge(resource: Resource, patch: Resource, allowsNull: (name: string) => boolean): Resource {
  const merged: Record<string, unknown> = { ...resource };
  for (const [name, value] of Object.entries(patch)) {
    const before = merged[name];
    if (value === null && !allowsNull(name)) delete merged[name];
    else merged[name] = isObject(value) && isObject(before) ? merge(before, value, () => true) : value;
  }
  return merged;
}
