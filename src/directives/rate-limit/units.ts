/** The units of time of a limit, in seconds. */
export const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;

export type Unit = keyof typeof UNITS;

const NAMES = Object.keys(UNITS) as Unit[];

/** Reads a unit in the singular or the plural; undefined if it is unknown. */
export function readUnit(text: string): Unit | undefined {
  return NAMES.find((unit) => text === unit || text === `${unit}s`);
}

/** The unit that a text probably means: an abbreviation, or other letter case. */
export function meantUnit(text: string): Unit | undefined {
  const lower = text.toLowerCase().replace(/s$/, '');
  return lower === ''
    ? 'second'
    : NAMES.find((unit) => unit === lower || unit.startsWith(lower) || lower === `${unit}e`);
}

/**
 * A duration as a comment has it.
 *
 * @example durationText(900) // '15 minutes'
 */
export function durationText(seconds: number): string {
  const unit = NAMES.findLast((name) => seconds % UNITS[name] === 0) ?? 'second';
  const count = seconds / UNITS[unit];
  return count === 1 ? unit : `${count} ${unit}s`;
}
