import type { Page, Paging } from '../../contract/paging.ts';
import { pagingLinks } from '../../contract/paging.ts';
import type { OperationContext } from '../context.ts';

// In the registry of symbols: a handler's bundle may hold a copy of this module.
const PAGE: unique symbol = Symbol.for('unplugin-operations.page') as never;

/**
 * What a list operation returns where it knows the total: the rows of the page, and the count of all rows.
 *
 * @param total Undefined where it was not counted.
 * @throws {TypeError} Where the rows are no array, or the total is no count.
 * @example return page(rows, ctx.paging.total ? await count() : undefined);
 */
export function page<T>(rows: readonly T[], total?: number): Page<T> {
  if (!Array.isArray(rows)) throw new TypeError('page(rows, total): rows must be an array');
  if (total !== undefined && (!Number.isSafeInteger(total) || total < 0)) {
    throw new TypeError(`page(rows, total): total must be a whole number, not the ${typeof total} ${String(total)}`);
  }
  return Object.defineProperty({ items: rows, total }, PAGE, { value: true });
}

/**
 * The body of a list operation, for the rows or the page its handler returned; sets `Link` and `X-Total-Count`.
 *
 * @returns `value` itself where it is neither rows nor a page.
 * @throws {RangeError} For more rows than were asked for.
 * @throws {TypeError} Where the total was asked for and cannot be known.
 */
export function pageBody(ctx: OperationContext, value: unknown): unknown {
  const given = toPage(value);
  if (given === undefined) return value;
  const { id, paging } = ctx.operation;
  const { limit, offset, total: isAsked } = ctx.paging;
  const { items } = given;
  if (items.length > limit) {
    throw new RangeError(`${id} returned ${items.length} rows, more than the ${limit} of ctx.paging.limit`);
  }
  const total = given.total ?? deriveTotal(items.length, ctx.paging);
  if (isAsked && total === undefined) {
    throw new TypeError(`${id} was asked for the total (ctx.paging.total) and must return page(rows, total)`);
  }
  ctx.append('Link', pagingLinks(ctx.originalUrl, ctx.paging, items.length, total));
  if (isAsked) ctx.set('X-Total-Count', String(total));
  return paging?.shape === 'array' ? items : { items, ...(isAsked && { total }), limit, offset };
}

function toPage(value: unknown): Page<unknown> | undefined {
  if (Array.isArray(value)) return { items: value, total: undefined };
  return typeof value === 'object' && value !== null && PAGE in value ? (value as object as Page<unknown>) : undefined;
}

/** A page that is not full is the last one, unless it is empty because it lies past the end. */
function deriveTotal(rows: number, { limit, offset }: Paging): number | undefined {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : undefined;
}
