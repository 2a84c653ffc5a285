/** A tree with a list of each kind, whose rows are in memory. */
export const FILES: Readonly<Record<string, string>> = {
  'app/definitions/visits.ts': `export interface Visit {
  id: number;
  /** @format date-time */
  at: string;
  place: string;
}
export interface Visits {
  /** @items */
  visits: Visit[];
  /** @total */
  count: number;
  /** @limit */
  size?: number;
  /** @offset */
  from?: number;
}
export interface Walked {
  /** @items */
  rows: Visit[];
}
`,
  'app/visits.ts': `const at = (i: number): string => \`2026-01-01T00:00:00.\${String(Math.floor(i / 3)).padStart(6, '0')}Z\`;
export const VISITS = Array.from({ length: 45 }, (_, i) => ({ id: i + 1, at: at(i), place: ['Rome', 'Oslo & Bergen'][i % 2]!, secret: i }));

export const from = (place: string | undefined) => VISITS.filter((visit) => place === undefined || visit.place === place);

interface After { readonly at: string; readonly id: number }

const compare = (a: After, b: After): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id - b.id);

export const after = (place: string | undefined, { limit, after: last }: { limit: number; after?: After }) =>
  from(place).sort(compare).filter((visit) => last === undefined || compare(visit, last) > 0).slice(0, limit + 1);
`,
  ...listsOf({
    array: ['paging', 'Visit[]', 'page(rows.slice(paging.offset, paging.offset + paging.limit), rows.length)'],
    pages: ['paging', 'Page<Visit>', 'page(rows.slice(paging.offset, paging.offset + paging.limit), rows.length)'],
    uncounted: ['paging', 'Page<Visit>', 'rows.slice(paging.offset, paging.offset + paging.limit)'],
    enveloped: ['paging', 'Visits', 'page(rows.slice(paging.offset, paging.offset + paging.limit), rows.length)'],
    cursor: ['cursor (at desc, id)', 'Visit[]', 'keyset(after(place, cursor))'],
    walked: ['cursor (at desc, id)', 'Walked', 'keyset(after(place, cursor))'],
    both: [
      'cursor (at desc, id)\n * @param-include paging',
      'Visit[]',
      'cursor === undefined ? page(rows.slice(paging.offset, paging.offset + paging.limit), rows.length) : keyset(after(place, cursor), rows.length)',
    ],
  }),
  'app/operations/found@query.ts': `import { page } from 'unplugin-operations/koa';
import { from } from '../visits.ts';

/**
 * Finds visits.
 *
 * @param {string[]} body.places - From there
 * @param-include paging
 * @returns {Visit[]} The visits
 */
export default function findVisits({ input, paging }) {
  const rows = input.body.places.flatMap((place) => from(place));
  return page(rows.slice(paging.offset, paging.offset + paging.limit), rows.length);
}
`,
};

function listsOf(
  lists: Readonly<Record<string, readonly [include: string, type: string, result: string]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, [include, type, result]]) => [
      `app/operations/${name}.ts`,
      `import { keyset, page } from 'unplugin-operations/koa';
import { after, from } from '../visits.ts';

/**
 * A list.
 *
 * @param {string} [place] - From there
 * @param-include ${include}
 * @returns {${type}} The visits
 */
export default function ${name}({ input, paging, cursor }) {
  const { place } = input.query;
  const rows = from(place);
  return ${result};
}
`,
    ]),
  );
}
