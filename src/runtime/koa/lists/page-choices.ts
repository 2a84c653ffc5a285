import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { pagingLinks } from '../../../shared/contract/paging.ts';
import type { OperationContext } from '../context.ts';
import { readPaging } from '../request/list-input.ts';
import { isKeyset } from '../response/keyset.ts';
import { bodyOfRows, pageBody } from '../response/paging.ts';
import type { Feature } from '../runtime.ts';
import type { Steps } from '../steps.ts';
import { composeRequest } from './compose-request.ts';
import { composeFilterCheck } from './undeclared-filters.ts';

/**
 * Sets `ctx.list` for lists whose rows or order clients choose, without a cursor. Generated code imports it, so that only bundles with such a list have
 * it.
 */
export const pageChoices: Feature = () => (operation) => {
  const request = composeRequest(operation.paging!);
  return {
    ...composeReading(operation),
    guard: (handler) => (ctx, next) => {
      ctx.list = request(ctx, ctx.paging);
      return handler(ctx, next);
    },
    toBody: chosenBody,
  };
};

/** Composes how the parameters of a list are read: neither query nor body has a filter that the list lacks. */
export function composeReading(operation: OperationEntry): Pick<Steps, 'readList' | 'checkBody'> {
  const { checkQuery, checkBody } = composeFilterCheck(operation);
  return {
    readList: (ctx, texts, from, list, errors) => {
      checkQuery(ctx.querystring, errors);
      return readPaging(ctx, texts, from, list, errors);
    },
    ...(operation.paging!.choices!.in === 'body' && { checkBody }),
  };
}

/**
 * Builds the body of a page from the handler's rows. Unlike other lists of pages, it takes `keyset(rows)` too, so that one query serves pages and cursors.
 *
 * @throws {RangeError} If there are more rows than one behind the page.
 */
export function chosenBody(ctx: OperationContext, value: unknown): unknown {
  if (!isKeyset(value)) return pageBody(ctx, value);
  const { paging, originalUrl } = ctx;
  const { id, paging: { envelope } = {} } = ctx.operation;
  const { limit, offset } = paging;
  const { rows } = value;
  if (rows.length > limit + 1)
    throw new RangeError(`${id} returned ${rows.length} rows, but the most for ctx.list.limit is ${limit + 1}`);
  const items = rows.slice(0, limit);
  // Without another row this is the end, unless the page is past it.
  const isEnd = rows.length <= limit && (items.length > 0 || offset === 0);
  const derived = value.total ?? (isEnd && limit > 0 ? offset + items.length : undefined);
  const total = envelope?.countsAlways === true ? value.total : derived;
  return bodyOfRows(ctx, { items, total }, paging, {
    link: pagingLinks(originalUrl, paging, items.length, derived),
    missingTotal: () => `${id} must return keyset(rows, total), because this request needs the total`,
  });
}
