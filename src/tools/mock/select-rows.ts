import type { KeyValue, ListFilter, ListRequest } from '../../shared/contract/list-request.ts';

/** A row of a list in memory. */
type Row = Readonly<Record<string, unknown>>;

/**
 * Selects the rows of a list request, in order, and one more if there is a next page. Nulls come last, filters match case, words do not.
 *
 * @returns The rows, and the number of all that match.
 * @example selectRows(books, ctx.list) // { rows: [...], total: 23 }
 */
export function selectRows<T extends Row>(rows: readonly T[], list: ListRequest): { rows: T[]; total: number } {
  const matching = rows.filter(
    (row) =>
      list.filters.every((filter) => meets(row, filter)) &&
      list.words.every((word) => list.searched.some((name) => has(row[name], word.toLowerCase()))),
  );
  const keysOf = (row: Row): KeyValue[] => list.order.map(({ name }) => (row[name] ?? null) as KeyValue);
  const compare = (a: readonly KeyValue[], b: readonly KeyValue[]): number => {
    for (const [i, { desc }] of list.order.entries()) {
      const [one, other] = [a[i]!, b[i]!];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return (one < other ? -1 : 1) * (desc ? -1 : 1);
    }
    return 0;
  };
  const sorted = matching.toSorted((a, b) => compare(keysOf(a), keysOf(b)));
  const { cursor } = list;
  const rest = cursor === undefined ? sorted : sorted.filter((row) => compare(keysOf(row), cursor) > 0);
  return { rows: rest.slice(list.offset, list.offset + list.limit + 1), total: matching.length };
}

function has(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(word);
}

function meets(row: Row, { name, op, value }: ListFilter): boolean {
  const own = (row[name] ?? null) as KeyValue;
  if (op === 'null') return (own === null) === value;
  // Null is another value, as in SQL that findList writes.
  if (own === null) return op === 'ne';
  const given = value as string | number | boolean;
  switch (op) {
    case 'eq':
      return own === given;
    case 'ne':
      return own !== given;
    case 'in':
      return (value as readonly unknown[]).includes(own);
    case 'gt':
      return own > given;
    case 'gte':
      return own >= given;
    case 'lt':
      return own < given;
    case 'lte':
      return own <= given;
    case 'starts':
      return String(own).startsWith(String(given));
    case 'contains':
      return String(own).includes(String(given));
    default:
      throw new Error(`Unknown operator ${String(op)}`);
  }
}
