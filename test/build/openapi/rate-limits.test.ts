import { expect, it } from 'vitest';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { compile } from '../compiler/compile.ts';

const handler = '\nexport default () => {};';

it('the document has the fields, the problem and the extension of limits', () => {
  const compilation = compile({
    'shop/_middleware.ts': '/** @rate-limit 90 per hour (name: shop) */',
    'shop/a@get.ts': `/** A.\n * @rate-limit cost 2\n * @returns {string} 200 - It */${handler}`,
    'shop/b@get.ts': `/** B.\n * @returns {string} 200 - Another\n * @throws 429 - Slow down */${handler}`,
    'closed@get.ts': `/** C.\n * @rate-limit 5 per 15 minutes (onStoreError: closed) */${handler}`,
    'free@get.ts': `/** D. */${handler}`,
  });
  const { schemas, document } = compilation;
  const written = generateOpenApi({
    operations: contractsOf(compilation),
    schemas,
    document: document as never,
    info: { title: 'Shop', version: '1' },
  }) as unknown as {
    paths: Record<string, { get: { responses: Record<string, any>; 'x-rate-limit'?: unknown } }>;
    components: { responses: Record<string, any>; headers: Record<string, unknown> };
  };
  const { paths, components } = written;
  const [a, b, closed, free] = ['/shop/a', '/shop/b', '/closed', '/free'].map((path) => paths[path]!.get) as any[];
  expect(a['x-rate-limit']).toEqual([
    { name: 'shop', quota: 90, window: 3600, per: 'address', directory: '/shop', cost: 2 },
  ]);
  expect(Object.keys(a.responses['200'].headers)).toEqual(['RateLimit-Policy', 'RateLimit']);
  expect(a.responses['429']).toEqual({ $ref: '#/components/responses/QuotaExceeded' });
  const { headers, content } = components.responses['QuotaExceeded'];
  expect(Object.keys(headers)).toEqual(['RateLimit-Policy', 'RateLimit', 'Retry-After']);
  expect(headers['Retry-After'].required).toBe(true);
  expect(Object.keys(content)).toEqual(['application/problem+json']);
  // Its own description stays.
  expect(b.responses['429'].description).toBe('Slow down');
  expect(Object.keys(b.responses['429'].headers).toSorted()).toEqual(['RateLimit', 'RateLimit-Policy', 'Retry-After']);
  expect(Object.keys(closed.responses)).toEqual(['429', '503', 'default']);
  expect(closed.responses['503']).toEqual({ $ref: '#/components/responses/LimitUnavailable' });
  expect([free['x-rate-limit'], Object.keys(free.responses)]).toEqual([undefined, ['default']]);
  expect(Object.keys(components.headers)).toEqual(['RateLimit', 'RateLimit-Policy']);
});
