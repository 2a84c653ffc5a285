import { compilePattern } from '../schema/formats.ts';

// One function per format, so that a bundle has only those that it needs: JSON Schema 2020-12, Validation, 7.3, and OpenAPI 3.1, Data Types.

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `2024-02-29`: RFC 3339, 5.6, full-date. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

/** `23:59:59.5Z`, `10:00:00+02:00`: RFC 3339, 5.6, full-time. */
export function isTime(text: string): boolean {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text))
    return false;
  if (!text.startsWith('60', 6)) return true;
  // A leap second is at the end of a day in UTC.
  const sign = text.at(-6);
  const offset = sign === '+' || sign === '-' ? Number(`${sign}1`) * minutesOf(text.slice(-5)) : 0;
  return (minutesOf(text) - offset + 2880) % 1440 === 1439;
}

/** The minutes since midnight of `23:59`. */
function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** `2024-02-29T10:00:00Z`, with a `T` or a space: RFC 3339, 5.6, date-time. */
export function isDateTime(text: string): boolean {
  return 'Tt '.includes(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** `P1Y2M3DT4H5M6S`, `P1W`: RFC 3339, appendix A. */
export function isDuration(text: string): boolean {
  return /^P(?=\d|T)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text);
}

/** `123e4567-e89b-12d3-a456-426614174000`: RFC 9562, 4. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** `ada@example.org`: a dot-atom (RFC 5322, 3.2.3) at a host with a dot in its name. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  return (
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text.slice(0, Math.max(0, at))) &&
    host.includes('.') &&
    !host.endsWith('.') &&
    isHostname(host)
  );
}

/** `api.example.org`: RFC 1123, 2.1. */
export function isHostname(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  return (
    name.length <= 253 && /^[\da-z](?:[\da-z-]{0,61}[\da-z])?(?:\.[\da-z](?:[\da-z-]{0,61}[\da-z])?)*$/i.test(name)
  );
}

/** `192.0.2.1`: RFC 2673, 3.2. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** `2001:db8::1`, `::ffff:192.0.2.1`: RFC 4291, 2.2. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const last = text.slice(text.lastIndexOf(':') + 1);
  // An IPv4 address at the end replaces two groups.
  const plain = last.includes('.') ? (isIpv4(last) ? text.slice(0, -last.length) + '0:0' : '.') : text;
  const halves = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.flat();
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

// RFC 3986, appendix A.
const ESCAPE = '%[\\dA-Fa-f]{2}';
const CHARACTER = `(?:[\\w.~!$&'()*+,;=:@-]|${ESCAPE})`;
const SEGMENTS = `(?:/${CHARACTER}*)*`;
const AUTHORITY = `(?:(?:[\\w.~!$&'()*+,;=:-]|${ESCAPE})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|${ESCAPE})*)(?::\\d*)?`;
const TAIL = `(?:\\?(?:[/?]|${CHARACTER})*)?(?:#(?:[/?]|${CHARACTER})*)?`;
const SCHEME = '[A-Za-z][A-Za-z\\d+.-]*:';

/** `https://example.org/a?b#c`, `urn:isbn:1`: RFC 3986, 3. */
export function isUri(text: string): boolean {
  return matchesUri(`^${SCHEME}(?://${AUTHORITY}${SEGMENTS}|/?(?:${CHARACTER}+${SEGMENTS})?)${TAIL}$`, text);
}

/** `/a?b#c`, or a URI: RFC 3986, 4.1. */
export function isUriReference(text: string): boolean {
  const first = `(?:[\\w.~!$&'()*+,;=@-]|${ESCAPE})`;
  const relative = `^(?://${AUTHORITY}${SEGMENTS}|/(?:${CHARACTER}+${SEGMENTS})?|(?:${first}+${SEGMENTS})?)${TAIL}$`;
  return isUri(text) || matchesUri(relative, text);
}

/** `/pets/{id}{?page,size*}`: RFC 6570, 2. */
export function isUriTemplate(text: string): boolean {
  const name = `(?:\\w|${ESCAPE})(?:\\.?(?:\\w|${ESCAPE}))*(?::[1-9]\\d{0,3}|\\*)?`;
  return matches(
    `^(?:[^\\s\\u0000-\\u001f\\u007f"'<>%\\\\^\`{|}]|${ESCAPE}|\\{[+#./;?&=,!@|]?${name}(?:,${name})*\\})*$`,
    text,
  );
}

function matchesUri(pattern: string, text: string): boolean {
  const match = regExpOf(pattern).exec(text);
  if (match === null) return false;
  const literal = match[1];
  return literal === undefined || isIpv6(literal) || /^[Vv][\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/.test(literal);
}

/** `/pets/0/name`: RFC 6901, 3. */
export function isJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** `1/name`, `0#`: a JSON Pointer after a number of levels to go up (draft-bhutton-relative-json-pointer-00, 3). */
export function isRelativeJsonPointer(text: string): boolean {
  const [, rest] = /^(?:0|[1-9]\d*)([^]*)$/.exec(text) ?? [];
  return rest !== undefined && (rest === '#' || isJsonPointer(rest));
}

/** `^[a-z]+$`: ECMA-262, as for `pattern`. */
export function isRegex(text: string): boolean {
  try {
    return compilePattern(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** `YQ==`, Base64 with its padding: RFC 4648, 4. */
export function isByte(text: string): boolean {
  return text.length % 4 === 0 && /^[\dA-Za-z+/]*={0,2}$/.test(text);
}

/** An integer of 32 bits. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31;
}

/** An integer of 64 bits that JavaScript represents exactly. */
export function isInt64(value: number): boolean {
  return Number.isSafeInteger(value);
}

const compiled = new Map<string, RegExp>();

/**
 * Whether a text matches a pattern, which is compiled at first use: JSON Schema 2020-12, Validation, 6.3.3.
 *
 * @throws {SyntaxError} If the pattern is invalid.
 */
export function matches(pattern: string, text: string): boolean {
  return regExpOf(pattern).test(text);
}

function regExpOf(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (expression === undefined) compiled.set(pattern, (expression = compilePattern(pattern)));
  return expression;
}
