import type { Decoding, Validator, Violation } from '../contract/enforcement.ts';
import { firstKeyOf } from '../contract/json-pointer.ts';
import type { DecodedProperties } from './decode.ts';

/** How many decodings of one value are tried: enough for four properties of two types each, and few enough for a large form. */
const MAX_READINGS = 16;
const TEXT: Decoding = { types: ['string'] };

/** Validates a decoded value. */
interface DecodedValidator<T> {
  check(value: T): boolean;
  explain(value: T): readonly Violation[];
}

/**
 * Decodes texts to the first valid value. A text can represent several values of a contract: `12` is an integer and a string.
 *
 * @param decode Decodes the texts by a decoding.
 * @returns The decoding's own value if no value is valid.
 * @example decodeValid({ types: ['integer', 'string'] }, (by) => decodeText('12', by.types), validator) // '12', if 12 is too small
 */
export function decodeValid<T>(decoding: Decoding, decode: (by: Decoding) => T, validator: DecodedValidator<T>): T {
  const value = decode(decoding);
  if (!isAmbiguous(decoding)) return value;
  try {
    if (validator.check(value)) return value;
    const names = violatedProperties(validator.explain(value));
    for (const reading of readingsOf(decoding, names).slice(1)) {
      const other = decode(reading);
      if (validator.check(other)) return other;
    }
  } catch (error) {
    // Deeply nested JSON can overflow the stack, which validation reports.
    if (!(error instanceof RangeError)) throw error;
  }
  return value;
}

/** Composes {@link decodeValid} for a decoding: whether texts can represent several values is decided once. */
export function composeDecoding<Source, T>(
  decoding: Decoding,
  decode: (source: Source, by: Decoding) => T,
  validator: DecodedValidator<T>,
): (source: Source) => T {
  if (!isAmbiguous(decoding)) return (source) => decode(source, decoding);
  return (source) => decodeValid(decoding, (by) => decode(source, by), validator);
}

/** The validator of an object whose properties were decoded. */
export function ofProperties({ check, explain }: Validator): DecodedValidator<DecodedProperties> {
  return { check: ({ value }) => check(value), explain: ({ value }) => explain(value) };
}

/** Whether texts can represent several values. */
function isAmbiguous({ types, items, properties }: Decoding): boolean {
  if (items === undefined && properties === undefined) return types.length > 1;
  const parts = [...(items === undefined ? [] : [items]), ...Object.values(properties ?? {})];
  return types.length > 0 || parts.some(isAmbiguous);
}

/** The properties that violations are about; undefined if one is about the whole value, or if a large value has none that was found. */
function violatedProperties(violations: readonly Violation[]): ReadonlySet<string> | undefined {
  if (violations.length === 0) return undefined;
  const names = violations.map(({ pointer }) => firstKeyOf(pointer));
  return names.includes(undefined) ? undefined : new Set(names as string[]);
}

/**
 * Lists the decodings of a value, first the given one. Each decides between a text, a list and another value if all are possible.
 *
 * @param names The properties whose decoding varies. Without it, everything varies.
 */
function readingsOf(decoding: Decoding, names?: ReadonlySet<string>): readonly Decoding[] {
  const { types, items, properties } = decoding;
  let readings: readonly Decoding[] = [decoding];
  const vary = (part: Decoding, replace: (reading: Decoding, part: Decoding) => Decoding): void => {
    const [, ...others] = readingsOf(part);
    const varied = others.flatMap((other) => readings.map((reading) => replace(reading, other)));
    readings = [...readings, ...varied].slice(0, MAX_READINGS);
  };
  if (items !== undefined) vary(items, (reading, part) => ({ ...reading, items: part }));
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (names !== undefined && name !== '*' && !names.has(name)) continue;
    vary(property, (reading, part) => ({
      ...reading,
      properties: Object.fromEntries([...Object.entries(reading.properties!), [name, part]]),
    }));
  }
  const isPlain = items === undefined && properties === undefined;
  const asList = items === undefined || types.length === 0 ? [] : readings.map((one) => ({ ...one, types: [] }));
  const asText = types.includes('string') && !(isPlain && types.length === 1) ? [TEXT] : [];
  return [decoding, ...asText, ...readings.slice(1), ...asList].slice(0, MAX_READINGS);
}
