import type { OperationContext } from '../context.ts';

/** A header field. Names are case-insensitive (RFC 9110, 5.1), and repeated fields form one list (5.3). */
export function headerText({ req }: OperationContext, name: string): string | undefined {
  const value = req.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether a header field occurs twice. Node keeps only the first of some, and joins others. */
export function isRepeatedHeader({ req: { rawHeaders = [] } }: OperationContext, name: string): boolean {
  const wanted = name.toLowerCase();
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i]!;
    if (field.length === wanted.length && field.toLowerCase() === wanted) count++;
  }
  return count > 1;
}

/** Whether a cookie occurs twice: RFC 6265, 4.2.1. */
export function isRepeatedCookie({ req }: OperationContext, name: string): boolean {
  const { cookie = '' } = req.headers;
  let count = 0;
  for (const pair of cookie.split(';')) if (pair.slice(0, pair.indexOf('=')).trim() === name) count++;
  return count > 1;
}

/** The cookie of a name. Valid percent-encodings are decoded (OpenAPI 3.1, Parameter Object, `style: form`). */
export function cookieText({ cookies }: OperationContext, name: string): string | undefined {
  const value = cookies.get(name, { signed: false });
  if (value?.includes('%') !== true) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
