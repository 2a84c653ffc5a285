import { expect } from 'vitest';
import type { Cleanup } from '../playground/build.ts';
import type { Answer, Difference, Request } from './compare.ts';
import { compare, exchange, explanationOf } from './compare.ts';
import type { Place, Send } from './platforms.ts';
import { startBuilt, startDevServer, startLambda, startWorkerd } from './platforms.ts';
import type { Project } from './project.ts';
import { buildProject } from './project.ts';

/** The other places: where TOOLS_DIR has the runtimes of Workers and of Lambda, these alone, because the gate runs the tests without it too. */
export const PLACES: readonly Place[] =
  process.env['TOOLS_DIR'] === undefined ? ['dev server', 'Lambda'] : ['Workers', 'Lambda'];

/** Starts a project in one place, uses it, and stops it. */
async function use<T>(start: (cleanup: Cleanup) => Promise<Send>, run: (send: Send) => Promise<T>): Promise<T> {
  const removals: (() => Promise<void>)[] = [];
  try {
    return await run(await start((remove) => void removals.push(remove)));
  } finally {
    for (const remove of removals.toReversed()) await remove();
  }
}

/**
 * Runs a project in every place, one after the other, so that each begins with the same state.
 *
 * @returns The result of the built file, and of the other places.
 */
export async function runEverywhere<T>(
  project: Project,
  run: (send: Send) => Promise<T>,
  places: readonly Place[] = PLACES,
): Promise<{ readonly built: T; readonly others: readonly (readonly [place: Place, result: T])[] }> {
  const file = await buildProject(project);
  const starts: Readonly<Record<Place, (cleanup: Cleanup) => Promise<Send>>> = {
    'dev server': (cleanup) => startDevServer(project, cleanup),
    Lambda: (cleanup) => startLambda(file, project, cleanup),
    Workers: (cleanup) => startWorkerd(project, cleanup),
  };
  const built = await use((cleanup) => startBuilt(file, project, cleanup), run);
  const others: [Place, T][] = [];
  for (const place of places) others.push([place, await use(starts[place], run)]);
  return { built, others };
}

/** Sends requests one after the other. */
export async function exchangeAll(send: Send, requests: readonly Request[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await exchange(send, request));
  return answers;
}

/** Expects the same answers everywhere, but for what the table of differences explains. */
export function expectAlike(
  requests: readonly Request[],
  built: readonly Answer[],
  others: readonly (readonly [place: Place, answers: readonly Answer[]])[],
): Difference[] {
  const found = others.flatMap(([place, answers]) =>
    answers.flatMap((answer, i) => compare(place, requests[i]!, built[i]!, answer)),
  );
  expect(found.filter((difference) => explanationOf(difference) === undefined)).toEqual([]);
  return found;
}
