import { CURSOR_NAME, pagingNames } from '../../../shared/contract/cursor.ts';
import type { Subject } from '../../../shared/contract/input-error.ts';
import { inputError, repeatedError } from '../../../shared/contract/input-error.ts';
import type { Paginated } from '../../../shared/contract/list-contract.ts';
import type { PagingName } from '../../../shared/contract/paging.ts';
import { differingPages, resolvePaging } from '../../../shared/contract/paging.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import type { QueryTexts } from '../../../shared/validation/query.ts';
import { decodedTexts } from './decoded-texts.ts';
import type { OperationContext } from '../context.ts';
import { pageBody } from '../response/paging.ts';
import type { Feature } from '../runtime.ts';
import type { Position } from './position.ts';

/** The texts of the parameters that page a list. */
type ListQuery = { [name in PagingName | typeof CURSOR_NAME]?: readonly string[] };

/** Pages lists. Generated code imports it, so that only bundles with such lists have it. */
export const paging: Feature = () => () => ({ readList: readPaging, toBody: pageBody });

/**
 * Reads the parameters that page a list, and sets `ctx.paging`.
 *
 * @param from The index of the first of them among the texts.
 * @param errors Receives the violations.
 * @returns The position in a list with a cursor; undefined if the list has none, or if the request has a page.
 */
export function readPaging(
  ctx: OperationContext,
  { values }: QueryTexts,
  from: number,
  list: Paginated,
  errors: InputError[],
): Position | undefined {
  const query: ListQuery = {};
  pagingNames(list).forEach((name, i) => {
    const texts = values[from + i];
    if (texts !== undefined) query[name] = decodedTexts(name, texts, errors) ?? [];
  });
  const asked = resolvePaging(query, list);
  if (Array.isArray(asked)) {
    errors.push(...asked);
    return undefined;
  }
  if (list.cursor?.only !== true) ctx.paging = list.envelope?.countsAlways === true ? { ...asked, total: true } : asked;
  return list.cursor === undefined ? undefined : readPosition(query, list, asked.limit, errors);
}

function readPosition(query: ListQuery, list: Paginated, limit: number, errors: InputError[]): Position | undefined {
  const cursor: Subject = { in: 'query', name: CURSOR_NAME };
  const [text, ...more] = query[CURSOR_NAME] ?? [];
  if (more.length > 0) errors.push(repeatedError(cursor));
  const others = differingPages(query, list).filter((name) => name !== 'page_size');
  if (others.length === 0) return { cursor: text, limit };
  if (text !== undefined)
    errors.push(inputError(cursor, `cannot be combined with ${others.join(' and ')}`, 'combined', { others }));
  return undefined;
}
