import { filterOf } from '../../../../shared/contract/list-parameters.ts';
import { FILTER_OPERATORS } from '../../../../shared/contract/list-request.ts';
import type { ListChoices, Operation } from '../../../../shared/contract/operation.ts';
import { successOf } from '../../../../shared/contract/statuses.ts';
import type { Keywords } from '../../../../shared/schema/json-types.ts';
import { certainParts } from '../../../../shared/schema/json-types.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found } from './found.ts';

/** Compares what clients choose of a list: choices in a body that are gone, and parameters that the server refuses instead of ignoring them. */
export function compareLists(scope: Scope, pair: Pair): Found[] {
  const { before, after } = pair;
  return [...goneFromBody(before.paging?.choices, after.paging?.choices, pair), ...refusedNames(scope, pair)];
}

function goneFromBody(before: ListChoices | undefined, after: ListChoices | undefined, pair: Pair): Found[] {
  if (before?.in !== 'body') return [];
  const left = namesOf(after);
  return namesOf(before)
    .filter((name) => !left.includes(name))
    .map((name) =>
      found(
        'list-choice-removed',
        'request',
        pair,
        { kind: 'operation' },
        `"${name}" in the body was removed from the list`,
      ),
    );
}

function namesOf(choices: ListChoices | undefined): readonly string[] {
  const { filters = [], searched, order } = choices ?? {};
  return [
    ...filters.map(({ parameter }) => parameter),
    ...(searched === undefined ? [] : ['search']),
    ...(order === undefined ? [] : ['sort']),
  ];
}

/** In a list with filters, a query parameter with the name of a property that is no filter is a 400. */
function refusedNames(scope: Scope, pair: Pair): Found[] {
  const { before, after } = pair;
  const refused = after.paging?.choices?.properties ?? [];
  const known = hasFilters(before) ? propertiesOf(before, scope) : [];
  const declared = after.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));
  const isFree = (name: string): boolean =>
    !known.includes(name) &&
    [name, ...FILTER_OPERATORS.map((op) => `${name}_${op}`)].some((one) => !declared.includes(one));
  const names = refused.filter(isFree);
  if (names.length === 0) return [];
  const listed = names.map((name) => `"${name}"`).join(', ');
  const message = `query parameters with the names of these properties, alone or with an operator, are refused now unless they are filters: ${listed}`;
  return [found('list-names-refused', 'none', pair, { kind: 'operation' }, message)];
}

/** Whether a list has filters. A document has only their parameters. */
function hasFilters({ paging, parameters }: Operation): boolean {
  if (paging?.choices?.filters !== undefined) return true;
  return parameters.some((parameter) => parameter.in === 'query' && filterOf(parameter) !== undefined);
}

function propertiesOf({ paging, responses }: Operation, { resolveBefore }: Scope): readonly string[] {
  if (paging?.choices?.properties !== undefined) return paging.choices.properties;
  const body = certainParts(successOf(responses)?.content[0]?.schema ?? true, resolveBefore);
  const lists = [...body, ...body.flatMap(({ properties = {} }) => Object.values(properties))].flatMap((part) =>
    certainParts(part, resolveBefore),
  );
  const rows = lists.flatMap(({ items }: Keywords) => (items === undefined ? [] : certainParts(items, resolveBefore)));
  return rows.flatMap(({ properties = {} }) => Object.keys(properties));
}
