import { searchParameter, sortParameter } from '../../../shared/contract/list-parameters.ts';
import type { ListChoices } from '../../../shared/contract/list-contract.ts';
import type { Parameter } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { DeclaredParameter, Declarations } from '../language/declared.ts';
import type { DeclaredSet, ListSet } from '../language/list-includes.ts';
import type { Filter } from './filters.ts';
import { readFilters, readSearched } from './filters.ts';
import { readOrder } from './order.ts';
import type { Rows } from './rows.ts';

/** The choices of clients for a list, and its parameters, each at the location of its source. */
export interface Choosing {
  readonly choices: ListChoices;
  readonly parameters: readonly Declared<DeclaredParameter>[];
}

/** The built-in sets of a comment, by name. */
export type ListSets = { readonly [set in ListSet]?: Declared<DeclaredSet> };

/** Groups the built-in sets of a comment; reports one that is included twice. */
export function groupSets({ listSets }: Declarations, report: Report): ListSets {
  const found: { [set in ListSet]?: Declared<DeclaredSet> } = {};
  for (const one of listSets) {
    const { set } = one.value;
    if (found[set] === undefined) found[set] = one;
    else report(messages.repeatedSet(one.at, set, found[set].at));
  }
  return found;
}

/**
 * Reads `filter (...)`, `search (...)` and `sort (...)`.
 *
 * @param place The location of the parameters.
 * @returns undefined if the comment has none of them.
 */
export function readChoices(
  { filter, search, sort }: Omit<ListSets, 'cursor'>,
  rows: Rows,
  place: 'query' | 'body',
  report: Report,
): Choosing | undefined {
  if (filter === undefined && search === undefined && sort === undefined) return undefined;
  const filters = filter && readFilters(filter.value, rows, report);
  const searched = search && readSearched(search.value, rows, report);
  const order = sort && readOrder(sort.value, rows, report);
  for (const one of filters ?? []) checkFilterName(one, rows, report);
  return {
    choices: {
      in: place,
      ...(filters !== undefined && { filters: filters.map(({ choice }) => choice) }),
      ...(filters !== undefined && { properties: rows.names }),
      ...(searched !== undefined && { searched }),
      ...(order !== undefined && { order }),
    },
    parameters: [
      ...(filters ?? []).map(({ parameter, at }) => declared(parameter, at, filter!.at)),
      ...(searched === undefined ? [] : [declared(searchParameter(searched), search!.at)]),
      ...(order === undefined ? [] : [declared(sortParameter(order), sort!.at)]),
    ].map(({ value, ...rest }) => ({ ...rest, value: { ...value, in: place } })),
  };
}

function declared(parameter: Parameter, at: Location, include = at): Declared<Parameter> {
  return { value: parameter, at, via: [include] };
}

/** A client would take a parameter with the name of another property for a filter of that. */
function checkFilterName({ choice: { parameter, name }, at }: Filter, rows: Rows, report: Report): void {
  if (parameter !== name && rows.names.includes(parameter)) report(messages.takenName(at, rows.at, parameter, name));
}
