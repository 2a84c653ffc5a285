import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { printAnswer, requestOf } from '../docs/requests.ts';
import type { Difference } from './compare.ts';
import { judgeBy } from './document.ts';
import type { Shown } from './pages.ts';
import type { Place } from './platforms.ts';
import type { Project } from './project.ts';
import { exchangeAll, expectAlike, runEverywhere } from './run.ts';

/** Sends the requests that a page shows: the built file answers as the page and the document say, and every place as the built file does. */
export async function expectAsShown(
  { files, requests: texts }: Shown,
  project: Project,
  places: readonly Place[],
): Promise<Difference[]> {
  writeFileSync(join(project.root, 'cover.png'), '0123456789');
  const requests = texts.map((text) => requestOf(text, project.root));
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests), places);
  const printed = built.map(({ headers, ...answer }, i) =>
    printAnswer(texts[i]!, { ...answer, header: (name) => headers[name.toLowerCase()] }),
  );
  expect(printed.map((text) => text.trimEnd())).toEqual(texts.map((text) => text.trimEnd()));
  const compilation = compileFiles(files);
  const judges = [...(compilation.older ?? []), compilation].map((each) => judgeBy(documentOf(each), each));
  const faults = requests.flatMap((request, i) => {
    const found = judges.map((judge) => judge(request, built[i]!));
    // With a version in a header, a path does not show which document has it.
    return compilation.versionHeader !== undefined && found.some((each) => each.length === 0) ? [] : found.flat();
  });
  expect(faults).toEqual([]);
  return expectAlike(requests, built, others);
}
