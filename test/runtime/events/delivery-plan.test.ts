import { describe, expect, it } from 'vitest';
import { planDelivery, RETRIES } from '../../../src/runtime/events/delivery-plan.ts';
import { readRetryAfter } from '../../../src/runtime/events/retry-after.ts';

const failed = { ok: false, status: 500, retryAfter: undefined };

describe('planDelivery', () => {
  it('pauses as Standard Webhooks does, and gives up after the tenth attempt', () => {
    const delays = RETRIES.map((_, i) => planDelivery(failed, i, RETRIES, 0).delay / 1000);
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(planDelivery(failed, 9, RETRIES, 0)).toMatchObject({ state: 'dead', delay: 0 });
  });

  it('adds a tenth at most, by chance', () => {
    expect(planDelivery(failed, 0, RETRIES, 1).delay).toBe(5_500);
    expect(planDelivery(failed, 0, RETRIES, 0.5).delay).toBe(5_250);
  });

  it('waits for Retry-After if that is longer', () => {
    expect(planDelivery({ ...failed, status: 503, retryAfter: 60_000 }, 0, RETRIES, 0)).toMatchObject({
      delay: 60_000,
      pause: 0,
    });
    expect(planDelivery({ ...failed, retryAfter: 1 }, 1, RETRIES, 0).delay).toBe(300_000);
  });

  it.each([429, 502, 504])('pauses the endpoint after a %i, for a minute at most or for Retry-After', (status) => {
    expect(planDelivery({ ...failed, status }, 0, RETRIES, 0).pause).toBe(5_000);
    expect(planDelivery({ ...failed, status }, 5, RETRIES, 0).pause).toBe(60_000);
    expect(planDelivery({ ...failed, status, retryAfter: 90_000 }, 5, RETRIES, 0).pause).toBe(90_000);
  });

  it('gives up at once after a 410', () => {
    expect(planDelivery({ ...failed, status: 410 }, 0, RETRIES, 0)).toMatchObject({ state: 'dead', isGone: true });
  });

  it('finishes after a 2xx', () => {
    expect(planDelivery({ ...failed, ok: true, status: 204 }, 3, RETRIES, 0).state).toBe('delivered');
  });
});

describe('readRetryAfter', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['99999999999', 86_400_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    ['1.5', undefined],
    ['-1', undefined],
    ['2026', 2_026_000],
    ['2026-01-01', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, expected) => expect(readRetryAfter(value, now)).toBe(expected));
});
