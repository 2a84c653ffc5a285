import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECK_IDS, severityOf } from '../../../src/shared/comparison/checks.ts';
import { readPage } from '../../docs/examples.ts';

/** The checks that oasdiff publishes, with their severities. */
const published = new Map(
  readFileSync(new URL('oasdiff-checks.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

/** The checks without findings, by the reason that docs/reference/diff.md gives. */
const REASONS: readonly RegExp[] = [
  /-all-of-(?:added|removed)/,
  /stability/,
  /sunset/,
  /x-extensible-enum/,
  /^request-parameter-property-type-changed$/,
  /^new-required-request-default-parameter-to-existing-path$/,
  /^response-media-type-name-generalized$/,
];

describe('the checks', () => {
  it('the checks have the severities that oasdiff publishes', () => {
    const other = CHECK_IDS.filter((id) => published.has(id) && published.get(id) !== severityOf(id));
    expect(other).toEqual([]);
  });

  it('include every published error and warning, but those that docs/reference/diff.md names', () => {
    const missing = [...published].filter(([id, severity]) => severity !== 'info' && severityOf(id) === undefined);
    expect(missing.filter(([id]) => !REASONS.some((reason) => reason.test(id)))).toEqual([]);
    expect(missing.length).toBeGreaterThan(20);
    const page = readPage('diff.md');
    for (const word of ['allOf', 'x-stability-level', 'x-sunset', 'x-extensible-enum', 'path item'])
      expect(page).toContain(word);
  });

  it('the checks cover more than 200 of those that oasdiff publishes', () => {
    expect(CHECK_IDS.filter((id) => published.has(id)).length).toBeGreaterThan(200);
  });
});
