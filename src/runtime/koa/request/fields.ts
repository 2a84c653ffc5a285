import type { IncomingMessage } from 'node:http';
import type { ParameterInput } from '../../../shared/contract/enforcement.ts';
import type { OperationContext } from '../context.ts';

/** Marks a field that occurs more than once, though it can have one value only. */
export const REPEATED: unique symbol = Symbol('repeated');

/** The text of a header field or a cookie; undefined if it is absent. */
export type Field = string | typeof REPEATED | undefined;

/** Reads a parameter that is a header field or a cookie. */
export function readField(ctx: OperationContext, { in: location, name, decoding }: ParameterInput): Field {
  return location === 'cookie' ? readCookie(ctx, name) : readHeader(ctx, name, decoding.items !== undefined);
}

/**
 * A header field. Names are case-insensitive (RFC 9110, 5.1), and repeated fields form one list (5.3).
 *
 * @param isList Whether it can be repeated.
 */
function readHeader({ req }: OperationContext, name: string, isList: boolean): Field {
  const wanted = name.toLowerCase();
  if (!isList && isRepeated(req, wanted)) return REPEATED;
  const value = req.headers[wanted];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether a header field occurs twice. In `req.headers`, Node keeps only the first of some, and joins others. */
export function isRepeated({ rawHeaders = [] }: IncomingMessage, wanted: string): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isName(rawHeaders[i]!, wanted)) count++;
  return count > 1;
}

/** The values of a header field as they were sent. */
export function sentValues({ rawHeaders = [] }: IncomingMessage, wanted: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && isName(rawHeaders[i - 1]!, wanted));
}

function isName(field: string, wanted: string): boolean {
  return field.length === wanted.length && field.toLowerCase() === wanted;
}

/** The first cookie of a name. Browsers send several for different paths and domains. Valid percent-encodings are decoded (OpenAPI 3.1, Parameter Object, `style: form`). */
function readCookie({ req }: OperationContext, name: string): string | undefined {
  const [value] = cookieValues(req, name);
  if (value?.includes('%') !== true) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The values of the cookies of a name, in the order of the request: RFC 6265, 4.2. Quotes around a value are removed. */
export function cookieValues({ headers }: IncomingMessage, name: string): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    if (cookieName(pair) !== name) return [];
    const value = withoutBlanks(pair.slice(pair.indexOf('=') + 1));
    return /^".*"$/s.test(value) ? value.slice(1, -1) : value;
  });
}

/** The name in one pair of the header `Cookie`; undefined if it has no value. */
export function cookieName(pair: string): string | undefined {
  const end = pair.indexOf('=');
  return end === -1 ? undefined : withoutBlanks(pair.slice(0, end));
}

/**
 * A text without the spaces and tabs around it. `trim` also takes other characters, such as U+00A0, which belong to the name of a cookie for browsers: a
 * subdomain could plant `__Host-sid` by them. RFC 6265bis, 5.6.
 */
function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
