import type { ParameterInput } from '../../contract/enforcement.ts';
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
  if (!isList && isRepeated(req.rawHeaders ?? [], wanted)) return REPEATED;
  const value = req.headers[wanted];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether a header field occurs twice. Node keeps only the first of some, and joins others. */
function isRepeated(rawHeaders: readonly string[], wanted: string): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i]!;
    if (field.length === wanted.length && field.toLowerCase() === wanted) count++;
  }
  return count > 1;
}

/** The cookie of a name, which can occur once: RFC 6265, 4.2.1. Valid percent-encodings are decoded (OpenAPI 3.1, Parameter Object, `style: form`). */
function readCookie({ req, cookies }: OperationContext, name: string): Field {
  let count = 0;
  for (const pair of (req.headers.cookie ?? '').split(';'))
    if (pair.slice(0, pair.indexOf('=')).trim() === name) count++;
  if (count > 1) return REPEATED;
  const value = cookies.get(name, { signed: false });
  if (value?.includes('%') !== true) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
