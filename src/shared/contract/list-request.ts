/** How a filter compares a property of a row with a value. */
export const FILTER_OPERATORS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'null', 'starts', 'contains'] as const;

/** One of {@link FILTER_OPERATORS}. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A value that a property is compared with. */
export type FilterValue = string | number | boolean;

/** A condition for the rows of a list. A row has to meet all of them. */
export interface ListFilter {
  /** The property of a row. */
  readonly name: string;
  readonly op: FilterOperator;
  /** A list for `in`; for `null`, whether the property has to be null. */
  readonly value: FilterValue | readonly FilterValue[];
}

/** A property that orders the rows of a list. Nulls come last in both directions. */
export interface ListOrder {
  readonly name: string;
  readonly desc: boolean;
  /** Set if the property can be null or absent. The last key never is. */
  readonly nullable?: true;
}

/** The value of a key for the last row of a page: of the expression that orders the rows, so not always that of the row's property. */
export type KeyValue = string | number | boolean | null;

/**
 * The choices of a request for a list, as plain data: `ctx.list`.
 *
 * Fetch one row more than `limit`, and return `keyset(rows, total, after)`. The server leaves that row out, and links to the next page.
 *
 * @typeParam Filter The filters of the list: a union of their names, operators and values.
 * @typeParam Key The names of the keys of its order.
 * @typeParam Searched The names of the properties that `words` are searched in.
 */
export interface ListRequest<
  Filter extends ListFilter = ListFilter,
  Key extends string = string,
  Searched extends string = string,
> {
  /** Maximum number of rows to return. */
  readonly limit: number;
  /** Number of rows to skip; 0 if the request has a cursor. */
  readonly offset: number;
  /** Whether the response needs the total count, which neither offset nor cursor changes. */
  readonly total: boolean;
  /** The conditions, in the order of the comment. */
  readonly filters: readonly Filter[];
  /** The words to find. Each of them must be in one of the properties `searched`, in any letter case. */
  readonly words: readonly string[];
  /** The properties to find the words in. */
  readonly searched: readonly Searched[];
  /** The keys that order the rows, the most significant one first. Together they are unique. Empty if the list declares no order. */
  readonly order: readonly (ListOrder & { readonly name: Key })[];
  /** The value of each key of `order` for the last row of the page before; absent if the request has no cursor. */
  readonly cursor?: readonly KeyValue[];
}
