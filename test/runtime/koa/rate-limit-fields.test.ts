import * as fc from 'fast-check';
import { decodeList } from 'structured-field-values';
import { describe, expect, it } from 'vitest';
import { createApp, memoryLimits } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

// Read by a parser of RFC 8941 that is not ours, by the rules of draft-ietf-httpapi-ratelimit-headers-11, 3 and 4.

interface Item {
  readonly value: unknown;
  readonly params: Readonly<Record<string, unknown>> | null;
}

const itemsOf = (field: string | string[] | undefined): Item[] => decodeList(String(field)) as Item[];
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

describe('the fields of limits', () => {
  it('writes lists of strings with integers, whatever the limits and the requests are', async () => {
    const limit = fc.record({
      quota: fc.integer({ min: 1, max: 1_000_000_000 }),
      count: fc.integer({ min: 1, max: 300 }),
      unit: fc.constantFrom('seconds', 'minutes', 'hours', 'days'),
      per: fc.constantFrom('address', 'all'),
    });
    const requests = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(limit, { minLength: 1, maxLength: 3 }), requests, async (limits, pauses) => {
        let now = 1_000_000;
        const lines = limits.map(
          ({ quota, count, unit, per }, i) =>
            ` * @rate-limit ${quota} per ${count} ${unit} per ${per} (name: n.${i}_-A)\n`,
        );
        const manifest = await compileTree(
          { 'a.ts': `/** It.\n${lines.join('')} */` },
          { warnings: ['unreachable-rate-limit'] },
        );
        const { ask } = await serve(createApp(manifest, { rateLimits: memoryLimits({ now: () => now }) }));
        for (const pause of pauses) {
          now += pause;
          const { status, headers } = await ask('GET /a');
          const [policies, states] = [itemsOf(headers['ratelimit-policy']), itemsOf(headers['ratelimit'])];
          expect(policies.map(({ value }) => value)).toEqual(limits.map((_, i) => `n.${i}_-A`));
          expect(states.map(({ value }) => value)).toEqual(policies.map(({ value }) => value));
          for (const [i, { params }] of policies.entries()) {
            expect(Object.keys(params!)).toEqual(['q', 'w']);
            expect(params!['q']).toBe(limits[i]!.quota);
            expect(isCount(params!['w']) && params!['w'] !== 0).toBe(true);
          }
          for (const { params } of states) {
            expect(Object.keys(params!)).toEqual(['r', 't']);
            expect([params!['r'], params!['t']].every(isCount)).toBe(true);
          }
          if (status === 200) continue;
          // Retry-After is not before the end of a violated limit's window.
          const waits = states.filter(({ params }) => params!['r'] === 0).map(({ params }) => Number(params!['t']));
          expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(Math.min(...waits));
        }
      }),
      { numRuns: 10 },
    );
  });
});
