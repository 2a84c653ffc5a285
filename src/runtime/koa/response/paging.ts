import type { Envelope } from '../../../shared/contract/list-contract.ts';
import type { CountedPage, Page, Paging } from '../../../shared/contract/paging.ts';
import { pagingLinks } from '../../../shared/contract/paging.ts';
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
export function page<T>(rows: readonly T[], total: number): CountedPage<T>;
export function page<T>(rows: readonly T[], total?: number): Page<T>;
export function page<T>(rows: readonly T[], total?: number): Page<T> {
  if (!Array.isArray(rows)) throw new TypeError('page(rows, total): rows must be an array');
  if (total !== undefined) checkTotal('page(rows, total): total', total);
  return Object.defineProperty({ items: rows, total }, PAGE, { value: true });
}

/** Whether a handler's result comes from {@link page}. */
export function isPage(value: unknown): value is Page<unknown> {
  return typeof value === 'object' && value !== null && PAGE in value;
}

/** The result of a handler: its rows, and the total if it has one. */
export interface Rows {
  readonly items: readonly unknown[];
  readonly total: number | undefined;
  /** The whole body, if the handler returned that. */
  readonly body?: object | undefined;
}

/**
 * Builds the body of a list operation from the handler's rows, page or whole body, and sets `Link` and `X-Total-Count`.
 *
 * @returns The body, or `value` unchanged if it has no rows.
 * @throws {RangeError} If there are more rows than `ctx.paging.limit`.
 * @throws {TypeError} If the response needs the total, and it is neither returned nor derivable, or if the body needs more than rows and total.
 */
export function pageBody(ctx: OperationContext, value: unknown): unknown {
  const { paging } = ctx;
  const { id, paging: { envelope } = {} } = ctx.operation;
  const rows = toRows(id, value, envelope);
  if (rows === undefined) return value;
  const { items, body } = rows;
  if (items.length > paging.limit) {
    throw new RangeError(`${id} returned ${items.length} rows, but ctx.paging.limit is ${paging.limit}`);
  }
  // Deriving a required total would hide a handler that does not count, until its first full page.
  const total = rows.total ?? (envelope?.countsAlways ? undefined : deriveTotal(items.length, paging));
  return bodyOfRows(ctx, { items, total, body }, paging, {
    link: pagingLinks(ctx.originalUrl, paging, items.length, total),
    missingTotal: () => missingTotalMessage(id, envelope, body),
  });
}

/** The parts of a list's response that depend on how the list is paged. */
interface ListResponse {
  /** The `Link` field; undefined if there is none. */
  readonly link: string | undefined;
  /** Creates the message for a total that the response needs and does not have. */
  readonly missingTotal: () => string;
}

/**
 * Builds the body of a list operation, and sets `Link` and `X-Total-Count`.
 *
 * @param paging The rows of the page, and whether the response needs the total.
 * @throws {TypeError} If the response needs the total, and the rows do not have it, or if the body needs more than rows and total.
 */
export function bodyOfRows(
  ctx: OperationContext,
  { items, total, body }: Rows,
  paging: Pick<Paging, 'limit' | 'offset' | 'total'>,
  { link, missingTotal }: ListResponse,
): unknown {
  const { id, paging: { envelope } = {} } = ctx.operation;
  if (body === undefined && envelope?.others !== undefined) throw new TypeError(unfilledMessage(id, envelope));
  if (paging.total && total === undefined && !ctx.res.hasHeader('X-Total-Count')) throw new TypeError(missingTotal());
  if (link !== undefined) ctx.append('Link', link);
  const sent = paging.total ? total : undefined;
  if (sent !== undefined) ctx.set('X-Total-Count', String(sent));
  if (envelope === undefined) return items;
  return body === undefined ? fill(envelope, items, sent, paging) : complete(body, envelope, sent);
}

function toRows(id: string, value: unknown, envelope: Envelope | undefined): Rows | undefined {
  if (Array.isArray(value)) return { items: value, total: undefined };
  return isPage(value) ? value : rowsIn(id, value, envelope);
}

/**
 * Finds the rows in a whole body; undefined if it has none.
 *
 * @throws {TypeError} If its total is not a non-negative integer.
 */
export function rowsIn(id: string, body: unknown, envelope: Envelope | undefined): Rows | undefined {
  if (envelope === undefined || typeof body !== 'object' || body === null) return undefined;
  const properties = body as { readonly [name: string]: unknown };
  const items = properties[envelope.items];
  if (!Array.isArray(items)) return undefined;
  const total = envelope.total === undefined ? undefined : (properties[envelope.total] ?? undefined);
  if (total !== undefined) checkTotal(`${id} returned a body whose "${envelope.total}"`, total);
  return { items, total: total as number | undefined, body };
}

/** Makes the body of an envelope from rows. */
function fill(
  envelope: Envelope,
  items: readonly unknown[],
  total: number | undefined,
  paging: Pick<Paging, 'limit' | 'offset'>,
): object {
  return {
    [envelope.items]: items,
    ...(envelope.total !== undefined && total !== undefined && { [envelope.total]: total }),
    ...(envelope.limit !== undefined && { [envelope.limit]: paging.limit }),
    ...(envelope.offset !== undefined && { [envelope.offset]: paging.offset }),
  };
}

/** Adds a derived total to a body that the handler returned. */
function complete(body: object, { total: name }: Envelope, total: number | undefined): object {
  const isComplete = name === undefined || total === undefined || (body as Record<string, unknown>)[name] != null;
  return isComplete ? body : { ...body, [name]: total };
}

/** @throws {TypeError} If a total is not a non-negative integer. */
export function checkTotal(subject: string, total: unknown): void {
  if (Number.isSafeInteger(total) && (total as number) >= 0) return;
  throw new TypeError(`${subject} must be a non-negative integer, not ${String(total)} (${typeof total})`);
}

function missingTotalMessage(id: string, envelope: Envelope | undefined, body: object | undefined): string {
  const { total: name, countsAlways, others } = envelope ?? {};
  const reason = countsAlways === true ? `its contract requires "${name}"` : 'ctx.paging.total is true';
  if (name === undefined && others !== undefined) return `${id} must set X-Total-Count, because ${reason}`;
  return `${id} must return ${body === undefined || name === undefined ? 'page(rows, total)' : `"${name}"`}, because ${reason}`;
}

function unfilledMessage(id: string, { others = [] }: Envelope): string {
  const names = others.map((name) => `"${name}"`).join(', ');
  return `${id} must return the whole body instead of rows or page(rows, total), because its contract also requires ${names}`;
}

/** The total, if this is the last page: one that is not full, and not empty because it is past the end. */
function deriveTotal(rows: number, { limit, offset }: Paging): number | undefined {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : undefined;
}
