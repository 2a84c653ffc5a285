import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Cursor } from '../../../shared/contract/cursor-position.ts';
import { CURSOR_NAME, cursorLink } from '../../../shared/contract/cursor.ts';
import { inputError } from '../../../shared/contract/input-error.ts';
import type { CursorKey, Envelope } from '../../../shared/contract/operation.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import { jsonOf } from '../../../shared/validation/pick.ts';
import { stableText } from '../../../shared/validation/values.ts';
import type { OperationContext } from '../context.ts';
import type { Feature } from '../runtime.ts';
import { toNumber } from './encode.ts';
import { isKeyset } from './keyset.ts';
import type { Rows } from './paging.ts';
import { isPage, bodyOfRows, pageBody, rowsIn } from './paging.ts';

const VERSION = 1;
/** 128 bits, in bytes. */
const DIGEST_SIZE = 16;
/** The longest cursor, in characters: it is sent in a header, and comes back in a URL. */
const MAX_LENGTH = 4096;

type Scalar = string | number | boolean;

/** Reads and writes the cursors of lists. Generated code imports it, so that only bundles with such a list have it. */
export const cursors: Feature = ({ secrets }) => {
  const codec = new CursorCodec(secrets);
  return () => ({
    readPosition: (ctx, text, limit) => codec.read(ctx, text, limit),
    toBody: (ctx, value) => codec.body(ctx, value),
  });
};

/**
 * Reads and writes cursors: the base64url text of a JSON array of the version, a digest, and the values of the keys. The digest covers the values, the
 * keys, the operation and the input of the request.
 */
class CursorCodec {
  readonly #secrets: readonly (string | undefined)[];
  /** The texts of {@link scopeOf}, from before the handler, which may change the input. */
  readonly #scopes = new WeakMap<Cursor, string>();

  /** @param secrets The keys of HMACs: the first one signs, all of them verify. Without one, a digest only detects accidents. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.length === 0 ? [undefined] : secrets;
  }

  /** Sets `ctx.cursor` from the parameter `cursor`. Returns a violation if it is damaged, forged, or of another list. */
  read(ctx: OperationContext, text: string | undefined, limit: number): InputError | undefined {
    const { keys } = ctx.operation.paging!.cursor!;
    const scope = scopeOf(ctx, keys);
    let after: Cursor['after'];
    if (text !== undefined) {
      const sealed = parse(text, keys);
      if (sealed === undefined || !this.#isOurs(sealed, scope))
        return inputError({ in: 'query', name: CURSOR_NAME }, 'is not a cursor of this list', 'cursor');
      after = Object.fromEntries(keys.map(({ name }, i) => [name, sealed.values[i]!]));
    }
    const cursor: Cursor = { limit, ...(after !== undefined && { after }) };
    this.#scopes.set(cursor, scope);
    ctx.cursor = cursor;
    return undefined;
  }

  /** Builds the body from the handler's rows, and sets `Link`. */
  body(ctx: OperationContext, value: unknown): unknown {
    const { id, paging } = ctx.operation;
    const { envelope, cursor } = paging!;
    const position = ctx.cursor as Cursor | undefined;
    if (position === undefined && isKeyset(value))
      throw new TypeError(
        `${id} returned keyset(rows), but ctx.cursor is undefined: return page(rows) for this request`,
      );
    const isPaged = !isKeyset(value) && cursor!.only !== true && position?.after === undefined;
    if (position === undefined || isPaged) return pageBody(ctx, value);
    const found = rowsOf(id, value, envelope);
    if (found === undefined) return value;
    const { limit } = position;
    if (found.items.length > limit + 1)
      throw new RangeError(
        `${id} returned ${found.items.length} rows, but the most for ctx.cursor.limit is ${limit + 1}`,
      );
    const items = found.items.slice(0, limit);
    const body = found.body && { ...found.body, [envelope!.items]: items };
    const needsTotal = envelope?.countsAlways === true || ctx.paging?.total === true;
    return bodyOfRows(
      ctx,
      { items, total: found.total, body },
      { limit, offset: 0, total: needsTotal },
      {
        link: items.length < found.items.length ? this.#linkAfter(ctx, position, items.at(-1)) : undefined,
        missingTotal: () => `${id} must return keyset(rows, total), because this request needs the total`,
      },
    );
  }

  /** The link to the rows after a row. */
  #linkAfter({ operation: { id, paging }, originalUrl }: OperationContext, position: Cursor, row: unknown): string {
    const values = valuesOf(id, row, paging!.cursor!.keys);
    const digest = digestOf(this.#secrets[0], this.#scopes.get(position) ?? '', values);
    const text = Buffer.from(JSON.stringify([VERSION, digest, ...values])).toString('base64url');
    if (text.length > MAX_LENGTH) throw new RangeError(`${id} returned a row whose keys are too long for a cursor`);
    return cursorLink(originalUrl, text);
  }

  #isOurs({ digest, values }: Sealed, scope: string): boolean {
    return this.#secrets.some((secret) => isSame(digest, digestOf(secret, scope, values)));
  }
}

function digestOf(secret: string | undefined, scope: string, values: readonly Scalar[]): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  const bytes = hash.update(JSON.stringify([VERSION, scope, values])).digest();
  return bytes.subarray(0, DIGEST_SIZE).toString('base64url');
}

/** A parsed cursor. */
interface Sealed {
  readonly digest: string;
  readonly values: readonly Scalar[];
}

/** Everything that a cursor belongs to, as text. */
function scopeOf({ operation, input }: OperationContext, keys: readonly CursorKey[]): string {
  const { method, path } = operation;
  const order = keys.map(({ name, descending }) => [name, descending === true]);
  return stableText([method, path, order, input.path, input.query, input.body]);
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
  const [version, digest, ...values] = parts as unknown[];
  const isComplete = version === VERSION && typeof digest === 'string' && values.length === keys.length;
  if (!isComplete || !keys.every((key, i) => hasType(values[i], key))) return undefined;
  return { digest, values: values as Scalar[] };
}

function hasType(value: unknown, { type }: CursorKey): value is Scalar {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The rows of a handler's result; undefined if it has none. */
function rowsOf(id: string, value: unknown, envelope: Envelope | undefined): Rows | undefined {
  if (isKeyset(value)) return { items: value.rows, total: value.total };
  if (Array.isArray(value) || isPage(value))
    throw new TypeError(`${id} must return keyset(rows), so that the server knows whether there is a next page`);
  return rowsIn(id, value, envelope);
}

/** The values of a row's keys, as JSON has them. */
function valuesOf(id: string, row: unknown, keys: readonly CursorKey[]): Scalar[] {
  return keys.map((key) => {
    const given = (row as { readonly [name: string]: unknown } | undefined)?.[key.name];
    if (given instanceof Date)
      throw new TypeError(
        `${id} returned a row whose key "${key.name}" is a Date, which may have lost microseconds. Select it as text.`,
      );
    const value = toNumber(jsonOf(given, key.name));
    if (hasType(value, key)) return value;
    throw new TypeError(
      `${id} returned a row whose key "${key.name}" must be of type ${key.type}, not ${typeof value}`,
    );
  });
}
