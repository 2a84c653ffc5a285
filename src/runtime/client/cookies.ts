import { simpleText } from './address.ts';
import { isDefined } from './sent-values.ts';

/**
 * Creates a function that adds cookies to those of a header. Browsers ignore them and send their own.
 *
 * @throws {TypeError} If a value has no text.
 */
export function writeCookies(values: { readonly [name: string]: unknown } = {}): (fields: Headers) => void {
  const pairs = Object.entries(values)
    .filter(isDefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(simpleText(value, `cookie.${name}`))}`);
  return (fields) => {
    const forwarded = fields.get('Cookie') ?? '';
    const text = [...pairs, forwarded].filter(Boolean).join('; ');
    if (text !== forwarded) fields.set('Cookie', text);
  };
}
