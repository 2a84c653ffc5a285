import { expect, it } from 'vitest';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf, operation } from './declarations.ts';

const TREE = {
  'app/definitions/book.ts':
    "export interface Book { id: number; title: string; genre: 'novel' | 'poetry'; price: number; year: number | null }\n",
  'app/operations/books/@get.ts': operation(
    '@operationId books',
    '@param-include filter (genre in, price gte, year null), search (title), sort (year desc, id), paging, cursor',
    '@returns {Book[]} Books',
  ),
  'app/operations/found@query.ts': operation(
    '@operationId found',
    '@param-include filter (title starts), paging',
    '@returns {Book[]} Books',
  ),
  'app/operations/keyed.ts': operation(
    '@operationId keyed',
    '@param-include filter (genre), cursor (title, id)',
    '@returns {Book[]} Books',
  ),
  'app/operations/plain.ts': operation('@operationId plain', '@param-include paging', '@returns {Book[]} Books'),
};

it('types ctx.list by the names, operators and values of the comment', async () => {
  const root = scratch();
  const files = {
    'operations.d.ts': declarationsOf(TREE),
    'handlers.ts': `import { defineOperation, keyset, type ListRequest } from 'unplugin-operations/koa';
const book = { id: 1, title: 'a', genre: 'novel', price: 1, year: null } as const;
export const books = defineOperation<'books'>(({ list, cursor, paging }) => {
  const none: undefined = cursor;
  const limit: number = list.limit + paging.limit;
  for (const filter of list.filters) {
    if (filter.op === 'in') { const genres: readonly ('novel' | 'poetry')[] = filter.value; void genres; }
    else if (filter.name === 'price') { const price: number = filter.value; const op: 'gte' = filter.op; void [price, op]; }
    else { const isNull: boolean = filter.value; void isNull; }
    // @ts-expect-error -- no filter has this name
    void (filter.name === 'title');
  }
  const names: readonly ('year' | 'id')[] = list.order.map(({ name }) => name);
  const searched: readonly 'title'[] = list.searched;
  const any: ListRequest = list;
  void [none, limit, names, searched, any];
  return keyset([book], list.total ? 1 : undefined, list.cursor);
});
export const found = defineOperation<'found'>(({ list, input }) => {
  const text: string | undefined = list.filters[0]?.value;
  const sent: string | undefined = input.body?.title_starts;
  const order: readonly never[] = list.order.map(({ name }) => name);
  void [text, sent, order];
  return keyset([book]);
});
export const keyed = defineOperation<'keyed'>(({ list, cursor }) => {
  const names: readonly ('title' | 'id')[] = list.order.map(({ name }) => name);
  void [names, cursor.after?.title];
  return keyset([book]);
});
export const plain = defineOperation<'plain'>(({ list }) => {
  const none: undefined = list;
  void none;
  return [book];
});
`,
  };
  expect(await checkTypes(root, files)).toEqual([]);
});
