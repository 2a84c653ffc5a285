import type { SelectQueryBuilder } from 'kysely';
import type { Page, Paging } from 'unplugin-operations/koa';
import { page } from 'unplugin-operations/koa';
import { countRows } from '../../database/books.ts';
import type { Tables } from '../../database/schema.ts';

/**
 * Runs a query for one page. It counts all rows if the request needs the total.
 *
 * @param query A query whose last sort key is an ID. Without it, a row could be on two pages, or on none.
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
