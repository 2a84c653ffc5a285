import { pagingNames } from '../../../shared/contract/cursor.ts';
import { inputError } from '../../../shared/contract/input-error.ts';
import { FILTER_OPERATORS } from '../../../shared/contract/list-request.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { splitQuery } from '../../../shared/contract/paging.ts';
import type { InputError } from '../../../shared/contract/problem.ts';

/** A name with an operator behind it, as APIs write it: `price_gte`, `price__gte`, `price.gte`, `price[gte]`. */
const WITH_OPERATOR = new RegExp(String.raw`^(.+?)(?:__?|\.|\[)(?:${FILTER_OPERATORS.join('|')})\]?$`);

/**
 * Composes the check of a query for filters that a list does not have: the name of a property of its rows, alone or with an operator. Ignoring them
 * would return all rows.
 */
export function composeFilterCheck({ paging, input }: OperationEntry): (query: string, errors: InputError[]) => void {
  const { filters = [], properties = [] } = paging!.choices!;
  const known = new Set(properties);
  const parameters = (input?.parameters ?? []).filter((one) => one.in === 'query');
  const declared = new Set<string>([...parameters.map(({ name }) => name), ...pagingNames(paging!)]);
  const lists = parameters.flatMap(({ name, decoding }) => (decoding.items === undefined ? [] : [`${name}[]`]));
  const names = filters.map(({ parameter }) => parameter);
  const isMeant = (name: string): boolean =>
    known.has(name.replace(/\[\]$/, '')) || known.has(WITH_OPERATOR.exec(name)?.[1] ?? '');
  return (query, errors) => {
    if (query === '' || known.size === 0) return;
    const given = new Set(splitQuery(`/?${query}`).parts.map(({ name = '' }) => name));
    for (const name of given)
      if (!declared.has(name) && !lists.includes(name) && isMeant(name))
        errors.push(
          inputError({ in: 'query', name }, `is not a filter of this list, which has ${names.join(', ')}`, 'filter', {
            filters: names,
          }),
        );
  };
}
