import { HttpError } from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { problem } from '../../../src/runtime/koa/index.ts';
import { membersOf } from '../../../src/runtime/koa/response/thrown-problem.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';

const SOLD = { type: '/problems/sold', title: 'Sold out', detail: 'No copy is left.', instance: '/orders/7', left: 0 };

describe.each(KINDS)('a thrown problem by $name', ({ create }) => {
  it.each([
    ['thrown', (): never => raise(problem(409, SOLD))],
    ['given to ctx.throw', (ctx: OperationContext): never => ctx.throw(problem(409, SOLD))],
  ])('sends every member of the problem when it is %s', async (_, handler) => {
    const { ask } = await serve(create(createManifest({ 'GET /sold': handler })));
    const answer = await ask('GET /sold');
    expect(answer.status).toBe(409);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(Object.entries(answer.json as object)).toEqual([
      ['type', '/problems/sold'],
      ['title', 'Sold out'],
      ['status', 409],
      ['detail', 'No copy is left.'],
      ['instance', '/orders/7'],
      ['left', 0],
    ]);
  });

  it.each([
    (ctx: OperationContext): never =>
      ctx.throw(problem(503, { detail: 'Back at noon.' }, { headers: { 'Retry-After': '60' } })),
    (): never => raise(problem(503, { detail: 'Back at noon.' }, { headers: { 'Retry-After': '60' } })),
  ])('exposes a 5xx with its headers too', async (handler) => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /down': handler })));
    const answer = await ask('GET /down');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'Back at noon.',
    });
    expect(errors).toHaveLength(1);
  });

  it('answers 500 for a problem that cannot be serialized, and emits its error', async () => {
    const handler = (): never => raise(problem(409, { left: 1n }));
    const { ask, errors } = await serve(create(createManifest({ 'GET /sold': handler })));
    const answer = await ask('GET /sold');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    expect(errors.map(({ name }) => name)).toEqual(['ConflictError', 'TypeError']);
  });
});

describe('problem()', () => {
  it('takes the detail alone', () => {
    const error = problem(404, 'Unknown book');
    expect([error.status, error.message, error.expose]).toEqual([404, 'Unknown book', true]);
    expect(membersOf(error)).toEqual({ detail: 'Unknown book' });
  });

  it('problem() is an error of http-errors', () => {
    const cause = new Error('inner');
    const error = problem(418, {}, { cause });
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 418, statusCode: 418, expose: true, cause });
    expect(error.message).toBe("I'm a Teapot");
    expect(error.stack).toContain('thrown-problem.test.ts');
    expect(error.stack).not.toContain('createError');
  });

  it.each([
    ['status', 'A problem cannot have a member named "status".'],
    ['stack', 'A problem cannot have a member named "stack".'],
  ])('refuses a member named %s', (name, message) => {
    expect(() => problem(409, { [name]: 1 } as never)).toThrow(new TypeError(message));
  });

  it.each(['type', 'title', 'detail', 'instance'])('refuses a standard member that is not a text: %s', (name) => {
    const error = Object.assign(new Error('no'), { config: { headers: { authorization: 'secret' } } });
    const message = `The member "${name}" of a problem must be a string.`;
    for (const value of [error, 7, null]) expect(() => problem(502, { [name]: value } as never)).toThrow(message);
    expect(problem(502, { [name]: undefined } as never).status).toBe(502);
  });

  it('refuses a status that is not an error', () => {
    expect(() => problem(204)).toThrow('The status of a problem must be an integer from 400 to 599, not 204.');
  });
});

function raise(error: unknown): never {
  throw error;
}
