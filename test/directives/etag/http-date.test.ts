import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../../src/runtime/client/retry.ts';
import { parseHttpDate } from '../../../src/directives/etag/runtime/http-date.ts';

describe('a date of HTTP', () => {
  const now = new Date('2026-06-01T00:00:00Z');

  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Sat Nov 26 08:49:37 1994', '1994-11-26T08:49:37.000Z'],
    ['Saturday, 29-Feb-76 00:00:00 GMT', '2076-02-29T00:00:00.000Z'],
    ['Saturday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00.000Z'],
    ['Saturday, 01-Jan-00 00:00:00 GMT', '2000-01-01T00:00:00.000Z'],
  ])('reads %s', (text, date) => {
    expect(new Date(parseHttpDate(text, now)).toISOString()).toBe(date);
  });

  it.each([
    '',
    '2026',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 PST',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Now 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
  ])('refuses "%s"', (text) => {
    expect(parseHttpDate(text, now)).toBeNaN();
  });

  it.each(['Mon, 06 Nov 2090 08:49:37 GMT', 'Mon Nov  6 08:49:37 2090'])(
    'reads a date in UTC in a client, in whatever time zone it runs: %s',
    (text) => {
      const { TZ } = process.env;
      process.env['TZ'] = 'Pacific/Auckland';
      const pause = retryAfter(new Response(null, { headers: { 'Retry-After': text } }));
      process.env['TZ'] = TZ ?? 'UTC';
      const expected = Date.UTC(2090, 10, 6, 8, 49, 37) - Date.now();
      expect(Math.abs(pause - expected)).toBeLessThan(60_000);
    },
  );
});
