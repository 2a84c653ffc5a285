import type { ListRequest } from '../../shared/contract/list-request.ts';
import type { FoldedSearch } from './index.ts';

/** The option `columns`: required if a property has no column of its name in the table. */
export type ColumnsIn<Name extends string, Known, Column> = string extends Name
  ? { readonly columns?: { readonly [name: string]: Column } }
  : [Exclude<Name, Known>] extends [never]
    ? { readonly columns?: { readonly [name in Name]?: Column } }
    : { readonly columns: { readonly [name in Exclude<Name, Known>]: Column } & { readonly [name in Name]?: Column } };

/** The columns of a list, and of its search. */
interface ListColumns<Sql> {
  readonly columns: Readonly<Record<string, Sql>>;
  readonly search: FoldedSearch<string, Sql> | undefined;
}

/** How a library names columns. */
interface Naming<Sql> {
  readonly columns: Readonly<Record<string, unknown>> | undefined;
  readonly search: FoldedSearch<string, unknown> | undefined;
  readonly toSql: (column: unknown) => Sql;
  /** The column of a name in the table; undefined if there is none. */
  readonly column: (name: string) => Sql | undefined;
}

/** The columns of all properties that a list refers to. */
export function columnsOf<Sql>(
  list: ListRequest,
  { columns = {}, search, toSql, column }: Naming<Sql>,
): ListColumns<Sql> {
  const names = [...list.filters, ...list.order].map(({ name }) => name);
  const find = (name: string): Sql | undefined => (Object.hasOwn(columns, name) ? toSql(columns[name]) : column(name));
  const folded = Object.entries(search?.columns ?? {}).map(([name, given]) => [name, toSql(given)]);
  return {
    columns: Object.fromEntries([...names, ...list.searched].map((name) => [name, find(name)])) as Record<string, Sql>,
    search: search && { fold: search.fold, columns: Object.fromEntries(folded) as Record<string, Sql> },
  };
}
