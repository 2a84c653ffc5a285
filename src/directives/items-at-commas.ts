import type { LinePart } from './directive-description.ts';

/** A part of a list between two commas, without the white space around it. */
export interface ListItem extends LinePart {
  readonly text: string;
}

/**
 * Splits a list at its commas.
 *
 * @param from The offset of the list in its line. An item without text has the place of its white space.
 */
export function itemsAtCommas(list: string, from: number = 0): ListItem[] {
  let start = from;
  return list.split(',').map((text) => {
    const trimmed = text.trim();
    const at = start + text.length - text.trimStart().length;
    const item = { text: trimmed, start: trimmed === '' ? start : at, end: at + trimmed.length };
    start += text.length + 1;
    return item;
  });
}
