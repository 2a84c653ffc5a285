import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../docs/packages.ts';
import { compilePlayground } from '../docs/playground.ts';
import { STAFF_TOKEN } from '../playground/client.ts';
import { json, reads, review, writes } from '../playground/requests.ts';
import type { Request } from './compare.ts';
import { judgeBy } from './document.ts';
import { writeProject } from './project.ts';
import { PLACES, exchangeAll, expectAlike, runEverywhere } from './run.ts';

const PLAYGROUND = join(import.meta.dirname, '../../playground');

/** Every operation of the bookshop, and what an app beside it answers. */
const REQUESTS: readonly Request[] = [
  ...[...reads, ...writes].map(([, , path, init]) => ({ path, ...(init && { init }) })),
  ...['HEAD', 'PUT', 'PROPFIND'].map((method) => ({ path: '/books/12', init: { method } })),
  { path: '/books/%2e%2e/12' },
  ...['/v1/books/12', '/v1/books/twelve', '/v1/books/5001'].map((path) => ({ path })),
  { path: '/books/12/reviews', init: json({ ...review, undeclared: true }) },
];

it('the bookshop answers alike everywhere', async () => {
  const config = readFileSync(join(PLAYGROUND, 'vite.config.ts'), 'utf8');
  const server = readFileSync(join(PLAYGROUND, 'server.ts'), 'utf8');
  const files = { 'vite.config.ts': config, 'server.ts': server };
  const project = await writeProject(files, onTestFinished, { STAFF_TOKEN });
  for (const path of ['api.ts', 'app', 'database', 'events.ts', 'page.ts', 'shop', 'staff.ts', 'stop.ts'])
    cpSync(join(PLAYGROUND, path), join(project.root, path), { recursive: true });
  linkPackages(project.root);
  // Its database is a native addon.
  const places = PLACES.filter((place) => place !== 'Workers');
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, REQUESTS), places);
  expectAlike(REQUESTS, built, others);
  const { compilation, document } = compilePlayground();
  const judge = judgeBy(document, compilation);
  expect(REQUESTS.flatMap((request, i) => judge(request, built[i]!))).toEqual([]);
});
