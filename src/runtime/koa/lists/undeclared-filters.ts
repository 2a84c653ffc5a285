import { pagingNames } from '../../../shared/contract/cursor.ts';
import { formField, inputError } from '../../../shared/contract/input-error.ts';
import { FILTER_OPERATORS } from '../../../shared/contract/list-request.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { splitQuery } from '../../../shared/contract/paging.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import { isObject } from '../../../shared/validation/values.ts';
import type { CheckBody } from '../steps.ts';

/** A name with an operator behind it, as APIs write it: `price_gte`, `price__gte`, `price.gte`, `price[gte]`. */
const WITH_OPERATOR = new RegExp(String.raw`^(.+?)(?:__?|\.|\[)(?:${FILTER_OPERATORS.join('|')})\]?$`);

/** Reports the filters in a request that a list does not have. */
interface FilterCheck {
  readonly checkQuery: (query: string, errors: InputError[]) => void;
  readonly checkBody: CheckBody;
}

/**
 * Composes the check for filters that a list does not have: the name of a property of its rows, alone or with an operator. Ignoring them would return all
 * rows.
 */
export function composeFilterCheck({ paging, input }: OperationEntry): FilterCheck {
  const { filters = [], properties = [], in: place } = paging!.choices!;
  const known = new Set(properties);
  const parameters = (input?.parameters ?? []).filter((one) => one.in === 'query');
  const declared = new Set<string>([...parameters.map(({ name }) => name), ...pagingNames(paging!)]);
  const lists = parameters.flatMap(({ name, decoding }) => (decoding.items === undefined ? [] : [`${name}[]`]));
  const names = filters.map(({ parameter }) => parameter);
  const isMeant = (name: string): boolean =>
    names.includes(name) || known.has(name.replace(/\[\]$/, '')) || known.has(WITH_OPERATOR.exec(name)?.[1] ?? '');
  const refuse = (where: 'query' | 'body', name: string, errors: InputError[]): void => {
    const message =
      where !== place && names.includes(name)
        ? 'must be a property of the body'
        : `is not a filter of this list, which has ${names.join(', ')}`;
    const subject = where === 'body' ? formField(name) : { in: where, name };
    errors.push(inputError(subject, message, 'filter', { filters: names }));
  };
  return {
    checkQuery: (query, errors) => {
      if (query === '' || known.size === 0) return;
      const given = new Set(splitQuery(`/?${query}`).parts.map(({ name = '' }) => name));
      for (const name of given)
        if (!declared.has(name) && !lists.includes(name) && isMeant(name)) refuse('query', name, errors);
    },
    checkBody: (value, copy, errors) => {
      if (known.size === 0 || !isObject(value) || !isObject(copy)) return;
      for (const name of Object.keys(value))
        if (!Object.hasOwn(copy, name) && isMeant(name)) refuse('body', name, errors);
    },
  };
}
