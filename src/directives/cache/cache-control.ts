/** Whether a directive of `Cache-Control` has a number of seconds. */
interface ControlRow {
  readonly takesSeconds?: true;
}

const SECONDS: ControlRow = { takesSeconds: true };
const PLAIN: ControlRow = {};

/** The directives of responses: RFC 9111, 5.2.2; RFC 5861, 3 and 4; RFC 8246, 2. */
const DIRECTIVES: Readonly<Record<string, ControlRow>> = {
  public: PLAIN,
  private: PLAIN,
  'max-age': SECONDS,
  's-maxage': SECONDS,
  'no-cache': PLAIN,
  'no-store': PLAIN,
  'no-transform': PLAIN,
  'must-revalidate': PLAIN,
  'proxy-revalidate': PLAIN,
  'must-understand': PLAIN,
  'stale-while-revalidate': SECONDS,
  'stale-if-error': SECONDS,
  immutable: PLAIN,
};

/** The names of all directives of responses. */
export const CONTROL_NAMES: readonly string[] = Object.keys(DIRECTIVES);

/** Directives that only requests have: RFC 9111, 5.2.1. */
export const OF_REQUESTS: readonly string[] = ['max-stale', 'min-fresh', 'only-if-cached'];

/** The largest number of seconds that caches must be able to count: RFC 9111, 1.2.2. */
export const MAX_SECONDS = 2 ** 31;

/** Whether a directive has a number of seconds; undefined if it is unknown. */
export function takesSeconds(name: string): boolean | undefined {
  const row = Object.hasOwn(DIRECTIVES, name) ? DIRECTIVES[name] : undefined;
  return row && row.takesSeconds === true;
}

/** The directives of a valid value, each with its seconds. */
export type Control = ReadonlyMap<string, number | undefined>;

/** Splits a valid value. */
export function controlOf(text: string): Control {
  return new Map(
    text.split(', ').map((part) => {
      const [name, seconds] = part.split('=') as [string, string?];
      return [name, seconds === undefined ? undefined : Number(seconds)];
    }),
  );
}

/** Whether a cache that several clients share may send the response to another client, without a request to the server. */
export function isShared(control: Control): boolean {
  return !['private', 'no-store', 'no-cache'].some((name) => control.has(name));
}

/** Directives that exclude others, and why. */
const CONFLICTS: readonly (readonly [name: string, others: readonly string[], reason: string])[] = [
  ['private', ['public', 's-maxage', 'proxy-revalidate'], '"private" keeps the response out of shared caches'],
  [
    'no-store',
    ['public', 'max-age', 's-maxage', 'immutable', 'stale-while-revalidate', 'stale-if-error'],
    'with "no-store", no cache keeps the response',
  ],
  [
    'no-cache',
    ['max-age', 's-maxage', 'immutable', 'stale-while-revalidate', 'stale-if-error'],
    'with "no-cache", caches validate the response before each use',
  ],
  [
    'must-revalidate',
    ['stale-while-revalidate', 'stale-if-error'],
    'with "must-revalidate", caches never use an old response',
  ],
];

/** Directives that have no effect without another one. */
const NEEDS: readonly (readonly [names: readonly string[], one: readonly string[]])[] = [
  [
    ['immutable', 'stale-while-revalidate', 'stale-if-error'],
    ['max-age', 's-maxage'],
  ],
  // Other caches would keep the response: RFC 9111, 5.2.2.3.
  [['must-understand'], ['no-store']],
];

/** A directive that contradicts another one, or has no effect without one. */
export interface Conflict {
  readonly name: string;
  readonly message: string;
}

/** Finds a contradiction in a value. */
export function conflictIn(control: Control): Conflict | undefined {
  for (const [name, others, reason] of CONFLICTS) {
    // A cache that understands "must-understand" ignores "no-store".
    if (!control.has(name) || (name === 'no-store' && control.has('must-understand'))) continue;
    const other = others.find((one) => control.has(one));
    if (other !== undefined)
      return { name: other, message: `"${other}" contradicts "${name}": ${reason}. Remove one of them.` };
  }
  for (const [names, one] of NEEDS) {
    const name = names.find((each) => control.has(each));
    if (name === undefined || one.some((each) => control.has(each))) continue;
    const [needed] = one as [string];
    const example = takesSeconds(needed) === true ? `${needed}=60` : needed;
    return { name, message: `"${name}" needs "${needed}". Add it: "${example}, ...", or remove "${name}".` };
  }
  return undefined;
}
