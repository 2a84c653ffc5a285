import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';

const versionsOf = (versions: unknown): unknown => resolveOptions({ versions } as never).versions;

describe('the option versions', () => {
  it('prefixes paths with the name of each version, and not those of the last one without a prefix', () => {
    expect(versionsOf([{ name: 'v1', deprecated: '2026-11-01', sunset: '2027-05-01' }, { name: 'v2' }])).toEqual([
      { name: 'v1', prefix: 'v1', deprecated: '2026-11-01', sunset: '2027-05-01' },
      { name: 'v2', prefix: 'v2' },
    ]);
    expect(versionsOf([{ name: '2024-01-01' }, { name: '2025-06-01', prefix: false }])).toEqual([
      { name: '2024-01-01', prefix: '2024-01-01' },
      { name: '2025-06-01' },
    ]);
  });

  it.each([
    [[{ name: 'v1' }], 'with at least two versions'],
    [{ name: 'v1' }, 'expected a list of { name'],
    [['v1', 'v2'], 'expected { name: "v1" }'],
    [[{ name: 'v1' }, {}], 'version 2 has no name'],
    [[{ name: 'v/1' }, { name: 'v2' }], 'invalid "name": expected a name of letters'],
    [[{ name: 'entry' }, { name: 'v2' }], 'invalid "name"'],
    [[{ name: 'v1' }, { name: 'V1' }], 'there are two versions with the name "V1"'],
    [[{ name: 'v1', sunsets: '2027-05-01' }, { name: 'v2' }], 'unknown key "sunsets". Did you mean "sunset"?'],
    [[{ name: 'v1', sunset: '2027-02-30' }, { name: 'v2' }], 'invalid "sunset": expected a date'],
    [[{ name: 'v1', deprecated: true }, { name: 'v2' }], 'invalid "deprecated": expected a date'],
    [[{ name: 'v1', prefix: 'x' }, { name: 'v2' }], 'invalid "prefix": expected true or false'],
    [[{ name: 'v1', prefix: false }, { name: 'v2' }], 'only the last version can be without a prefix'],
    [[{ name: 'v2' }, { name: 'v1', sunset: '2027-05-01' }], '"v1" is the last version, which cannot be deprecated'],
    [[{ name: 'v1', deprecated: '2027-05-01', sunset: '2026-05-01' }, { name: 'v2' }], 'is before its deprecation'],
  ])('refuses %j', (versions, message) => {
    expect(() => versionsOf(versions)).toThrow(message);
  });
});
