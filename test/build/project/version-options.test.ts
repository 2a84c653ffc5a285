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

describe('the option version', () => {
  const VERSIONS = [{ name: '2024-01-01', sunset: '2027-05-01' }, { name: '2025-06-01' }];
  const resolve = (version: unknown, versions: unknown = VERSIONS): unknown =>
    resolveOptions({ versions, version } as never).versions;

  it('leaves out the prefixes, and marks the default and the older versions', () => {
    expect(resolve({ header: 'Api-Version', default: '2024-01-01' })).toEqual([
      { name: '2024-01-01', sunset: '2027-05-01', header: { name: 'Api-Version', isDefault: true, isOlder: true } },
      { name: '2025-06-01', header: { name: 'Api-Version' } },
    ]);
  });

  it.each([
    [{ header: 'Api-Version' }, 'invalid option "version": expected { header, default }'],
    [{ default: '2024-01-01' }, 'expected { header, default }'],
    [{ header: 'Api Version', default: '2024-01-01' }, 'expected { header, default }'],
    [{ header: 'Authorization', default: '2024-01-01' }, 'expected { header, default }'],
    [{ header: 'Api-Version', default: '2024-01-01', of: () => 'v1' }, 'expected { header, default }'],
    ['Api-Version', 'expected { header, default }'],
    [{ header: 'Api-Version', default: '2024-01-02' }, 'unknown default "2024-01-02". Did you mean "2024-01-01"?'],
    [{ header: 'Api-Version', default: 'latest' }, 'The versions are "2024-01-01", "2025-06-01".'],
  ])('refuses %j', (version, message) => {
    expect(() => resolve(version)).toThrow(message);
  });

  it('refuses prefixes in addition to it, and a project without versions', () => {
    const version = { header: 'Api-Version', default: 'v1' };
    expect(() => resolve(version, [{ name: 'v1' }, { name: 'v2', prefix: false }])).toThrow('"v2" has "prefix"');
    expect(() => resolveOptions({ version })).toThrow('"version" has no effect without the option "versions"');
  });
});
