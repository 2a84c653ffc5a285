import { describe, expect, it, onTestFinished } from 'vitest';
import { linkPackages as linkSome } from '../plugin/bundlers/project.ts';
import { hasPackages, linkPackages } from '../docs/packages.ts';
import { RULE_NAMES, explanationOf, readDifferences } from './compare.ts';
import { NOT_ON_WORKERS, readShown } from './pages.ts';
import { writeProject } from './project.ts';
import { PLACES } from './run.ts';
import { expectAsShown } from './shown.ts';

// Every request that the docs show, in every place: the built file answers as the page says, and the others as the built file does.

/** The rows of the table of differences that were seen. */
const seen = new Set<string>();

describe.each(readShown())('$title', (shown) => {
  const needsPackages = /^(?:recipes|migrate)\//.test(shown.page);

  it.skipIf(needsPackages && !hasPackages)('gets the same answers everywhere', async () => {
    const project = await writeProject(shown.files, onTestFinished, shown.env);
    if (needsPackages) linkPackages(project.root, ['drizzle-orm']);
    else await linkSome(project.root, ['koa', '@koa', 'light-my-request']);
    const places = PLACES.filter((place) => place !== 'Workers' || !(shown.page in NOT_ON_WORKERS));
    const rows = (await expectAsShown(shown, project, places)).map(explanationOf);
    expect(rows).not.toContain(undefined);
    for (const row of rows) seen.add(row!);
  });
});

it('the table of differences has each that is seen, and no other', () => {
  expect(readDifferences().sort()).toEqual([...RULE_NAMES].sort());
  // No page repeats a header: repeated.test.ts does.
  const own = RULE_NAMES.filter(
    (name) => PLACES.some((place) => name.startsWith(place)) && !/repeated|Cookie/.test(name),
  );
  expect([...seen].sort()).toEqual(own.sort());
});
