import { COUNTED_PER } from '../../shared/contract/rate-limit.ts';
import { UNITS } from './units.ts';

const SINGULAR = Object.keys(UNITS);
const PLURAL = SINGULAR.map((unit) => `${unit}s`);

/** The words that can come next in a line, after the words before it. */
const NEXT: readonly (readonly [before: RegExp, words: readonly string[]])[] = [
  [/^$/, ['cost']],
  [/^\d+$/, ['per']],
  [/^\d+ per$/, SINGULAR],
  [/^\d+ per \d+$/, PLURAL],
  [/^\d+ per (?:\d+ )?[a-z]+$/, ['per']],
  [/^\d+ per (?:\d+ )?[a-z]+ per$/, COUNTED_PER],
  [/onStoreError\s*:$/, ['open', 'closed']],
  [/[(,]$/, ['name', 'onStoreError']],
];

/** Suggests the next word of a line, for editors. */
export function nextWords(before: string): readonly string[] {
  const text = before.trim().replace(/\s+/g, ' ');
  return NEXT.find(([pattern]) => pattern.test(text))?.[1] ?? [];
}
