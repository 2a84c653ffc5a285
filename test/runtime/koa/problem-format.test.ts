import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { FormatProblem, RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, problem } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';
import { exchange } from './wire.ts';

const DEFINITIONS = {
  'Problem.yaml':
    'type: object\nproperties:\n  errors:\n    type: object\n    additionalProperties: {type: array, items: {type: string}}\nrequired: [errors]',
  'openapi.yaml':
    'x-problem: {mediaType: application/json, status: {400: 422}}\ncomponents: {securitySchemes: {staff: {type: http, scheme: bearer}}}',
};

const formatProblem: FormatProblem = ({ title, detail, errors = [] }) => ({
  errors:
    errors.length > 0
      ? Object.fromEntries(errors.map(({ name, message }) => [name, [message]]))
      : { base: [detail ?? title] },
});

const FAIL = `/** A failure. */
export default (ctx) => { throw Object.assign(new Error('secret'), { expose: false, headers: { 'X-A': '1' } }); };`;

const compileOwn = (): Promise<Manifest> =>
  compileTree(
    {
      'pets@post.ts': '/** @param {string} name (minLength: 8) - Its name */',
      'fail@get.ts': FAIL,
      'teapot@get.ts': '/** A teapot. */\nexport default (ctx) => ctx.throw(400, "by hand");',
      'staff@get.ts': '/** @security staff */',
    },
    { definitions: DEFINITIONS, warnings: ['undeclared-status'] },
  );

/** The headers that the runtime still sets, by status. */
const HEADERS: Readonly<Record<number, object>> = {
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: 'POST, OPTIONS' },
  500: { 'x-a': '1' },
};

const OPTIONS: RuntimeOptions = { formatProblem, security: { staff: (ctx) => ctx.throw(403, 'Not you.') } };

describe.each(KINDS)('a format of errors by $name', ({ name, create }) => {
  it.each<[target: string, status: number, errors: object, options?: object]>([
    ['POST /pets', 422, { name: ['must have at least 8 characters'] }, { body: '{"name":""}' }],
    ['POST /pets', 422, { base: [expect.stringContaining('JSON')] }, { body: '{' }],
    ['POST /pets', 415, { base: [expect.any(String)] }, { body: 'a', headers: { 'Content-Type': 'text/css' } }],
    ['POST /pets', 413, { base: [expect.any(String)] }, { body: 'x'.repeat(2 ** 20 + 1) }],
    ['GET /staff', 401, { base: ['Authentication is required.'] }],
    ['GET /staff', 403, { base: ['Not you.'] }, { headers: { Authorization: 'Bearer x' } }],
    ['DELETE /pets', 405, { base: ['Methods allowed for this path: POST, OPTIONS.'] }],
    ['PROPFIND /pets', 501, { base: [expect.stringMatching(/^Supported methods/)] }],
    ['GET /pets/%', 422, { base: [expect.stringContaining('percent-encoding')] }],
    ['GET /fail', 500, { base: ['Internal Server Error'] }],
    ['GET /teapot', 400, { base: ['by hand'] }],
    ...(name.startsWith('createApp') ? [['GET /none', 404, { base: ['Not Found'] }] as [string, number, object]] : []),
  ])('formats %s: %i', async (target, status, errors, options = {}) => {
    const { ask } = await serve(create(await compileOwn(), OPTIONS));
    const answer = await ask(target, { headers: { 'Content-Type': 'application/json' }, ...options });
    expect([answer.status, answer.json]).toEqual([status, { errors }]);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers).toMatchObject(HEADERS[status] ?? {});
  });

  it('gets the error, and may fail without harm', async () => {
    const given: unknown[] = [];
    const format: FormatProblem = (_problem, ctx, error) => {
      given.push([ctx.path, error?.message]);
      throw new Error('of the format');
    };
    const operations = await compileOwn();
    const { ask, errors } = await serve(create(operations, { ...OPTIONS, formatProblem: format }));
    expect(await ask('GET /fail')).toMatchObject({ status: 500, body: 'Internal Server Error' });
    // The second call is for a problem without the members of the first one.
    expect(given).toEqual([
      ['/fail', 'secret'],
      ['/fail', 'of the format'],
    ]);
    expect(errors.map(({ message }) => message)).toEqual(['secret', 'of the format']);
    expect((await ask('DELETE /pets')).status).toBe(500);
  });
});

describe('a server', () => {
  const raise = (): never => {
    throw problem(409, { left: 0 });
  };

  it('refuses to start with one half of a format', async () => {
    const own = await compileOwn();
    const security = OPTIONS.security!;
    for (const create of [createApp, createRouter]) {
      expect(() => create(own, { security })).toThrow(
        new TypeError('The project defines "Problem", so the server needs the option formatProblem to write it.'),
      );
      expect(() => create(createManifest({ 'GET /': raise }), { formatProblem })).toThrow(
        new TypeError('The option formatProblem needs a definition "Problem", which describes what it returns.'),
      );
    }
  });

  it.each([
    ['GET /pets HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n', 417, 'Expectation Failed'],
    ['hello\r\n\r\n', 400, 'Bad Request'],
    [`GET /pets HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'Request Header Fields Too Large'],
  ])('keeps to RFC 9457 for requests that no app sees: %#', async (bytes, status, title) => {
    const app = createApp(await compileOwn(), OPTIONS);
    const server = app.listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const answer = await exchange((server.address() as AddressInfo).port, bytes);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toEqual({ type: 'about:blank', title, status });
  });

  it('keeps to RFC 9457 where only statuses are replaced', async () => {
    const files = { 'pets@get.ts': '/** @param {string} name (minLength: 8) - Its name */' };
    const operations = await compileTree(files, { definitions: { 'openapi.yaml': 'x-problem: {status: {400: 422}}' } });
    const { ask } = await serve(createApp(operations));
    const answer = await ask('GET /pets?name=');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ status: 422, title: 'Unprocessable Entity', errors: [{ name: 'name' }] });
  });
});
