import { ServerResponse } from 'node:http';
import { rateLimits } from '../src/directives/rate-limit/runtime/rate-limits.ts';
import { memoryLimits } from '../src/directives/rate-limit/runtime/memory-limits.ts';
import type { RateLimit } from '../src/shared/contract/rate-limit.ts';

// The cost of limits in memory, by themselves: of the store alone, and of the step that counts a request and sets its two fields.

const COUNT = 200_000;
const KEYS = Array.from({ length: 20_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
const limitsOf = (count: number): RateLimit[] =>
  Array.from({ length: count }, (_, i) => ({ name: `limit-${i}`, quota: 100, window: 60, per: 'address' }));

/** Nanoseconds for each call, after a warm-up. */
function measure(call: (i: number) => void): number {
  for (let i = 0; i < COUNT; i++) call(i);
  const start = process.hrtime.bigint();
  for (let i = 0; i < COUNT; i++) call(i);
  return Number(process.hrtime.bigint() - start) / COUNT;
}

function measureStore(count: number): number {
  const store = memoryLimits();
  const limits = limitsOf(count);
  return measure((i) => {
    const ip = KEYS[i % KEYS.length]!;
    store.take(limits.map(({ name, quota }) => ({ key: name + ip, cost: 1, quota, window: 60_000 })));
  });
}

function measureStep(count: number): number {
  const entry = { id: 'a', method: 'GET', path: '/a', rateLimits: limitsOf(count) };
  const manifest = { operations: [entry], isDev: undefined };
  const app = { proxy: false, maxIpsCount: 0, proxyIpHeader: 'X-Forwarded-For' };
  const { enter } = rateLimits({ manifest, app } as never, {})(entry as never);
  const req = { headers: {}, method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 };
  return measure((i) => {
    const res = new ServerResponse(req as never);
    const set = (name: string, value: string): unknown => res.setHeader(name, value);
    void enter?.({ app, req, res, request: { ip: KEYS[i % KEYS.length] }, set, headerSent: false } as never);
  });
}

/** What a step measures besides the limits. */
function measureResponse(): number {
  const req = { headers: {}, method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 };
  return measure(() => {
    const res = new ServerResponse(req as never);
    res.setHeader('RateLimit-Policy', 'x');
    res.setHeader('RateLimit', 'x');
  });
}

const response = measureResponse();
console.log(
  JSON.stringify({
    'store, 1 limit': measureStore(1),
    'store, 3 limits': measureStore(3),
    'request, 1 limit': measureStep(1) - response,
    'request, 3 limits': measureStep(3) - response,
  }),
);
