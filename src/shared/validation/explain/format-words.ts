import type { CheckedFormat } from '../../schema/formats.ts';
import {
  isByte,
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isInt32,
  isInt64,
  isIpv4,
  isIpv6,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from '../format-checks.ts';

/** How a format is checked, and its name in messages. */
export interface Format {
  readonly check: (value: never) => boolean;
  /** Follows `must be`. */
  readonly words: string;
}

/** The checks and names of formats. It is plain data, because bundlers keep every module with a call. */
export const FORMATS: Readonly<Record<CheckedFormat, Format>> = {
  date: { check: isDate, words: 'a date such as 2024-12-31' },
  time: { check: isTime, words: 'a time such as 23:59:59Z' },
  'date-time': { check: isDateTime, words: 'a date and time with an offset, such as 2024-12-31T23:59:59Z' },
  duration: { check: isDuration, words: 'a duration such as P1DT12H' },
  uuid: { check: isUuid, words: 'a UUID' },
  email: { check: isEmail, words: 'an email address' },
  hostname: { check: isHostname, words: 'a host name' },
  ipv4: { check: isIpv4, words: 'an IPv4 address' },
  ipv6: { check: isIpv6, words: 'an IPv6 address' },
  uri: { check: isUri, words: 'a URI such as https://example.org/' },
  'uri-reference': { check: isUriReference, words: 'a URI or a path' },
  'uri-template': { check: isUriTemplate, words: 'a URI template' },
  'json-pointer': { check: isJsonPointer, words: 'a JSON Pointer' },
  'relative-json-pointer': { check: isRelativeJsonPointer, words: 'a relative JSON Pointer' },
  regex: { check: isRegex, words: 'a regular expression' },
  byte: { check: isByte, words: 'Base64' },
  int32: { check: isInt32, words: 'an integer of 32 bits' },
  int64: { check: isInt64, words: `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}` },
};
