import { closest, distance } from 'fastest-levenshtein';
import type { Diagnostic, Note } from './diagnostic.ts';
import type { Location } from './source.ts';
import type { DiagnosticCode } from './codes.ts';

/** Makes an error. */
export const error = (code: DiagnosticCode, at: Location, message: string, ...notes: Note[]): Diagnostic => ({
  code,
  severity: 'error',
  message,
  at,
  notes,
});
/** Makes a warning. */
export const warning = (code: DiagnosticCode, at: Location, message: string, ...notes: Note[]): Diagnostic => ({
  ...error(code, at, message, ...notes),
  severity: 'warning',
});

function allowedDistance({ length }: string): number {
  return length <= 4 ? Math.min(1, length - 1) : Math.max(2, length / 3);
}

/** How many characters of a name are unlike another one, whose letter case does not matter. */
export function misspelling(name: string, other: string): number {
  return distance(name.toLowerCase(), other.toLowerCase());
}

/** Whether a name may be a misspelling of another one. */
export function isNear(name: string, other: string): boolean {
  return misspelling(name, other) <= allowedDistance(name);
}

/** Lists names in double quotes: `"a", "b"`. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The nearest known name; undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const near = closest(
    name.toLowerCase(),
    known.map((item) => item.toLowerCase()),
  );
  const suggestion = known.find((item) => item.toLowerCase() === near)!;
  return distance(name.toLowerCase(), near) <= allowedDistance(name) ? suggestion : undefined;
}

/** The hint ` Did you mean "name"?` with the nearest known name; empty if none is near. */
export function didYouMean(name: string, known: readonly string[], prefix = ''): string {
  const near = nearest(name, known);
  return near === undefined ? '' : ` Did you mean "${prefix}${near}"?`;
}
