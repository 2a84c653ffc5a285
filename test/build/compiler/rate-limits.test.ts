import { describe, expect, it } from 'vitest';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { diffFiles } from '../../tools/diff/compare.ts';
import { compile, contractOfComment } from './compile.ts';

describe('@rate-limit', () => {
  it.each([
    ['100 per minute', 'address-per-minute', 100, 60, 'address'],
    ['1 per second per user', 'user-per-second', 1, 1, 'user'],
    ['10 per 30 seconds per all', 'all-per-30-seconds', 10, 30, 'all'],
    ['5 per 15 minutes per address (name: sign-in)', 'sign-in', 5, 900, 'address'],
    ['7 per 1 hour per tenant', 'tenant-per-hour', 7, 3600, 'tenant'],
    ['7 per 36 hours', 'address-per-36-hours', 7, 129_600, 'address'],
    ['7 per 2 day', 'address-per-2-days', 7, 172_800, 'address'],
    ['  7   per  day   per  user  ( name : a.b_c ) ', 'a.b_c', 7, 86_400, 'user'],
  ])('reads %s', (text, name, quota, window, per) => {
    expect(contractOfComment(`/** It.\n * @rate-limit ${text} */`).rateLimits).toEqual([{ name, quota, window, per }]);
  });

  it('adds the limits of directories, with their paths, and what an operation takes from them', () => {
    const handler = '\nexport default () => {};';
    const { operations, diagnostics } = compile({
      '_middleware.ts': '/** @rate-limit 900 per hour */',
      'shop/{id}/_middleware.ts': '/** @rate-limit 90 per minute per all (onStoreError: closed) */',
      'shop/{id}/a@get.ts': `/** A.\n * @rate-limit cost 5\n * @rate-limit 9 per minute per user\n * @param {integer} id */${handler}`,
      'b@get.ts': `/** B. */${handler}`,
    });
    expect(diagnostics).toEqual([]);
    const limits = Object.fromEntries(operations.map(({ contract }) => [contract.id, contract.rateLimits]));
    expect(limits).toEqual({
      'b@get.ts': [{ name: 'address-per-hour', quota: 900, window: 3600, per: 'address', directory: '/' }],
      'shop/{id}/a@get.ts': [
        { name: 'address-per-hour', quota: 900, window: 3600, per: 'address', directory: '/', cost: 5 },
        {
          name: 'all-per-minute',
          quota: 90,
          window: 60,
          per: 'all',
          directory: '/shop/{id}',
          cost: 5,
          onStoreError: 'closed',
        },
        { name: 'user-per-minute', quota: 9, window: 60, per: 'user' },
      ],
    });
  });
});

describe('the difference of limits', () => {
  const of = (...lines: string[]): Record<string, string> => ({
    'a@get.ts': `/** It.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
  });

  it.each([
    ['9 per minute', '8 per minute', 'rate-limit-decreased', 'warning'],
    ['9 per minute (name: a)', '9 per hour (name: a)', 'rate-limit-decreased', 'warning'],
    ['9 per minute (name: a)', '8 per second (name: a)', 'rate-limit-decreased', 'warning'],
    ['9 per minute', '10 per minute', 'rate-limit-increased', 'info'],
    ['9 per hour (name: a)', '9 per minute (name: a)', 'rate-limit-increased', 'info'],
    ['9 per minute (name: a)', '9 per minute per user (name: a)', 'rate-limit-scope-changed', 'warning'],
    ['9 per minute (onStoreError: closed)', '9 per minute', 'rate-limit-opened', 'warning'],
  ])('compares the limits %s with %s: the difference is %s', (before, after, id, severity) => {
    const findings = diffFiles(of(`@rate-limit ${before}`), of(`@rate-limit ${after}`));
    expect(findings.map((finding) => [finding.id, finding.severity])).toEqual([[id, severity]]);
  });

  it('warns of a new limit, which can refuse requests, and of a lost one, which has protected', () => {
    const severities = (before: string[], after: string[]) =>
      diffFiles(of(...before), of(...after)).map(({ id, severity }) => [id, severity]);
    expect(severities([], ['@rate-limit 5 per minute'])).toEqual([['rate-limit-added', 'warning']]);
    expect(severities(['@rate-limit 5 per minute'], [])).toEqual([['rate-limit-removed', 'warning']]);
    expect(severities(['@rate-limit 5 per minute'], ['@rate-limit 5 per minute per address'])).toEqual([]);
  });

  it('reports a lost limit of an undocumented operation', () => {
    const idsOf = (before: string[], after: string[]) =>
      diffFiles(of('@internal', ...before), of(...after)).map(({ id, severity }) => [id, severity]);
    const limitsOf = (before: string[], after: string[]) =>
      idsOf(before, after).filter(([id]) => id !== 'internal-removed' && id !== 'endpoint-added');
    for (const now of [['@internal'], []]) {
      expect(limitsOf(['@rate-limit 5 per minute'], now)).toEqual([['rate-limit-removed', 'warning']]);
      expect(limitsOf(['@rate-limit 5 per minute (name: a)'], ['@rate-limit 9 per minute (name: a)', ...now])).toEqual([
        ['rate-limit-increased', 'info'],
      ]);
      expect(
        limitsOf(['@rate-limit 5 per minute (onStoreError: closed)'], ['@rate-limit 5 per minute', ...now]),
      ).toEqual([['rate-limit-opened', 'warning']]);
      expect(limitsOf([], ['@rate-limit 5 per minute', ...now])).toEqual([]);
      expect(limitsOf([], ['@deprecated', ...now])).toEqual([]);
    }
  });

  it('compares the cost of an operation too', () => {
    const shared = { '_middleware.ts': '/** @rate-limit 90 per minute (name: shared) */' };
    const [finding] = diffFiles({ ...shared, ...of() }, { ...shared, ...of('@rate-limit cost 3') });
    expect([finding!.id, finding!.severity]).toEqual(['rate-limit-decreased', 'warning']);
    expect(finding!.message).toMatch(/of which a request takes 3$/);
  });

  it('finds limits in a document', () => {
    const limit = { name: 'a', quota: 9, window: 60, per: 'address' };
    const read = contractOfDocuments(
      documentOf({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        paths: { '/a': { get: { responses: {}, 'x-rate-limit': [limit] } } },
      }),
    );
    expect(read.operations[0]!.rateLimits).toEqual([limit]);
  });
});
