import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../../playground/build.ts';
import type { Difference } from './differences.ts';
import { MAX_REFUSED, REFUSED, WRONG } from './differences.ts';
import type { Outcome } from './run.ts';
import { runSuite, updateTable } from './run.ts';
import { usableRemotes } from './served.ts';
import { readGroups, readRemotes } from './suite.ts';

/** The suite's directory `tests/draft2020-12`; `.ci/json-schema.sh` fetches it. */
const directory = process.env['JSON_SCHEMA_SUITE'];

describe.skipIf(!directory)('the official JSON Schema test suite over HTTP (needs JSON_SCHEMA_SUITE)', () => {
  const cleanup = afterSuite();
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await runSuite(readGroups(directory!), usableRemotes(readRemotes(directory!)), cleanup);
    const { asked, left, wrong } = outcome;
    console.log(`JSON Schema: ${asked + left} cases, ${left} refused, ${wrong.size} wrong verdicts`);
  });

  it('runs all required cases of the suite', () => {
    expect(outcome.asked + outcome.left).toBeGreaterThan(1_000);
  });

  // A title that is missing from its table fails, and so does one that no longer belongs there.
  it.each<[string, readonly Difference[], 'refused' | 'wrong']>([
    ['refuses schemas for listed reasons only', REFUSED, 'refused'],
    ['gets the verdict of the specification, with listed exceptions', WRONG, 'wrong'],
  ])('%s', (_title, table, key) => {
    const now = updateTable(table, outcome[key]);
    if (!isDeepStrictEqual(now, table)) {
      console.log(
        `${key.toUpperCase()} in test/shared/json-schema/differences.ts is now:\n${JSON.stringify(now, null, 2)}`,
      );
    }
    expect(now).toEqual(table);
  });

  it('never makes the compiler throw', () => {
    expect(outcome.thrown).toEqual(new Map());
  });

  it("refuses the suite's schemas rarely", () => {
    expect(outcome.left / (outcome.asked + outcome.left)).toBeLessThanOrEqual(MAX_REFUSED);
  });

  it('never gets another answer than 204 or a problem with status 400', () => {
    expect(outcome.broken).toEqual(new Map());
  });
});
