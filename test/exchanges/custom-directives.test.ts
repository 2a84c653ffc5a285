import { expect, it, onTestFinished } from 'vitest';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../custom-directives/project.ts';
import { REQUESTS, SHOP } from '../custom-directives/shop.ts';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { writeProject } from './project.ts';
import { PLACES, exchangeAll, expectAlike, runEverywhere } from './run.ts';

it.each([false, true])('custom directives do the same everywhere, with lazy: %s', async (lazy) => {
  const project = await writeProject(SHOP, onTestFinished, {}, { lazy });
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  rmSync(join(project.root, 'node_modules/unplugin-operations'));
  install(project.root);
  const requests = REQUESTS.map(([path, headers]) => ({ path, init: { headers } }));
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests), PLACES);
  const statuses = REQUESTS.map(([path, , status]) => [path, status]);
  for (const answers of [built, ...others.map(([, each]) => each)])
    expect(answers.map(({ status }, n) => [requests[n]!.path, status])).toEqual(statuses);
  // The dev server explains unknown paths.
  const isKnown = (_: unknown, n: number): boolean => REQUESTS[n]![2] !== 404 || REQUESTS[n]![0].endsWith('404');
  const ofOperations = others.map(([place, answers]) => [place, answers.filter(isKnown)] as const);
  expectAlike(requests.filter(isKnown), built.filter(isKnown), ofOperations);
});
