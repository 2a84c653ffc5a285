import type * as formats from '../formats.ts';
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
} from '../formats.ts';

/** A format: what it is said of, what decides, and what it is called. */
export interface Format {
  readonly type: 'string' | 'number';
  /** The name of the function that decides, for generated code. */
  readonly helper: Exclude<keyof typeof formats, 'matches'>;
  readonly check: (value: never) => boolean;
  /** To follow `must be`. */
  readonly words: string;
}

/**
 * The formats that are checked; any other says nothing of a value, as JSON Schema has it (2020-12, Validation, 7.2.1).
 *
 * Plain data, for a call would keep it in bundles that need none of it.
 */
export const FORMATS: { readonly [name: string]: Format } = {
  date: { type: 'string', helper: 'isDate', check: isDate, words: 'a date such as 2024-12-31' },
  time: { type: 'string', helper: 'isTime', check: isTime, words: 'a time such as 23:59:59Z' },
  'date-time': {
    type: 'string',
    helper: 'isDateTime',
    check: isDateTime,
    words: 'a date and time such as 2024-12-31T23:59:59Z',
  },
  duration: { type: 'string', helper: 'isDuration', check: isDuration, words: 'a duration such as P1DT12H' },
  uuid: { type: 'string', helper: 'isUuid', check: isUuid, words: 'a UUID' },
  email: { type: 'string', helper: 'isEmail', check: isEmail, words: 'an email address' },
  hostname: { type: 'string', helper: 'isHostname', check: isHostname, words: 'a host name' },
  ipv4: { type: 'string', helper: 'isIpv4', check: isIpv4, words: 'an IPv4 address' },
  ipv6: { type: 'string', helper: 'isIpv6', check: isIpv6, words: 'an IPv6 address' },
  uri: { type: 'string', helper: 'isUri', check: isUri, words: 'a URI such as https://example.org/' },
  'uri-reference': { type: 'string', helper: 'isUriReference', check: isUriReference, words: 'a URI or a path' },
  'uri-template': { type: 'string', helper: 'isUriTemplate', check: isUriTemplate, words: 'a URI template' },
  'json-pointer': { type: 'string', helper: 'isJsonPointer', check: isJsonPointer, words: 'a JSON Pointer' },
  'relative-json-pointer': {
    type: 'string',
    helper: 'isRelativeJsonPointer',
    check: isRelativeJsonPointer,
    words: 'a relative JSON Pointer',
  },
  regex: { type: 'string', helper: 'isRegex', check: isRegex, words: 'a regular expression' },
  byte: { type: 'string', helper: 'isByte', check: isByte, words: 'Base64' },
  int32: { type: 'number', helper: 'isInt32', check: isInt32, words: 'an integer of 32 bits' },
  int64: {
    type: 'number',
    helper: 'isInt64',
    check: isInt64,
    words: `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
  },
};
