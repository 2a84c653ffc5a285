import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const DEFINITIONS = {
  'openapi.yaml': `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
`,
};

/** The error of an HTTP client: its message and headers are those of another server. */
function foreign(status: number, more: object = {}): Error {
  const headers = { 'X-Upstream': 'secret', 'WWW-Authenticate': 'Upstream secret', 'Set-Cookie': 'upstream=secret' };
  return Object.assign(new Error('the secret of another server'), { status, headers, ...more });
}

const KEY = { headers: { 'idempotency-key': 'k', 'content-type': 'application/json' }, body: '{}' };

describe.each(KINDS)('the error of another server, with $name', ({ create }) => {
  it.each([
    [401, 'Bearer error="invalid_token"'],
    [403, undefined],
  ])('sends nothing of it if a verifier throws it: %i', async (status, challenge) => {
    const manifest = await compileTree(
      { 'a@get.js': '/** @security token */\nexport default () => {};' },
      { definitions: DEFINITIONS },
    );
    const security = { token: () => Promise.reject(foreign(status)) };
    const { ask } = await serve(create(manifest, { security } as RuntimeOptions));
    const answer = await ask('GET /a', { headers: { authorization: 'Bearer t' } });
    expect(answer.status).toBe(status);
    expect(JSON.stringify([answer.headers, answer.body])).not.toContain('secret');
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  it.each([
    ['a response of another server', {}],
    ['a file of this server', { expose: true, syscall: 'stat', headers: {} }],
  ])('sends nothing of it when a key is repeated: %s', async (_name, more) => {
    const manifest = await compileTree({
      'pay@post.js': '/**\n * @idempotent\n * @param {object} body\n */\nexport default (ctx) => ctx.app.pay();',
    });
    const app = create(manifest, { idempotency: { clientOf: 'shared' } });
    const { ask } = await serve(Object.assign(app, { pay: () => Promise.reject(foreign(402, more)) }));
    const [first, second] = [await ask('POST /pay', KEY), await ask('POST /pay', KEY)];
    expect([first.status, second.status]).toEqual([402, 402]);
    expect(second.body).toBe(first.body);
    expect(JSON.stringify([second.headers, second.body])).not.toContain('secret');
  });

  it('repeats the headers and the message of an error for clients', async () => {
    const manifest = await compileTree({
      'pay@post.js': '/**\n * @idempotent\n * @param {object} body\n */\nexport default (ctx) => ctx.app.pay();',
    });
    const app = create(manifest, { idempotency: { clientOf: 'shared' } });
    const refusal = Object.assign(new Error('Too little'), {
      status: 402,
      expose: true,
      headers: { 'X-Balance': '1' },
    });
    const { ask } = await serve(Object.assign(app, { pay: () => Promise.reject(refusal) }));
    for (const answer of [await ask('POST /pay', KEY), await ask('POST /pay', KEY)])
      expect(answer).toMatchObject({ status: 402, json: { detail: 'Too little' }, headers: { 'x-balance': '1' } });
  });
});
