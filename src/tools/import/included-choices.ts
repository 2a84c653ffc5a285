import { filterName, filterOf, orderOf, searchedBy } from '../../shared/contract/list-parameters.ts';
import type { Operation, Parameter } from '../../shared/contract/operation.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { asSchema } from '../../shared/schema/json-types.ts';
import { lookupIn } from '../../build/compiler/definitions/collect.ts';
import type { Definitions } from '../../build/compiler/definitions/collect.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import type { ListSet } from '../../build/compiler/language/list-includes.ts';
import { readSet, splitInclude } from '../../build/compiler/language/list-includes.ts';
import { readChoices } from '../../build/compiler/operations/list-choices.ts';
import { returnedRows } from '../../build/compiler/operations/list.ts';

/** The built-in sets with which clients choose rows, and their parameters. */
export interface IncludedChoices {
  /** As a comment has them: `filter (genre in)`. */
  readonly includes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly hasOrder: boolean;
}

const NONE: IncludedChoices = { includes: [], parameters: [], hasOrder: false };
const AT: Location = { source: { file: '', text: '' }, span: { start: 0, end: 0 } };

/**
 * Recognizes the parameters of `filter (...)`, `search (...)` and `sort (...)`: those that the compiler would make of the rows again.
 *
 * @param isSame Compares a parameter of the document with one that the compiler makes.
 */
export function choicesIn(
  contract: Operation,
  schemas: ReadonlyMap<string, AnySchema>,
  isSame: (one: Parameter, made: Parameter) => boolean,
): IncludedChoices {
  const query = contract.parameters.filter((parameter) => parameter.in === 'query');
  const order = query.flatMap((parameter) => orderOf(parameter) ?? []);
  const texts: { readonly [set in ListSet]?: string } = {
    filter: filterText(query),
    search: query.flatMap((parameter) => searchedBy(parameter) ?? []).join(', '),
    sort: order.map(({ name, descending }) => `${name}${descending ? ' desc' : ''}`).join(', '),
  };
  const includes = Object.entries(texts).flatMap(([set, text]) => (text === '' ? [] : [`${set} (${text})`]));
  const made = includes.length === 0 ? undefined : parametersOf(includes.join(', '), contract, schemas);
  const isKnown = (one: Parameter): boolean => query.some((parameter) => isSame(parameter, one));
  if (made === undefined || !made.every(isKnown)) return NONE;
  return { includes, parameters: made, hasOrder: order.length > 0 };
}

/** The entries of `filter (...)`. Operators of one property that follow each other have one entry. */
function filterText(query: readonly Parameter[]): string {
  const entries: { readonly name: string; readonly operators: string[] }[] = [];
  for (const parameter of query) {
    const filter = filterOf(parameter);
    if (filter === undefined) continue;
    const { name, op } = filter;
    const last = entries.at(-1);
    if (parameter.name !== filterName(name, op)) entries.push({ name: `${parameter.name} = ${name}`, operators: [op] });
    else if (last?.name === name) last.operators.push(op);
    else entries.push({ name, operators: [op] });
  }
  return entries
    .map(({ name, operators }) => [name, ...(operators.join() === 'eq' ? [] : operators)].join(' '))
    .join(', ');
}

/** The parameters that the compiler makes of a comment's line; undefined if it reports something. */
function parametersOf(
  text: string,
  { responses }: Operation,
  schemas: ReadonlyMap<string, AnySchema>,
): readonly Parameter[] | undefined {
  let isValid = true;
  const report = (): void => void (isValid = false);
  const { sets } = splitInclude({ source: { file: '', text }, start: 0, text });
  const declared = sets.map((phrase) => ({ value: readSet(phrase, report), at: AT }));
  const named = new Map(
    [...schemas].map(([name, schema]) => [
      name,
      { name, schema: asSchema(schema), typeParameters: [], references: [], at: AT },
    ]),
  );
  const definitions: Pick<Definitions, 'schemas' | 'lookup'> = { schemas: named, lookup: lookupIn(named) };
  const returned = responses.map(({ status, content }) => ({
    value: { status, schema: content[0]?.schema, description: undefined, mediaTypes: [], headers: [] },
    at: AT,
  }));
  const rows = returnedRows(returned, definitions);
  const byName = Object.fromEntries(declared.map((one) => [one.value.set, one]));
  const choosing = rows && readChoices(byName, rows, 'query', report);
  return isValid ? choosing?.parameters.map(({ value }) => value as Parameter) : undefined;
}
