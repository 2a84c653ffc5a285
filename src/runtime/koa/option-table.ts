import { nearest } from './near.ts';
import { usageError } from './usage-error.ts';
import { isObject } from '../../shared/validation/values.ts';

/** The valid values of an option. */
export interface OptionRule {
  /** A description of them. */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /** The rules of the options in it. */
  readonly inner?: Readonly<Record<string, OptionRule>>;
  /** Whether it keeps somebody out. If it is written, it must have a value: a variable that is not set would let everyone in. */
  readonly isGuard?: boolean;
  /** Whether messages must not show its value. */
  readonly isSecret?: boolean;
}

/** The rules of all options of a function. TypeScript reports a missing one. */
export type OptionTable<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a value is a string with at least one character. */
export const isFilled = (value: unknown): value is string => isText(value) && value !== '';

/** Whether a value can be a secret: a string, and not the text of a variable that isn't set, as `${process.env.KEY}` makes it. */
export const isSecret = (value: unknown): value is string => isFilled(value) && !UNSET.test(value);

const UNSET = /^(?:undefined|null)$/;

export const ANY: OptionRule = { expected: 'anything', isValid: () => true };
export const FLAG: OptionRule = { expected: 'true or false', isValid: (value) => typeof value === 'boolean' };
export const TEXT: OptionRule = { expected: 'a string', isValid: isText };
export const FUNCTION: OptionRule = { expected: 'a function', isValid: (value) => typeof value === 'function' };
export const OBJECT: OptionRule = { expected: 'an object', isValid: isObject };
export const PATH: OptionRule = {
  expected: 'a path that starts with "/"',
  isValid: (value) => isText(value) && /^\/[^?#]*$/.test(value),
};
export const SECRET: OptionRule = {
  expected: 'a string with at least one character, or a list of them, and not the text "undefined"',
  isValid: (value) => isSecret(value) || (Array.isArray(value) && value.length > 0 && value.every(isSecret)),
  isSecret: true,
};
/** The keys that sign cookies. Anyone could sign them with an empty one, which can also be bytes of a text that wasn't set. */
export const KEYS: OptionRule = {
  expected: 'a list of strings with at least one character, or a Keygrip, and not the text "undefined"',
  isValid: (keys) =>
    Array.isArray(keys)
      ? keys.length > 0 &&
        keys.every((key) => key != null && key.length !== 0 && key.byteLength !== 0 && !UNSET.test(String(key)))
      : typeof (keys as { sign?: unknown } | null)?.sign === 'function',
  isSecret: true,
};
export const LIST: OptionRule = {
  expected: 'a list of strings',
  isValid: (value) => Array.isArray(value) && value.every(isText),
};
export const LIMIT: OptionRule = {
  expected: 'a non-negative integer or Infinity',
  isValid: (value) => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0),
};
export const POSITIVE: OptionRule = {
  expected: 'a positive integer or Infinity',
  isValid: (value) => LIMIT.isValid(value) && value !== 0,
};

/** The rule of an option that is an object of options. */
export function objectOf<Options>(inner: OptionTable<Options>): OptionRule {
  return { ...OBJECT, inner };
}

/**
 * Checks the options of a function.
 *
 * @param owner The function, for the messages.
 * @throws {TypeError} If one is unknown or invalid.
 * @example checkOptions('docs', { gaurd: isStaff }, TABLE) // throws: Unknown option "gaurd" of docs. Did you mean "guard"?
 */
export function checkOptions(owner: string, options: unknown, table: OptionRule['inner'] & {}, prefix = ''): void {
  if (!isObject(options)) throw usageError(`The options of ${owner} must be an object, not ${shownOption(options)}.`);
  for (const name of Object.keys(options)) {
    const rule = Object.hasOwn(table, name) ? table[name]! : undefined;
    if (rule === undefined) throw usageError(unknownMessage(owner, name, Object.keys(table), prefix));
    checkOption(owner, prefix + name, options[name], rule);
  }
}

/**
 * Refuses the arguments after the options.
 *
 * @throws {TypeError} If there are any, such as a guard, which nothing would read.
 */
export function refuseArguments(owner: string, others: readonly unknown[]): void {
  if (others.length === 0) return;
  throw usageError(
    `${owner} reads no arguments after its options. Pass a guard to use(), or write a _middleware file.`,
  );
}

function checkOption(owner: string, name: string, value: unknown, rule: OptionRule): void {
  if (value === undefined && !rule.isGuard) return;
  const hint = value === undefined ? ' For no restriction, remove the option.' : '';
  const shown = rule.isSecret === true ? typeof value : shownOption(value);
  if (!rule.isValid(value))
    throw usageError(`The option ${name} of ${owner} must be ${rule.expected}, not ${shown}.${hint}`);
  if (rule.inner !== undefined) checkOptions(owner, value, rule.inner, `${name}.`);
}

function unknownMessage(owner: string, name: string, names: readonly string[], prefix: string): string {
  const near = nearest(name, names);
  const hint =
    near === undefined
      ? `The options are: ${names.map((each) => prefix + each).join(', ')}.`
      : `Did you mean "${prefix}${near}"?`;
  return `Unknown option "${prefix}${name}" of ${owner}. ${hint}`;
}

function shownOption(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  const isShort = value === null || (typeof value !== 'object' && typeof value !== 'function');
  return isShort ? String(value) : `a value of type ${typeof value}`;
}
