import type { CursorKey, OrderChoice } from '../../../shared/contract/list-contract.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { DeclaredSet, ListEntry } from '../language/list-includes.ts';
import type { Rows, Scalar } from './rows.ts';
import { scalarOf } from './rows.ts';

/**
 * Reads the keys of a cursor: required scalar properties of the rows that cannot be null.
 *
 * @returns Without the keys that were reported.
 */
export function readCursorKeys({ entries }: DeclaredSet, rows: Rows, report: Report): CursorKey[] {
  return keysIn('cursor', entries, rows, report).flatMap(({ scalar, entry }): CursorKey[] => {
    const { property } = entry;
    if (!rows.required.has(scalar.name)) report(messages.optionalKey(property.at, rows.at, scalar.name));
    else if (scalar.nullable)
      report(messages.rowPropertyType('cursor', property.at, rows.at, scalar.name, scalar.types));
    else return [cursorKey(scalar, entry)];
    return [];
  });
}

/** Reads the keys of `sort (...)`: scalar properties of the rows. The last one is required, and only the first one has a direction. */
export function readOrder({ entries }: DeclaredSet, rows: Rows, report: Report): OrderChoice[] {
  const keys = keysIn('sort', entries, rows, report);
  const last = entries.at(-1);
  for (const { words } of entries.slice(1).map(({ value }) => value))
    if (words[0] !== undefined) report(messages.laterDirection(words[0].at, words[0].value));
  for (const { scalar, entry } of keys)
    if (entry === last?.value && scalar.nullable) report(messages.lastSortKey(entry.property.at, rows.at, scalar.name));
  return keys.map(({ scalar, entry }) => ({
    ...cursorKey(scalar, entry),
    ...(scalar.nullable && { nullable: true as const }),
  }));
}

function cursorKey({ name, type }: Scalar, { words }: ListEntry): CursorKey {
  return { name, type, ...(words[0]?.value === 'desc' && { descending: true }) };
}

/** The valid keys, each once. */
function keysIn(
  set: 'cursor' | 'sort',
  entries: readonly Declared<ListEntry>[],
  rows: Rows,
  report: Report,
): { readonly scalar: Scalar; readonly entry: ListEntry }[] {
  return entries.flatMap(({ value: entry, at }, i) => {
    const { property } = entry;
    const first = entries.findIndex(({ value }) => value.property.value === property.value);
    if (first < i) {
      report(messages.repeatedKey(set, at, property.value, entries[first]!.at));
      return [];
    }
    const scalar = scalarOf(rows, property, set, report);
    return scalar === undefined ? [] : [{ scalar, entry }];
  });
}
