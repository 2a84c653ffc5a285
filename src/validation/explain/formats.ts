import * as formats from '../formats.ts';

/** A format: what it is said of, what decides, and what it is called. */
export interface Format {
  readonly type: 'string' | 'number';
  readonly check: (value: never) => boolean;
  /** The name of the function that decides, for generated code. */
  readonly helper: Helper;
  /** To follow `must be`. */
  readonly words: string;
}

type Helper = Exclude<keyof typeof formats, 'matches'>;
type Named = { readonly [helper in Helper]?: Format['check'] };

const { isDate, isTime, isDateTime, isDuration, isUuid, isEmail, isHostname, isIpv4, isIpv6 } = formats;
const { isUri, isUriReference, isUriTemplate, isJsonPointer, isRelativeJsonPointer, isRegex, isByte } = formats;
const { isInt32, isInt64 } = formats;

/** The formats that are checked; any other says nothing of a value, as JSON Schema has it (2020-12, Validation, 7.2.1). */
export const FORMATS: { readonly [name: string]: Format } = {
  date: text({ isDate }, 'a date such as 2024-12-31'),
  time: text({ isTime }, 'a time such as 23:59:59Z'),
  'date-time': text({ isDateTime }, 'a date and time such as 2024-12-31T23:59:59Z'),
  duration: text({ isDuration }, 'a duration such as P1DT12H'),
  uuid: text({ isUuid }, 'a UUID'),
  email: text({ isEmail }, 'an email address'),
  hostname: text({ isHostname }, 'a host name'),
  ipv4: text({ isIpv4 }, 'an IPv4 address'),
  ipv6: text({ isIpv6 }, 'an IPv6 address'),
  uri: text({ isUri }, 'a URI such as https://example.org/'),
  'uri-reference': text({ isUriReference }, 'a URI or a path'),
  'uri-template': text({ isUriTemplate }, 'a URI template'),
  'json-pointer': text({ isJsonPointer }, 'a JSON Pointer'),
  'relative-json-pointer': text({ isRelativeJsonPointer }, 'a relative JSON Pointer'),
  regex: text({ isRegex }, 'a regular expression'),
  byte: text({ isByte }, 'Base64'),
  int32: number({ isInt32 }, 'an integer of 32 bits'),
  int64: number({ isInt64 }, `an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`),
};

function text(named: Named, words: string): Format {
  return { type: 'string', ...only(named), words };
}

function number(named: Named, words: string): Format {
  return { type: 'number', ...only(named), words };
}

function only(named: Named): Pick<Format, 'helper' | 'check'> {
  const [[helper, check]] = Object.entries(named) as [[Helper, Format['check']]];
  return { helper, check };
}
