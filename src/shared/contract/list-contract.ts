import type { FilterOperator } from './list-request.ts';

/** The paging of a list operation: the shape of its body and the sizes of its pages. */
export interface Paginated extends PagingLimits {
  /** The properties of the body; absent if the body is the array of rows itself. */
  readonly envelope?: Envelope;
  /** Present if clients can walk the list by a cursor. */
  readonly cursor?: CursorPaging;
  /** Present if clients choose the rows or their order. */
  readonly choices?: ListChoices;
}

/** The choices of clients for a list, in addition to its page: `@param-include filter (...)`, `sort (...)` and `search (...)`. */
export interface ListChoices {
  /** The location of the parameters. */
  readonly in: 'query' | 'body';
  /** Present if the list has filters. */
  readonly filters?: readonly FilterChoice[];
  /** All properties of the rows, so that none is mistaken for a filter; present if the list has filters. */
  readonly properties?: readonly string[];
  /** The properties that words are searched in; present if the list has a search. */
  readonly searched?: readonly string[];
  /** The keys to order the list by: the first one is the default, the last one is unique. Present if the list has an order. */
  readonly order?: readonly OrderChoice[];
}

/** A parameter that compares a property of the rows with its value. */
export interface FilterChoice {
  readonly parameter: string;
  /** The property. */
  readonly name: string;
  readonly op: FilterOperator;
}

/** A property that clients can order a list by. */
export interface OrderChoice extends CursorKey {
  /** Set if it can be null or absent. */
  readonly nullable?: true;
}

/** How to walk a list by a cursor: keyset pagination. */
export interface CursorPaging {
  /** The properties of a row that order the list, the most significant one first. Together they are unique. */
  readonly keys: readonly CursorKey[];
  /** Set if the cursor has no separate keys, because it follows the order that the client chooses. */
  readonly chosen?: true;
  /** Set if the list has no other form of paging. */
  readonly only?: true;
}

/** A property of a row that orders a list. */
export interface CursorKey {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly descending?: true;
}

/** The tags of an envelope's properties: in a schema `x-items: true`, in a doc comment of TypeScript `@items`. */
export const ENVELOPE_TAGS = ['items', 'total', 'limit', 'offset'] as const;

/** One of {@link ENVELOPE_TAGS}. */
export type EnvelopeTag = (typeof ENVELOPE_TAGS)[number];

/** The body of a list operation that is an object: the name of the property with each tag. */
export interface Envelope extends Readonly<Partial<Record<EnvelopeTag, string>>> {
  readonly items: string;
  /** Set if the total is required, so that every response has it. */
  readonly countsAlways?: true;
  /** The required properties that only the handler can fill; absent if there are none. */
  readonly others?: readonly string[];
}

/** The bounds of a page, in rows. */
export interface PagingLimits {
  readonly defaultSize: number;
  readonly maxSize: number;
}
