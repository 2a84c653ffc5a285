import { cursorParameters } from '../../../shared/contract/cursor.ts';
import type { Method, Parameter } from '../../../shared/contract/operation.ts';
import type { Paginated, PagingLimits } from '../../../shared/contract/list-contract.ts';
import type { Definitions } from '../definitions/collect.ts';
import { includesSet } from '../definitions/includes.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { DeclaredParameter, Declarations } from '../language/declared.ts';
import type { DeclaredSet } from '../language/list-includes.ts';
import type { Inherited, Layer } from './inherit.ts';
import { isBareCursor, overlay, reportList } from './inherit.ts';
import type { Choosing, ListSets } from './list-choices.ts';
import { groupSets, readChoices } from './list-choices.ts';
import { paginate, returnedRows } from './list.ts';
import type { AddedParameters } from './parameters.ts';
import { BODY_METHODS } from './parameters.ts';
import type { ParsedOperation } from './parse.ts';

/** An operation that may be a list. */
interface Candidate {
  readonly parsed: ParsedOperation;
  readonly inherited: Inherited | undefined;
  readonly method: Method;
  readonly ownResponses: Layer['responses'];
  readonly definitions: Definitions;
  readonly limits: PagingLimits;
}

/** The additions of the built-in includes of lists to an operation. */
interface ResolvedList {
  readonly added: AddedParameters;
  /** Makes the paging of the list from all parameters of the operation; undefined if it is not a list. */
  readonly paginate: ((parameters: readonly Parameter[]) => Paginated) | undefined;
}

/** Resolves the built-in includes of lists: the filters, the search and the order need the rows that the operation returns. */
export function resolveList(candidate: Candidate, report: Report): ResolvedList {
  const { parsed, inherited, method, ownResponses, definitions, limits } = candidate;
  const { declarations } = parsed;
  const includes = findIncludes(declarations, definitions, report);
  const { pages, cursor } = includes;
  const at = (pages ?? cursor)?.at;
  if (at === undefined) return { added: { overridable: [], fixed: [] }, paginate: undefined };
  const { responses } = overlay(inherited?.layer, { ...declarations, parameters: [], responses: ownResponses });
  const reportRows = reportList({ responses, at }, inherited, definitions, report);
  const choosing = chooseRows(includes, method, responses, definitions, reportRows);
  const range = { cursor: cursor?.value, hasPages: pages !== undefined, choices: choosing?.choices };
  return {
    added: {
      overridable: cursor === undefined ? [] : includeCursor(cursor, pages === undefined, limits),
      fixed: choosing?.parameters ?? [],
    },
    paginate: (parameters) =>
      paginate({ parsed, responses, parameters, at, ...range }, definitions, limits, reportRows),
  };
}

/** The built-in includes of a list. */
interface ListIncludes extends Omit<ListSets, 'cursor'> {
  /** The include of `paging`, directly or through others. */
  readonly pages: Declared<string> | undefined;
  /** The cursor with its keys, or one without keys, which follows the order of `sort`. */
  readonly cursor: Declared<DeclaredSet | 'chosen'> | undefined;
}

function findIncludes(declarations: Declarations, definitions: Definitions, report: Report): ListIncludes {
  const { cursor: keyed, ...sets } = groupSets(declarations, report);
  const { parameterIncludes } = declarations;
  const pages = parameterIncludes.find((one) => includesSet(one, definitions.parameters, 'paging'));
  const bare = parameterIncludes.find((one) => isBareCursor(one, definitions));
  const chosen = bare && sets.sort && { value: 'chosen' as const, at: bare.at };
  if (keyed !== undefined && chosen !== undefined) report(messages.repeatedSet(keyed.at, 'cursor', chosen.at));
  else if (keyed !== undefined && sets.sort !== undefined) report(messages.twoOrders(keyed.at, sets.sort.at));
  const cursor = keyed ?? chosen;
  const [needing] = Object.values(sets);
  if (pages === undefined && cursor === undefined && bare === undefined && needing !== undefined)
    report(messages.unpagedSet(needing.at, needing.value.set));
  return { pages, cursor, ...sets };
}

/** Reads the choices of clients for the rows that an operation returns. */
function chooseRows(
  sets: Omit<ListSets, 'cursor'>,
  method: Method,
  returned: Layer['responses'],
  definitions: Definitions,
  report: Report,
): Choosing | undefined {
  const rows = returnedRows(returned, definitions);
  return rows && readChoices(sets, rows, BODY_METHODS.includes(method) ? 'body' : 'query', report);
}

/** The parameters of a cursor, at the location of its include. */
function includeCursor({ at }: Declared<unknown>, only: boolean, limits: PagingLimits): Declared<DeclaredParameter>[] {
  return cursorParameters(limits, only).map((value) => ({ value: { ...value, in: value.in }, at, via: [at] }));
}
