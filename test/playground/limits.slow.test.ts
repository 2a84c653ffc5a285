import { describe, expect, it } from 'vitest';
import { bookshop } from './bookshop.ts';
import { createFile, describeOnEachDatabase } from './database.ts';
import { json, removal, review } from './requests.ts';

const REVIEWS = '/books/12/reviews';
/** The quota of reviews, and of requests that need the staff's token. */
const QUOTA = 60;
const EXCEEDED = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  title: 'Request cannot be satisfied as assigned quota has been exceeded',
  status: 429,
};

/** The headers of a request that pretends to come from an address, or that comes through a proxy. */
const from = (address: string): RequestInit => {
  const request = json(review);
  return { ...request, headers: { ...request.headers, 'X-Forwarded-For': address } };
};

describeOnEachDatabase('the limits of the bookshop', (create) => {
  const shop = bookshop(create);

  it('let an address write reviews up to the quota, whatever it claims to be', async () => {
    const url = shop.url() + REVIEWS;
    const first = await fetch(url, from('192.0.2.1'));
    expect([first.status, first.headers.get('RateLimit-Policy')]).toEqual([201, '"reviews";q=60;w=3600']);
    expect(first.headers.get('RateLimit')).toMatch(/^"reviews";r=59;t=\d+$/);
    // Invalid requests count, too.
    for (let i = 1; i < QUOTA; i += 1) expect((await fetch(url, json({ ...review, rating: 6 }))).status).toBe(400);
    const rows = await shop.rows('select count(*) as count from reviews');
    for (const request of [json(review), from('192.0.2.2'), from('2001:db8::1')]) {
      const refused = await fetch(url, request);
      expect([refused.status, refused.headers.get('Content-Type')]).toEqual([429, 'application/problem+json']);
      expect(refused.headers.get('RateLimit')).toMatch(/^"reviews";r=0;t=\d+$/);
      // A review is refilled each minute.
      expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
      expect(await refused.json()).toMatchObject({ ...EXCEEDED, 'violated-policies': ['reviews'] });
    }
    expect(await shop.rows('select count(*) as count from reviews')).toEqual(rows);
    expect((await fetch(url)).status).toBe(200);
  });

  it('let an address guess the token of the staff no more often than the quota and its refill', async () => {
    const guess = (i: number): Promise<Response> =>
      fetch(`${shop.url()}${REVIEWS}/4000000`, { method: 'DELETE', headers: { Authorization: `Bearer ${i}` } });
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 4 * QUOTA }, (_, i) => guess(i)));
    const seconds = (performance.now() - start) / 1000;
    const refused = answers.filter(({ status }) => status === 429);
    const guesses = answers.filter(({ status }) => status === 401).length;
    expect(guesses + refused.length).toBe(answers.length);
    expect(guesses).toBeGreaterThanOrEqual(QUOTA);
    expect(guesses).toBeLessThanOrEqual(QUOTA + seconds + 1);
    for (const answer of refused)
      expect(await answer.json()).toMatchObject({ ...EXCEEDED, 'violated-policies': ['sign-in'] });
  });
});

describe('the limits of the bookshop behind a proxy', () => {
  const shop = bookshop(createFile, { PROXIES: '1' });
  const write = async (address: string): Promise<number> => (await fetch(shop.url() + REVIEWS, from(address))).status;

  it('counts the address that the proxy has seen', async () => {
    for (let i = 0; i < QUOTA; i += 1) expect(await write(`192.0.2.${i}, 198.51.100.7`)).toBe(201);
    expect(await write('192.0.2.200, 198.51.100.7')).toBe(429);
    expect(await write('198.51.100.8')).toBe(201);
  });

  it('counts a network of IPv6 as one address', async () => {
    for (let i = 0; i < QUOTA; i += 1) expect(await write(`2001:db8::${i.toString(16)}`)).toBe(201);
    expect(await write('2001:db8::ffff')).toBe(429);
    expect(await write('2001:db8:0:1::1')).toBe(201);
  });

  it('counts the staff by user', async () => {
    const remaining: (string | null)[] = [];
    for (const address of ['198.51.100.20', '198.51.100.21']) {
      const headers = { ...removal.headers, 'X-Forwarded-For': address };
      const answer = await fetch(`${shop.url()}${REVIEWS}/4000000`, { ...removal, headers });
      expect(answer.status).toBe(404);
      remaining.push(answer.headers.get('RateLimit'));
    }
    expect(remaining).toEqual([
      expect.stringMatching(/^"sign-in";r=59;t=1, "removals";r=99;t=\d+$/),
      expect.stringMatching(/^"sign-in";r=59;t=1, "removals";r=98;t=\d+$/),
    ]);
  });
});
