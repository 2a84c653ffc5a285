import type { SelectQueryBuilder } from 'kysely';
import type { Page, Paging } from 'unplugin-operations/koa';
import { page } from 'unplugin-operations/koa';
import { countRows } from '../../database/books.ts';
import type { Tables } from '../../database/schema.ts';

/**
 * The rows of one page of a query, with the count of all of them where the request asks for it.
 *
 * @param query Ordered, and the last thing it is ordered by is an id: else a row could be on two pages, or on none.
 */
export async function listPage<T extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, T, Row>,
  paging: Paging,
): Promise<Page<Row>> {
  const rows = await query.limit(paging.limit).offset(paging.offset).execute();
  return page(rows, paging.total ? await count(query) : undefined);
}

async function count<T extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, T, Row>): Promise<number> {
  const all = query.clearSelect().clearOrderBy().select(countRows.as('count'));
  return (await all.executeTakeFirstOrThrow()).count;
}
