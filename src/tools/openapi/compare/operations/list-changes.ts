import { filterOf } from '../../../../shared/contract/list-parameters.ts';
import { FILTER_OPERATORS } from '../../../../shared/contract/list-request.ts';
import type { ListChoices } from '../../../../shared/contract/list-contract.ts';
import type { Operation } from '../../../../shared/contract/operation.ts';
import { successOf } from '../../../../shared/contract/statuses.ts';
import type { Keywords, Resolve } from '../../../../shared/schema/json-types.ts';
import { asSchema, certainParts } from '../../../../shared/schema/json-types.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found } from './found.ts';

/** Compares the choices of clients for a list: choices in a body that are gone, and parameters that the server refuses instead of ignoring them. */
export function compareLists(scope: Scope, pair: Pair): Found[] {
  const { before, after } = pair;
  return [...goneFromBody(before.paging?.choices, after.paging?.choices, pair), ...refusedNames(scope, pair)];
}

function goneFromBody(before: ListChoices | undefined, after: ListChoices | undefined, pair: Pair): Found[] {
  if (before?.in !== 'body') return [];
  const left = choiceNames(after);
  return choiceNames(before)
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

function choiceNames(choices: ListChoices | undefined): readonly string[] {
  const { filters = [], searched, order } = choices ?? {};
  return [
    ...filters.map(({ parameter }) => parameter),
    ...(searched === undefined ? [] : ['search']),
    ...(order === undefined ? [] : ['sort']),
  ];
}

/** In a list with filters, a parameter with the name of a property that isn't a filter causes a 400. */
function refusedNames(scope: Scope, pair: Pair): Found[] {
  const { before, after } = pair;
  const { properties: refused = [], in: place = 'query' } = after.paging?.choices ?? {};
  const known = inputsOf(before, place, scope.resolveBefore).some(isFilter) ? rowProperties(before, scope) : [];
  const declared = inputsOf(after, place, scope.resolveAfter).map(({ name }) => name);
  const isFree = (name: string): boolean =>
    !known.includes(name) &&
    [name, ...FILTER_OPERATORS.map((op) => `${name}_${op}`)].some((one) => !declared.includes(one));
  const names = refused.filter(isFree);
  if (names.length === 0) return [];
  const listed = names.map((name) => `"${name}"`).join(', ');
  const inputs = place === 'query' ? 'query parameters' : 'properties of the body';
  const message = `${inputs} with the names of these properties, alone or with an operator, are refused now unless they are filters: ${listed}`;
  return [found('list-names-refused', 'none', pair, { kind: 'operation' }, message)];
}

/** A query parameter, or a property of the body. */
interface ListInput {
  readonly name: string;
  readonly description?: string;
}

function inputsOf({ parameters, body }: Operation, place: ListChoices['in'], resolve: Resolve): readonly ListInput[] {
  if (place === 'query') return parameters.filter((parameter) => parameter.in === 'query');
  return (body?.content ?? []).flatMap(({ schema }) =>
    certainParts(schema, resolve).flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([name, property]) => ({ ...asSchema(property), name })),
    ),
  );
}

/** A document has only the descriptions of filters. */
function isFilter(input: ListInput): boolean {
  return filterOf(input) !== undefined;
}

function rowProperties({ paging, responses }: Operation, { resolveBefore }: Scope): readonly string[] {
  if (paging?.choices?.properties !== undefined) return paging.choices.properties;
  const body = certainParts(successOf(responses)?.content[0]?.schema ?? true, resolveBefore);
  const lists = [...body, ...body.flatMap(({ properties = {} }) => Object.values(properties))].flatMap((part) =>
    certainParts(part, resolveBefore),
  );
  const rows = lists.flatMap(({ items }: Keywords) => (items === undefined ? [] : certainParts(items, resolveBefore)));
  return rows.flatMap(({ properties = {} }) => Object.keys(properties));
}
