import type { Schema } from '../contract/operation.ts';

type Bound = number | undefined;

/** The longest pattern that is written: a longer one is unreadable. */
const MAX_PATTERN = 40;

/**
 * Writes the constraints of a value and its default, in a few words. Its type, and the values of an `enum`, are not among them.
 *
 * @param schema Without references in itself.
 * @example constraintText({ type: 'integer', minimum: 1, maximum: 5, default: 3 }) // '1 to 5, default 3'
 */
export function constraintText(schema: Schema): string {
  const { pattern, multipleOf, uniqueItems, readOnly, writeOnly, default: byDefault } = schema;
  const counted = (name: string, unit: string): string =>
    rangeText(schema[`min${name}`] as Bound, schema[`max${name}`] as Bound, unit);
  return [
    numberText(schema as { readonly [name: string]: Bound }),
    multipleOf === undefined ? '' : `a multiple of ${String(multipleOf)}`,
    counted('Length', 'character'),
    typeof pattern === 'string' ? (pattern.length > MAX_PATTERN ? 'matches a pattern' : `matches /${pattern}/`) : '',
    counted('Items', 'item'),
    uniqueItems === true ? 'no item twice' : '',
    counted('Properties', 'property'),
    readOnly === true ? 'only in responses' : '',
    writeOnly === true ? 'only in requests' : '',
    byDefault === undefined
      ? ''
      : `default ${typeof byDefault === 'string' && byDefault !== '' ? byDefault : JSON.stringify(byDefault)}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** The bounds of a number. */
function numberText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Readonly<Record<string, Bound>>): string {
  const bounds = [
    rangeText(minimum, maximum, ''),
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : `below ${exclusiveMaximum}`,
  ];
  return bounds.filter((text) => text !== '').join(', ');
}

/** A range, with a unit if it counts something: `1 to 5`, `at least 1 character`. */
function rangeText(from: Bound, to: Bound, unit: string): string {
  // "At least 0 items" isn't a bound.
  const low = unit !== '' && from === 0 ? undefined : from;
  if (low === undefined && to === undefined) return '';
  const last = to ?? low;
  const units = unit === '' ? '' : ` ${last === 1 ? unit : unit.replace(/y$/, 'ie')}${last === 1 ? '' : 's'}`;
  if (low === undefined) return `at most ${to}${units}`;
  if (to === undefined) return `at least ${low}${units}`;
  return low === to ? `${low}${units}` : `${low} to ${to}${units}`;
}
