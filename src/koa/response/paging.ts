import type { Page, Paging } from '../../contract/paging.ts';
import { pagingLinks } from '../../contract/paging.ts';
import type { OperationContext } from '../context.ts';

// A registered symbol, because a bundle may contain two copies of this module.
const PAGE: unique symbol = Symbol.for('unplugin-operations.page') as never;

/**
 * Creates the result of a list operation from the rows of the page and the total number of rows.
 *
 * @param total The number of all rows; undefined if you did not count them.
 * @throws {TypeError} If `rows` is not an array, or `total` is not a non-negative integer.
 * @example return page(rows, ctx.paging.total ? await count() : undefined);
 */
export function page<T>(rows: readonly T[], total?: number): Page<T> {
  if (!Array.isArray(rows)) throw new TypeError('page(rows, total): rows must be an array');
  if (total !== undefined && (!Number.isSafeInteger(total) || total < 0)) {
    throw new TypeError(
      `page(rows, total): total must be a non-negative integer, not ${String(total)} (${typeof total})`,
    );
  }
  return Object.defineProperty({ items: rows, total }, PAGE, { value: true });
}

/**
 * Builds the body of a list operation from the handler's rows or page, and sets `Link` and `X-Total-Count`.
 *
 * @returns The body, or `value` unchanged if it is neither rows nor a page.
 * @throws {RangeError} If there are more rows than `ctx.paging.limit`.
 * @throws {TypeError} If the request needs the total, and it is neither returned nor derivable.
 */
export function pageBody(ctx: OperationContext, value: unknown): unknown {
  const result = toPage(value);
  if (result === undefined) return value;
  const { id, paging } = ctx.operation;
  const { limit, offset, total: needsTotal } = ctx.paging;
  const { items } = result;
  if (items.length > limit) {
    throw new RangeError(`${id} returned ${items.length} rows, but ctx.paging.limit is ${limit}`);
  }
  const total = result.total ?? deriveTotal(items.length, ctx.paging);
  if (needsTotal && total === undefined) {
    throw new TypeError(`${id} must return page(rows, total), because ctx.paging.total is true`);
  }
  ctx.append('Link', pagingLinks(ctx.originalUrl, ctx.paging, items.length, total));
  if (needsTotal) ctx.set('X-Total-Count', String(total));
  return paging?.shape === 'array' ? items : { items, ...(needsTotal && { total }), limit, offset };
}

function toPage(value: unknown): Page<unknown> | undefined {
  if (Array.isArray(value)) return { items: value, total: undefined };
  return typeof value === 'object' && value !== null && PAGE in value ? (value as object as Page<unknown>) : undefined;
}

/** The total, if this is the last page: one that is not full, and not empty because it is past the end. */
function deriveTotal(rows: number, { limit, offset }: Paging): number | undefined {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : undefined;
}
