import type { Decoding } from '../contract/enforcement.ts';

/** How many decodings of one value are tried: enough for four properties of two types each, and few enough for a large form. */
const MAX_READINGS = 16;
const TEXT: Decoding = { types: ['string'] };

const known = new WeakMap<Decoding, readonly Decoding[]>();

/**
 * Decodes texts to the first valid value. A text can represent several values of a contract: `12` is an integer and a string.
 *
 * @param decode Decodes the texts by a decoding.
 * @param isValid Whether the contract allows a decoded value.
 * @returns The decoding's own value if no value is valid.
 * @example decodeValid({ types: ['integer', 'string'] }, (by) => decodeText('12', by.types), (value) => value === '12') // '12'
 */
export function decodeValid<T>(decoding: Decoding, decode: (by: Decoding) => T, isValid: (value: T) => boolean): T {
  const value = decode(decoding);
  if (decoding.types.length === 1 && decoding.items === undefined && decoding.properties === undefined) return value;
  const readings = readingsOf(decoding);
  if (readings.length === 1) return value;
  try {
    if (isValid(value)) return value;
    for (const reading of readings.slice(1)) {
      const other = decode(reading);
      if (isValid(other)) return other;
    }
  } catch (error) {
    // Deeply nested JSON can overflow the stack, which validation reports.
    if (!(error instanceof RangeError)) throw error;
  }
  return value;
}

/** Lists the decodings of a value, first the given one. Each decides for a text, a list or another value where all are possible. */
function readingsOf(decoding: Decoding): readonly Decoding[] {
  let readings = known.get(decoding);
  if (readings === undefined) known.set(decoding, (readings = listReadings(decoding)));
  return readings;
}

function listReadings(decoding: Decoding): readonly Decoding[] {
  const { types, items, properties } = decoding;
  let readings: readonly Decoding[] = [decoding];
  const vary = (parts: readonly Decoding[], replace: (reading: Decoding, part: Decoding) => Decoding): void => {
    const [, ...others] = parts;
    const varied = others.flatMap((part) => readings.map((reading) => replace(reading, part)));
    readings = [...readings, ...varied].slice(0, MAX_READINGS);
  };
  if (items !== undefined) vary(readingsOf(items), (reading, part) => ({ ...reading, items: part }));
  for (const [name, property] of Object.entries(properties ?? {})) {
    vary(readingsOf(property), (reading, part) => ({
      ...reading,
      properties: Object.fromEntries([...Object.entries(reading.properties!), [name, part]]),
    }));
  }
  const asList = items === undefined || types.length === 0 ? [] : readings.map((one) => ({ ...one, types: [] }));
  const isOnlyText = types.length === 1 && items === undefined && properties === undefined;
  const asText = types.includes('string') && !isOnlyText ? [TEXT] : [];
  return [decoding, ...asText, ...readings.slice(1), ...asList].slice(0, MAX_READINGS);
}
