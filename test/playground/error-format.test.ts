import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { afterSuite } from './build.ts';
import { ask } from './client.ts';

/** The files that docs/errors.md shows, by their titles. */
const recipe = new Map(readBlocks(readPage('errors.md')).map(({ title, text }): [string, string] => [title, text]));
const fileOf = (title: string): string => recipe.get(title)!;

describe('the bookshop with the errors of docs/errors.md', () => {
  const cleanup = afterSuite();
  let url: string;

  beforeAll(async () => {
    const root = scratch(cleanup);
    cpSync(fileURLToPath(new URL('../../playground', import.meta.url)), root, {
      recursive: true,
      filter: (path) => !/(?:node_modules|dist)$/.test(path),
    });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"type": "module"}');
    writeFileSync(join(root, 'app/definitions/Problem.yaml'), fileOf('app/definitions/Problem.yaml'));
    appendFileSync(join(root, 'app/definitions/openapi.yaml'), fileOf('app/definitions/openapi.yaml'));
    const api = readFileSync(join(root, 'api.ts'), 'utf8');
    const option = /formatProblem: [^]*\),\n {2}\}\),/.exec(fileOf('server.ts'))![0];
    writeFileSync(join(root, 'api.ts'), api.replace('security: {', `${option} security: {`));
    const file = await viteBuild(root, join(root, 'dist'), {}, ['libsql']);
    const served = await startNode(file, { cwd: root });
    cleanup(async () => void (await served.stop('SIGKILL')));
    url = served.url;
  });

  it('takes at most 15 lines of code', () => {
    const lines = ['app/definitions/Problem.yaml', 'app/definitions/openapi.yaml', 'server.ts'].flatMap((title) =>
      fileOf(title).trim().split('\n'),
    );
    expect(lines.length).toBeLessThanOrEqual(15);
  });

  it.each([
    ['POST', '/books/1/reviews', 422, { reviewer: ['is required'], rating: ['must be at most 5'] }],
    ['GET', '/nowhere', 404, { base: ['Not Found'] }],
    ['PUT', '/books/1/reviews', 405, { base: ['Methods allowed for this path: GET, HEAD, POST, OPTIONS.'] }],
  ])('answers %s %s with %i', async (method, path, status, errors) => {
    const { status: sent, headers, body } = await ask(url, method, path, method === 'POST' ? { rating: 6 } : undefined);
    expect([sent, headers.get('content-type'), body]).toEqual([status, 'application/json', { errors }]);
  });
});
