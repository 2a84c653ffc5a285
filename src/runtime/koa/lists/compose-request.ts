import { SEARCH_NAME, SORT_NAME } from '../../../shared/contract/list-parameters.ts';
import type { FilterValue, ListFilter, ListOrder, ListRequest } from '../../../shared/contract/list-request.ts';
import type { OrderChoice, Paginated } from '../../../shared/contract/list-contract.ts';
import type { Paging } from '../../../shared/contract/paging.ts';
import type { OperationContext } from '../context.ts';
import { toOrder } from '../response/cursors.ts';

/** Makes `ctx.list` from a valid input and the rows that the request selects. */
export type MakeRequest = (ctx: OperationContext, rows: Pick<Paging, 'limit' | 'offset' | 'total'>) => ListRequest;

/** Composes how the choices of a request become plain data. */
export function composeRequest({ choices, cursor }: Paginated): MakeRequest {
  const { in: place, filters = [], searched = [], order = [] } = choices!;
  const orders = ordersOf(order);
  const fixed = cursor?.keys.map(toOrder) ?? [];
  return ({ input }, { limit, offset, total }) => {
    const values = (place === 'query' ? input.query : (input.body ?? {})) as Readonly<Record<string, unknown>>;
    const found: ListFilter[] = [];
    for (const { parameter, name, op } of filters) {
      const value = values[parameter] as FilterValue | undefined;
      if (value !== undefined) found.push({ name, op, value });
    }
    const text = searched.length > 0 ? (values[SEARCH_NAME] as string | undefined) : undefined;
    return {
      limit,
      offset,
      total,
      filters: found,
      words: text?.split(/\s+/).filter((word) => word !== '') ?? [],
      searched,
      order: orders.get(values[SORT_NAME]) ?? fixed,
    };
  };
}

/** The keys of each value of the parameter `sort`. The last key completes every order, in the same direction. */
function ordersOf(order: readonly OrderChoice[]): ReadonlyMap<unknown, readonly ListOrder[]> {
  const last = order.at(-1);
  const keysOf = (key: OrderChoice, desc: boolean): ListOrder[] =>
    (key === last ? [key] : [key, last!]).map(({ name, nullable }) => ({ name, desc, ...(nullable && { nullable }) }));
  return new Map(
    order.flatMap((key) => [
      [key.name, keysOf(key, false)],
      [`-${key.name}`, keysOf(key, true)],
    ]),
  );
}
