import type { Cursor } from '../../../shared/contract/cursor-position.ts';
import { CURSOR_NAME, cursorLink } from '../../../shared/contract/cursor.ts';
import { inputError } from '../../../shared/contract/input-error.ts';
import type { CursorKey, Envelope } from '../../../shared/contract/list-contract.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import { jsonOf } from '../../../shared/validation/pick.ts';
import type { OperationContext } from '../context.ts';
import type { Feature } from '../runtime.ts';
import { CursorSeal, scopeOf } from './cursor-seal.ts';
import { toNumber } from './encode.ts';
import { isKeyset } from './keyset.ts';
import type { Rows } from './paging.ts';
import { isPage, bodyOfRows, pageBody, rowsIn } from './paging.ts';

/** Alone, the name of a key in `order by` would mean the text, which no index has. */
export const SELECT_TEXT = 'Select it as text, and order by the column with its table, such as "events.at"';

type Scalar = string | number | boolean;

/** Reads and writes the cursors of lists. Generated code imports it, so that only bundles with such a list have it. */
export const cursors: Feature = ({ secrets }) => {
  const codec = new CursorCodec(new CursorSeal(secrets));
  return () => ({
    readPosition: (ctx, text, limit) => codec.read(ctx, text, limit),
    toBody: (ctx, value) => codec.body(ctx, value),
  });
};

/** Pages lists by the keys of their cursors. */
class CursorCodec {
  readonly #seal: CursorSeal;
  /** The texts of {@link scopeOf}, from before the handler, which may change the input. */
  readonly #scopes = new WeakMap<Cursor, string>();

  constructor(seal: CursorSeal) {
    this.#seal = seal;
  }

  /** Sets `ctx.cursor` from the parameter `cursor`. Returns a violation if it is damaged, forged, or of another list. */
  read(ctx: OperationContext, text: string | undefined, limit: number): InputError | undefined {
    const { keys } = ctx.operation.paging!.cursor!;
    const scope = scopeOf(ctx, keys.map(toOrder));
    let after: Cursor['after'];
    if (text !== undefined) {
      const values = this.#seal.open(text, scope, keys.length);
      if (values === undefined || !haveTypes(values, keys)) return cursorError();
      after = Object.fromEntries(keys.map(({ name }, i) => [name, values[i]!]));
    }
    const cursor: Cursor = { limit, ...(after !== undefined && { after }) };
    this.#scopes.set(cursor, scope);
    ctx.cursor = cursor;
    return undefined;
  }

  /** Builds the body from the handler's rows, and sets `Link`. */
  body(ctx: OperationContext, value: unknown): unknown {
    const { id, paging } = ctx.operation;
    const { keys, only } = paging!.cursor!;
    const position = ctx.cursor as Cursor | undefined;
    if (position === undefined && isKeyset(value))
      throw new TypeError(
        `${id} returned keyset(rows), but ctx.cursor is undefined: return page(rows) for this request`,
      );
    const isPaged = !isKeyset(value) && only !== true && position?.after === undefined;
    if (position === undefined || isPaged) return pageBody(ctx, value);
    const scope = this.#scopes.get(position) ?? '';
    return walkedBody(ctx, value, position.limit, (row) => this.#seal.seal(id, scope, keyValues(id, row, keys)));
  }
}

/** A key as a list request has it. */
export function toOrder({ name, descending }: CursorKey): { readonly name: string; readonly desc: boolean } {
  return { name, desc: descending === true };
}

/** The violation of a cursor that is damaged, forged, or of another list. */
export function cursorError(): InputError {
  return inputError({ in: 'query', name: CURSOR_NAME }, 'is not a cursor of this list', 'cursor');
}

/**
 * Builds the body of a list that is walked by a cursor from the handler's rows, and sets `Link`.
 *
 * @param cursorAfter The cursor to the rows after the last one of the page.
 */
export function walkedBody(
  ctx: OperationContext,
  value: unknown,
  limit: number,
  cursorAfter: (row: unknown) => string,
): unknown {
  const { id, paging } = ctx.operation;
  const { envelope } = paging!;
  const found = keysetRows(id, value, envelope);
  if (found === undefined) return value;
  if (found.items.length > limit + 1)
    throw new RangeError(
      `${id} returned ${found.items.length} rows, but the most for ctx.cursor.limit is ${limit + 1}`,
    );
  const items = found.items.slice(0, limit);
  const body = found.body && { ...found.body, [envelope!.items]: items };
  const needsTotal = envelope?.countsAlways === true || ctx.paging?.total === true;
  const hasNext = items.length < found.items.length;
  return bodyOfRows(
    ctx,
    { items, total: found.total, body },
    { limit, offset: 0, total: needsTotal },
    {
      link: hasNext ? cursorLink(ctx.originalUrl, cursorAfter(items.at(-1))) : undefined,
      missingTotal: () => `${id} must return keyset(rows, total), because this request needs the total`,
    },
  );
}

/** The rows of a handler's result; undefined if it has none. */
function keysetRows(id: string, value: unknown, envelope: Envelope | undefined): Rows | undefined {
  if (isKeyset(value)) return { items: value.rows, total: value.total };
  if (Array.isArray(value) || isPage(value))
    throw new TypeError(`${id} must return keyset(rows), so that the server knows whether there is a next page`);
  return rowsIn(id, value, envelope);
}

/** Whether the values of a cursor have the types of its keys. */
export function haveTypes(values: readonly unknown[], keys: readonly CursorKey[]): values is readonly Scalar[] {
  return keys.every((key, i) => hasType(values[i], key));
}

function hasType(value: unknown, { type }: CursorKey): value is Scalar {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}

/** The values of a row's keys, as JSON has them. */
export function keyValues(id: string, row: unknown, keys: readonly CursorKey[]): Scalar[] {
  return keys.map((key) => {
    const value = rowKey(id, row, key.name, SELECT_TEXT);
    if (hasType(value, key)) return value;
    throw new TypeError(
      `${id} returned a row whose key "${key.name}" must be of type ${key.type}, not ${typeof value}`,
    );
  });
}

/**
 * The value of a row's key, as JSON has it.
 *
 * @throws {TypeError} If it is a Date, with a remedy.
 */
export function rowKey(id: string, row: unknown, name: string, remedy: string): unknown {
  const given = (row as { readonly [name: string]: unknown } | undefined)?.[name];
  if (given instanceof Date)
    throw new TypeError(
      `${id} returned a row whose key "${name}" is a Date, which may have lost microseconds. ${remedy}.`,
    );
  return toNumber(jsonOf(given, name));
}
