import type { FilterOperator } from './list-request.ts';
import { FILTER_OPERATORS } from './list-request.ts';
import type { CursorKey, FilterChoice } from './list-contract.ts';
import type { Parameter, Schema } from './operation.ts';

/** A property that orders a list. */
type Key = Pick<CursorKey, 'name' | 'descending'>;

/** The query parameter that orders a list. */
export const SORT_NAME = 'sort';

/** The query parameter that searches a list. */
export const SEARCH_NAME = 'q';

/** The most words of a search, and the most values of a filter `in`. */
const MAX_WORDS = 8;
const MAX_VALUES = 50;
/** The longest text of a search or of a part of a property, in characters. */
export const MAX_TEXT = 100;

/** Up to eight words. */
const WORDS = String.raw`^\s*(?:\S+(?:\s+|$)){0,${MAX_WORDS}}$`;

/** The comparison of each operator, to follow "Only rows", and the property in backticks. */
const MEANINGS: Readonly<Record<FilterOperator, (property: string) => string>> = {
  eq: (property) => `Only rows with this value of ${property}`,
  ne: (property) => `Only rows with another value of ${property}`,
  in: (property) => `Only rows with one of these values of ${property}`,
  gt: (property) => `Only rows whose ${property} is greater than this value`,
  gte: (property) => `Only rows whose ${property} is at least this value`,
  lt: (property) => `Only rows whose ${property} is less than this value`,
  lte: (property) => `Only rows whose ${property} is at most this value`,
  null: (property) => `Only rows without a value of ${property}; if false, only rows with one`,
  starts: (property) => `Only rows whose ${property} starts with this text`,
  contains: (property) => `Only rows whose ${property} contains this text`,
};

/**
 * The name of the parameter of a filter that the comment does not name.
 *
 * @example filterName('price', 'gte') // 'price_gte'
 * @example filterName('genre', 'in') // 'genre'
 */
export function filterName(property: string, op: FilterOperator): string {
  return op === 'eq' || op === 'in' ? property : `${property}_${op}`;
}

/**
 * Creates the parameter of a filter.
 *
 * @param value The schema of one value of the property.
 */
export function filterParameter(parameter: string, property: string, op: FilterOperator, value: Schema): Parameter {
  const schema: Schema =
    op === 'in' ? { type: 'array', items: value, maxItems: MAX_VALUES } : op === 'null' ? { type: 'boolean' } : value;
  return { name: parameter, in: 'query', required: false, schema, description: MEANINGS[op](`\`${property}\``) };
}

/** Creates the parameter of `@param-include sort (...)`. */
export function sortParameter(order: readonly Key[]): Parameter {
  const [first] = order;
  const values = order.flatMap(({ name }) => [name, `-${name}`]);
  const schema = {
    type: 'string',
    enum: values,
    ...(first !== undefined && { default: `${first.descending ? '-' : ''}${first.name}` }),
  };
  const description = 'The property to order the rows by; a `-` before it reverses the order';
  return { name: SORT_NAME, in: 'query', required: false, schema, description };
}

/** Creates the parameter of `@param-include search (...)`. */
export function searchParameter(searched: readonly string[]): Parameter {
  const names = searched.map((name) => `\`${name}\``).join(' or ');
  return {
    name: SEARCH_NAME,
    in: 'query',
    required: false,
    schema: { type: 'string', maxLength: MAX_TEXT, pattern: WORDS },
    description: `Up to ${MAX_WORDS} words, each of which is in ${names}, in any letter case`,
  };
}

/**
 * Finds the property and the operator of a parameter that {@link filterParameter} has created, from its description: a document has no others.
 *
 * @example filterOf(parameter) // { name: 'price', op: 'gte' }
 */
export function filterOf({
  description = '',
}: Pick<Parameter, 'description'>): Pick<FilterChoice, 'name' | 'op'> | undefined {
  for (const op of FILTER_OPERATORS) {
    const [head, tail] = MEANINGS[op]('`\n`').split('\n') as [string, string];
    if (description.startsWith(head) && description.endsWith(tail) && description.length > head.length + tail.length)
      return { name: description.slice(head.length, description.length - tail.length), op };
  }
  return undefined;
}

/** The keys of a parameter that {@link sortParameter} has created; undefined for others. */
export function orderOf(parameter: Parameter): readonly Key[] | undefined {
  const { enum: values, default: first } = parameter.schema as { readonly enum?: unknown; readonly default?: unknown };
  if (!Array.isArray(values)) return undefined;
  const names = (values as readonly unknown[]).filter((_, i) => i % 2 === 0).map(String);
  const order = names.map((name, i) => ({
    name,
    ...(i === 0 && first === `-${name}` && { descending: true as const }),
  }));
  return isSameParameter(parameter, sortParameter(order)) ? order : undefined;
}

/** The properties of a parameter that {@link searchParameter} has created; undefined for others. */
export function searchedBy(parameter: Parameter): readonly string[] | undefined {
  const [head, tail] = searchParameter(['\n']).description!.split('`\n`') as [string, string];
  const { description = '' } = parameter;
  if (!description.startsWith(head) || !description.endsWith(tail)) return undefined;
  const names = description.slice(head.length + 1, description.length - tail.length - 1).split('` or `');
  return isSameParameter(parameter, searchParameter(names)) ? names : undefined;
}

/** Whether a parameter is a filter, a search or an order of a list. */
export function isChoice(parameter: Parameter): boolean {
  return [filterOf, orderOf, searchedBy].some((read) => read(parameter) !== undefined);
}

function isSameParameter(one: Parameter, other: Parameter): boolean {
  return parameterText(one) === parameterText(other);
}

function parameterText({ name, required, schema, description }: Parameter): string {
  return JSON.stringify([name, required, description, ...Object.entries(schema).toSorted()]);
}
