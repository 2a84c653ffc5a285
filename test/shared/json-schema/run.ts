import type { Cleanup } from '../../playground/build.ts';
import type { Difference } from './differences.ts';
import { errorsOf, serveGroups, verdictOn } from './served.ts';
import type { Case, Group } from './suite.ts';

/** How the groups of a suite fare. */
export interface Outcome {
  /** The groups that do not build: title -> the first error. */
  readonly refused: ReadonlyMap<string, string>;
  /** The groups that make the compiler throw: title -> the error's message. */
  readonly thrown: ReadonlyMap<string, string>;
  /** The cases with another verdict than the specification's: title -> the verdict. */
  readonly wrong: ReadonlyMap<string, string>;
  /** The cases with neither verdict: title -> the answer. */
  readonly broken: ReadonlyMap<string, string>;
  /** The cases that were sent. */
  readonly asked: number;
  /** The cases of groups that do not build. */
  readonly left: number;
}

/** Compiles each group alone, serves those that build from one bundle, and sends each of their cases. */
export async function runSuite(
  groups: readonly Group[],
  remotes: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): Promise<Outcome> {
  const refused = new Map<string, string>();
  const thrown = new Map<string, string>();
  const built = groups.filter((group) => {
    try {
      const [error] = errorsOf(group, remotes);
      if (error !== undefined) refused.set(group.title, error);
      return error === undefined;
    } catch (error) {
      thrown.set(group.title, String(error));
      return false;
    }
  });
  const wrong = new Map<string, string>();
  const broken = new Map<string, string>();
  const { url } = await serveGroups(built, remotes, cleanup);
  for (const group of built) {
    for (const one of group.cases) {
      const verdict = await verdictOn(url, group, one);
      if (verdict !== 'valid' && verdict !== 'invalid') broken.set(one.title, verdict);
      else if (verdict !== expectedOf(one)) wrong.set(one.title, verdict);
    }
  }
  const asked = countCases(built);
  return { refused, thrown, wrong, broken, asked, left: countCases(groups) - asked };
}

const expectedOf = ({ valid }: Case): string => (valid ? 'valid' : 'invalid');

const countCases = (groups: readonly Group[]): number => groups.reduce((sum, { cases }) => sum + cases.length, 0);

/** The table that a run makes of another: what was not seen is gone, and what it does not list yet is added, with what was seen as the reason. */
export function updateTable(table: readonly Difference[], seen: ReadonlyMap<string, string>): Difference[] {
  const listed = new Set(table.flatMap(({ titles }) => titles));
  const added = new Map<string, string[]>();
  for (const [title, words] of seen) {
    if (!listed.has(title)) added.set(words, [...(added.get(words) ?? []), title]);
  }
  const kept = table.map(({ reason, titles }) => ({ reason, titles: titles.filter((title) => seen.has(title)) }));
  const rows = [...kept, ...[...added].map(([words, titles]) => ({ reason: `TODO: ${words}`, titles }))];
  return rows.filter(({ titles }) => titles.length > 0);
}
