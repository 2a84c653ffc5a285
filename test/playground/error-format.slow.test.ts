import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument, OperationObject, ResponseObject } from '../../src/build/openapi/document.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { createSession } from '../../src/build/project/session.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { scratch, viteBuild } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { afterSuite } from './build.ts';
import { ask, STAFF_TOKEN } from './client.ts';
import { OPTIONS } from './options.ts';

/** The files that docs/guides/errors.md shows, by their titles. */
const recipe = new Map(readBlocks(readPage('errors.md')).map(({ title, text }): [string, string] => [title, text]));
const fileOf = (title: string): string => recipe.get(title)!;

describe('the bookshop with the errors of docs/guides/errors.md', () => {
  const cleanup = afterSuite();
  let url: string;
  let declarations: string;
  let document: OpenApiDocument;

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
    const file = await viteBuild(root, join(root, 'dist'), OPTIONS, ['libsql']);
    declarations = readFileSync(join(root, 'operations.d.ts'), 'utf8');
    const session = createSession(locateProject(resolveOptions(OPTIONS), root));
    document = session.openApi(session.compile());
    const served = await startNode(file, { cwd: root, env: { STAFF_TOKEN } });
    cleanup(async () => void (await served.stop('SIGKILL')));
    url = served.url;
  });

  it('takes at most 15 lines of code', () => {
    const lines = ['app/definitions/Problem.yaml', 'app/definitions/openapi.yaml', 'server.ts'].flatMap((title) =>
      fileOf(title).trim().split('\n'),
    );
    expect(lines.length).toBeLessThanOrEqual(15);
  });

  const operations = (): OperationObject[] => Object.values(document.paths).flatMap((item) => Object.values(item));
  const resolve = (part: unknown): ResponseObject => {
    const { $ref } = part as { $ref?: string };
    return $ref === undefined
      ? (part as ResponseObject)
      : document.components!.responses![$ref.slice('#/components/responses/'.length)]!;
  };

  it('documents one media type and schema for errors, and the statuses that are sent', () => {
    const errors = operations().flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => /^[45]/.test(status)),
    );
    expect(errors.length).toBeGreaterThan(20);
    for (const [, response] of errors)
      expect(resolve(response).content).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
      });
    // 400 is that of its handlers, and 431 that of Node, which docs/guides/errors.md has an exception for.
    const statuses = '400 401 403 404 409 413 415 422 429 431 503'.split(' ');
    expect([...new Set(errors.map(([status]) => status))].sort()).toEqual(statuses);
    const hasInput = ({ parameters, requestBody }: OperationObject): boolean =>
      parameters !== undefined || requestBody !== undefined;
    for (const operation of operations()) expect('422' in operation.responses).toBe(hasInput(operation));
    expect(JSON.stringify(document)).not.toMatch(/problem\+json|x-problem/);
  });

  it('types the errors of its client alike', () => {
    expect(declarations).toContain('"422": { body: Schemas.Problem };');
    expect(declarations).not.toContain('{ problem: ');
  });

  const REVIEW = '/books/{book_id}/reviews';
  const ORDER = { customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] };
  it.each<
    [method: string, path: string, template: string, status: number, errors: object, body?: unknown, token?: string]
  >([
    [
      'POST',
      '/books/1/reviews',
      REVIEW,
      422,
      { reviewer: ['is required'], rating: ['must be at most 5'] },
      { rating: 6 },
    ],
    ['POST', '/books/1/reviews', REVIEW, 422, { '': ['is required'] }],
    ['POST', '/books/1/reviews', REVIEW, 413, { base: [expect.any(String)] }, 'x'.repeat(100_000)],
    ['GET', '/books?page=0&sort=x', '/books', 422, { page: ['must be at least 1'], sort: [expect.any(String)] }],
    ['GET', '/books/x', '/books/{book_id}', 422, { book_id: ['must be an integer'] }],
    ['DELETE', '/books/1/reviews/1', `${REVIEW}/{review_id}`, 401, { base: ['Invalid credentials.'] }, undefined, 'x'],
    ['DELETE', '/books/1/reviews/99999', `${REVIEW}/{review_id}`, 404, { base: [expect.any(String)] }],
    [
      'POST',
      '/orders',
      '/orders',
      409,
      { base: [expect.any(String)] },
      { ...ORDER, items: [{ book_id: 1, quantity: 100 }] },
    ],
    [
      'POST',
      '/orders',
      '/orders',
      400,
      { base: ['items lists a book twice.'] },
      { ...ORDER, items: [...ORDER.items, ...ORDER.items] },
    ],
    ['GET', '/books/1/%zz', '', 422, { base: ['The path is malformed or has an invalid percent-encoding.'] }],
    ['GET', '/nowhere', '', 404, { base: ['Not Found'] }],
    ['PUT', '/books/1/reviews', '', 405, { base: ['Methods allowed for this path: GET, HEAD, POST, OPTIONS.'] }],
  ])('answers %s %s as it documents (%s %i)', async (method, path, template, status, errors, sent, token) => {
    const { status: answered, headers, body } = await ask(url, method, path, sent, token);
    expect([answered, headers.get('content-type'), body]).toEqual([status, 'application/json', { errors }]);
    // Errors without a template belong to no operation.
    const { responses } = document.paths[template]?.[method.toLowerCase() as 'get'] ?? { responses: undefined };
    const contents = responses === undefined ? template : Object.keys(resolve(responses[status]).content!)[0];
    expect(contents).toBe(template === '' ? '' : 'application/json');
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate({ $ref: '#/components/schemas/Problem', components: document.components }, body)).toBe(true);
  });
});
