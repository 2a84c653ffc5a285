import type { CursorKey, Envelope } from '../../../shared/contract/list-contract.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, JsonType, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts, typesOf } from '../../../shared/schema/json-types.ts';
import { Marks } from '../../../shared/schema/marks.ts';
import type { Lookup } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** The rows of a list, as its response declares them. */
export interface Rows {
  /** The location of the response. */
  readonly at: Location;
  /** The properties, those that the response does not show too. */
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  /** The schemas of a row, with their references. */
  readonly schemas: readonly AnySchema[];
  readonly parts: readonly Keywords[];
  readonly resolve: Resolve;
  readonly marks: Marks;
}

/** A property of the rows that holds one scalar, or null. */
export interface Scalar {
  readonly name: string;
  readonly type: CursorKey['type'];
  /** Whether it can be null or absent. */
  readonly nullable: boolean;
  /** All types, null included. */
  readonly types: readonly JsonType[];
  /** All of its declarations. */
  readonly schemas: readonly AnySchema[];
}

/** Finds the rows of a list; undefined if the body is not one, which has been reported. */
export function listRows(
  schema: Schema,
  envelope: Envelope | undefined,
  at: Location,
  { expand, resolve }: Lookup,
): Rows | undefined {
  const body = certainParts(expand(schema), resolve);
  const lists =
    envelope === undefined
      ? body
      : propertySchemas(body, envelope.items).flatMap((property) => certainParts(property, resolve));
  const schemas = lists.flatMap(({ items }): AnySchema[] => (items === undefined ? [] : [items]));
  const parts = schemas.flatMap((items) => certainParts(items, resolve));
  if (parts.length === 0) return undefined;
  const required = new Set(parts.flatMap((part) => (part['required'] as readonly string[] | undefined) ?? []));
  const names = [...new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return { at, names, required, schemas, parts, resolve, marks: new Marks(resolve, 'response') };
}

const SCALARS: readonly string[] = ['string', 'number', 'integer', 'boolean'] satisfies CursorKey['type'][];

/** Finds a scalar property of rows; reports one that is unknown, has other values, or is not in responses. */
export function scalarOf(
  rows: Rows,
  { value: name, at }: Declared<string>,
  set: string,
  report: Report,
): Scalar | undefined {
  const { names, parts, required, resolve } = rows;
  if (!names.includes(name)) return void report(messages.unknownRowProperty(set, at, rows.at, name, shownNames(rows)));
  if (!isShown(rows, name)) return void report(messages.hiddenRowProperty(set, at, rows.at, name));
  const schemas = propertySchemas(parts, name);
  const types = typesOf({ allOf: schemas }, resolve);
  const type = scalarType(types);
  if (type === undefined) return void report(messages.rowPropertyType(set, at, rows.at, name, [...types]));
  return { name, type, nullable: types.has('null') || !required.has(name), types: [...types], schemas };
}

/** The only type except null. Every integer is a number. */
function scalarType(types: ReadonlySet<JsonType>): Scalar['type'] | undefined {
  const [type, ...others] = [...types].filter((one) => one !== 'null' && (one !== 'integer' || !types.has('number')));
  return others.length === 0 && type !== undefined && SCALARS.includes(type) ? (type as Scalar['type']) : undefined;
}

/** The properties that responses show. */
export function shownNames(rows: Rows): readonly string[] {
  return rows.names.filter((name) => isShown(rows, name));
}

function isShown({ parts, marks }: Rows, name: string): boolean {
  return !parts.some((part) => marks.canDrop(part, name));
}

/** The schemas of a property in the parts of an object. */
export function propertySchemas(parts: readonly Keywords[], name: string): AnySchema[] {
  return parts.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name]!] : []));
}
