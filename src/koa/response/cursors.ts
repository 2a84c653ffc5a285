import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Cursor, CursorFactory, Cursors } from '../../contract/cursor.ts';
import { CURSOR_NAME, cursorLink } from '../../contract/cursor.ts';
import { inputError } from '../../contract/input-error.ts';
import type { CursorKey, CursorPaging, Envelope } from '../../contract/operation.ts';
import { jsonOf } from '../../validation/pick.ts';
import { isObject } from '../../validation/values.ts';
import type { OperationContext } from '../context.ts';
import { isKeyset } from './keyset.ts';
import { completeEnvelope, fillEnvelope, isPage, pageBody } from './paging.ts';

// Manifests import this module only if a list has a cursor.

const VERSION = 1;
/** 128 bits, in bytes. */
const DIGEST_SIZE = 16;
/** The longest cursor, in characters: it is sent in a header, and comes back in a URL. */
const MAX_LENGTH = 4096;

type Scalar = string | number | boolean;

/**
 * Creates the cursors of an app.
 *
 * A cursor is the base64url text of a JSON array: its version, a digest, and the values of the keys. The digest covers the values, the keys, the
 * operation and the input of the request, except `page_size`.
 */
export const cursors: CursorFactory = (secrets, refusesDates): Cursors => {
  const scopes = new WeakMap<Cursor, string>();
  const digest = (secret: string | undefined, scope: string, values: readonly Scalar[]): string => {
    const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
    const bytes = hash.update(JSON.stringify([VERSION, scope, values])).digest();
    return bytes.subarray(0, DIGEST_SIZE).toString('base64url');
  };
  return {
    read(ctx: OperationContext, text, limit) {
      const { keys } = ctx.operation.paging!.cursor!;
      const scope = scopeOf(ctx, keys);
      const values = text === undefined ? undefined : parse(text, keys);
      const isOurs = ([given, values]: Sealed): boolean =>
        (secrets.length === 0 ? [undefined] : secrets).some((secret) => isSame(given, digest(secret, scope, values)));
      if (text !== undefined && (values === undefined || !isOurs(values)))
        return inputError({ in: 'query', name: CURSOR_NAME }, 'is not a cursor of this list', 'cursor');
      const after = values && Object.fromEntries(keys.map(({ name }, i) => [name, values[1][i]!]));
      const cursor: Cursor = { limit, ...(after !== undefined && { after }) };
      scopes.set(cursor, scope);
      ctx.cursor = cursor;
      return undefined;
    },
    body(ctx: OperationContext, value) {
      const { id, paging } = ctx.operation;
      const { envelope, cursor } = paging as { envelope?: Envelope; cursor: CursorPaging };
      const position = ctx.cursor as Cursor | undefined;
      if (position === undefined && isKeyset(value))
        throw new TypeError(
          `${id} returned keyset(rows), but ctx.cursor is undefined: return page(rows) for this request`,
        );
      const isPaged = !isKeyset(value) && cursor.only !== true && position?.after === undefined;
      if (position === undefined || isPaged) return pageBody(ctx, value);
      const found = rowsOf(id, value, envelope);
      if (found === undefined) return value;
      const { rows, whole } = found;
      const { limit } = position;
      if (rows.length > limit + 1)
        throw new RangeError(`${id} returned ${rows.length} rows, but the most for ctx.cursor.limit is ${limit + 1}`);
      const items = rows.length > limit ? rows.slice(0, limit) : rows;
      if (items.length < rows.length) {
        const values = valuesOf(id, items.at(-1), cursor.keys, refusesDates);
        const sealed = JSON.stringify([VERSION, digest(secrets[0], scopes.get(position) ?? '', values), ...values]);
        const text = Buffer.from(sealed).toString('base64url');
        if (text.length > MAX_LENGTH) throw new RangeError(`${id} returned a row whose keys are too long for a cursor`);
        ctx.append('Link', cursorLink(ctx.originalUrl, text));
      }
      const needsTotal = envelope?.countsAlways === true || ctx.paging?.total === true;
      const total = needsTotal ? found.total : undefined;
      if (needsTotal && total === undefined && !ctx.res.hasHeader('X-Total-Count'))
        throw new TypeError(`${id} must return keyset(rows, total), because this request needs the total`);
      if (total !== undefined) ctx.set('X-Total-Count', String(total));
      if (envelope === undefined) return items;
      if (whole === undefined) return fillEnvelope(id, envelope, items, total, { limit, offset: 0 });
      return completeEnvelope({ ...whole, [envelope.items]: items }, envelope, total);
    },
  };
};

/** The digest and the values of a cursor. */
type Sealed = readonly [digest: string, values: readonly Scalar[]];

/** Everything that a cursor belongs to, as text. */
function scopeOf({ operation, input }: OperationContext, keys: readonly CursorKey[]): string {
  const { method, path } = operation;
  const order = keys.map(({ name, descending }) => [name, descending === true]);
  return JSON.stringify([method, path, order, input.path, input.query, input.body], (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Parses a cursor; undefined if it is damaged. */
function parse(text: string, keys: readonly CursorKey[]): Sealed | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores invalid characters and unused bits.
  if (bytes.toString('base64url') !== text) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [version, given, ...values] = parts as unknown[];
  const isValid = version === VERSION && typeof given === 'string' && values.length === keys.length;
  return isValid && keys.every((key, i) => hasType(values[i], key)) ? [given, values as Scalar[]] : undefined;
}

function hasType(value: unknown, { type }: CursorKey): value is Scalar {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** The rows of a handler's result; undefined if it has none. */
function rowsOf(
  id: string,
  value: unknown,
  envelope: Envelope | undefined,
): { readonly rows: readonly unknown[]; readonly total: number | undefined; readonly whole?: object } | undefined {
  if (isKeyset(value)) return value;
  if (Array.isArray(value) || isPage(value))
    throw new TypeError(`${id} must return keyset(rows), so that the server knows whether there is a next page`);
  if (envelope === undefined || !isObject(value)) return undefined;
  const { [envelope.items]: rows, [envelope.total ?? '']: total } = value as { readonly [name: string]: unknown };
  return Array.isArray(rows) ? { rows, total: total as number | undefined, whole: value } : undefined;
}

/** The values of a row's keys, as JSON has them. */
function valuesOf(id: string, row: unknown, keys: readonly CursorKey[], refusesDates: boolean): Scalar[] {
  return keys.map((key) => {
    const given = (row as { readonly [name: string]: unknown } | undefined)?.[key.name];
    if (given instanceof Date && refusesDates)
      throw new TypeError(
        `${id} returned a row whose key "${key.name}" is a Date, which may have lost microseconds. Select it as text.`,
      );
    const value = jsonOf(given, key.name);
    if (hasType(value, key)) return value;
    throw new TypeError(
      `${id} returned a row whose key "${key.name}" must be of type ${key.type}, not ${typeof value}`,
    );
  });
}
