import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { severityOf } from '../../../src/shared/comparison/checks.ts';
import { diffContracts } from '../../../src/tools/diff/diff.ts';
import type { RawDocument } from './raw-document.ts';
import { githubDocument } from '../../github/document.ts';
import { randomFrom } from '../../support/random.ts';
import type { Mutation } from './mutations.ts';
import { mutateAtRandom } from './mutations.ts';

/** How many changes are made; `.ci/full` makes 3,000. */
const COUNT = Number(process.env['DIFF_MUTATIONS'] ?? 60);

const published = new Map(
  readFileSync(new URL('oasdiff-checks.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

function* mutations(seed: number): Generator<Mutation> {
  const document = githubDocument() as RawDocument;
  const random = randomFrom(seed);
  for (;;) {
    const mutation = mutateAtRandom(document, random);
    if (mutation !== undefined) yield mutation;
  }
}

/** The reasons why a check of oasdiff finds nothing here: docs/reference/diff.md lists them. */
function isExplained(check: string, after: RawDocument): boolean {
  // A required parameter with a default can be absent.
  if (check !== 'request-parameter-became-required') return false;
  const [operation] = Object.values(after.paths).flatMap((item) => Object.values(item));
  const parameters = (operation?.parameters ?? []) as { required?: boolean; schema?: { default?: unknown } }[];
  return parameters.some(({ required, schema }) => required === true && schema?.default !== undefined);
}

describe("changes of GitHub's document", () => {
  it(`finds them as oasdiff's checks name them, ${COUNT} of them, with a witness for 80 % of the breaks of requests`, () => {
    const missed: string[] = [];
    const unseen = new Map<string, number>();
    let [breaks, witnesses, made] = [0, 0, 0];
    for (const { check, before, after } of mutations(7)) {
      if (made++ === COUNT) break;
      const findings = diffContracts(
        contractOfDocuments(documentOf(before, 'before')),
        contractOfDocuments(documentOf(after, 'after')),
      );
      const severity = published.get(check) ?? severityOf(check);
      const found = findings.find(({ id }) => id === check);
      if (severity !== undefined && severity !== 'info' && found === undefined && !isExplained(check, after))
        missed.push(`${check}: ${findings.map(({ id }) => id).join(', ')}`);
      if (severity !== 'error' || found?.direction !== 'request') continue;
      breaks++;
      if (found.witness !== undefined) witnesses++;
      else unseen.set(check, (unseen.get(check) ?? 0) + 1);
    }
    if (process.env['DIFF_REPORT'] !== undefined) console.log({ breaks, witnesses, unseen });
    expect(missed).toEqual([]);
    expect(breaks).toBeGreaterThan(COUNT / 5);
    expect(witnesses / breaks).toBeGreaterThanOrEqual(0.8);
  }, 600_000);
});
