import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { hasPackages, linkPackages } from '../docs/packages.ts';
import { printAnswer, requestOf } from '../docs/requests.ts';
import { linkPackages as linkSome } from '../bundlers/project.ts';
import { judgeBy } from './document.ts';
import { NOT_ON_WORKERS, readShown } from './pages.ts';
import { RULE_NAMES, explanationOf, readDifferences } from './compare.ts';
import { writeProject } from './project.ts';
import { PLACES, exchangeAll, expectAlike, runEverywhere } from './run.ts';

// Every request that the docs show, in every place: the built file answers as the page says, and the others as the built file does.

/** The rows of the table of differences that were seen. */
const seen = new Set<string>();

const shown = readShown().filter(({ page }) => !PLACES.includes('Workers') || !(page in NOT_ON_WORKERS));

describe.each(shown)('$title', ({ title, files, requests: texts, env }) => {
  it.skipIf(!hasPackages && /^(?:recipes|migrate)\//.test(title))('is answered alike everywhere', async () => {
    const project = await writeProject(files, onTestFinished, env);
    if (/^(?:recipes|migrate)\//.test(title)) linkPackages(project.root);
    else await linkSome(project.root, ['koa', '@koa', 'light-my-request']);
    writeFileSync(join(project.root, 'cover.png'), '0123456789');
    const requests = texts.map((text) => requestOf(text, project.root));
    const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests));
    const printed = built.map(({ headers, ...answer }, i) =>
      printAnswer(texts[i]!, { ...answer, header: (name) => headers[name.toLowerCase()] }),
    );
    expect(printed.map((text) => text.trimEnd())).toEqual(texts.map((text) => text.trimEnd()));
    for (const difference of expectAlike(requests, built, others)) seen.add(explanationOf(difference)!);
    const compilation = compileFiles(files);
    const judge = judgeBy(documentOf(compilation), compilation);
    expect(requests.flatMap((request, i) => judge(request, built[i]!))).toEqual([]);
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
