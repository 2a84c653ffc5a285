/** The checked formats, with the type of the values that each applies to: JSON Schema 2020-12, Validation, 7.3, and OpenAPI 3.1, Data Types. */
export const CHECKED_FORMATS = {
  date: 'string',
  time: 'string',
  'date-time': 'string',
  duration: 'string',
  uuid: 'string',
  email: 'string',
  hostname: 'string',
  ipv4: 'string',
  ipv6: 'string',
  uri: 'string',
  'uri-reference': 'string',
  'uri-template': 'string',
  'json-pointer': 'string',
  'relative-json-pointer': 'string',
  regex: 'string',
  byte: 'string',
  int32: 'number',
  int64: 'number',
} as const;

export type CheckedFormat = keyof typeof CHECKED_FORMATS;

/** The other formats of JSON Schema and of OpenAPI's registry. They are not checked, but known. */
const OTHER_FORMATS = {
  string: ['password', 'binary', 'iri', 'iri-reference', 'idn-email', 'idn-hostname', 'time-local'],
  number: ['float', 'double', 'int8', 'int16', 'uint8', 'uint16', 'uint32', 'uint64'],
} as const;

/** The names of all known formats. */
export const FORMAT_NAMES: readonly string[] = [
  ...Object.keys(CHECKED_FORMATS),
  ...OTHER_FORMATS.number,
  ...OTHER_FORMATS.string,
];

/** The names of the formats of strings or of numbers. */
export function formatNames(of: 'string' | 'number'): readonly string[] {
  const checked = Object.entries(CHECKED_FORMATS).flatMap(([name, type]) => (type === of ? [name] : []));
  return [...checked, ...OTHER_FORMATS[of]];
}

/**
 * Compiles a `pattern` or a value of the format `regex`, a regular expression of ECMA-262: JSON Schema 2020-12, Core, 6.4.
 *
 * It has the flag `u` if it compiles so, else none: many published patterns have escapes that `u` forbids.
 *
 * @throws {SyntaxError} If it is invalid.
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

/**
 * Narrows a format to one that is checked for values of a type. Other formats are annotations: JSON Schema 2020-12, Validation, 7.2.1.
 *
 * @returns undefined for other formats.
 * @example checkedFormat('int32', 'string') // undefined
 */
export function checkedFormat(format: unknown, type: 'string' | 'number'): CheckedFormat | undefined {
  if (typeof format !== 'string' || !Object.hasOwn(CHECKED_FORMATS, format)) return undefined;
  return CHECKED_FORMATS[format as CheckedFormat] === type ? (format as CheckedFormat) : undefined;
}
