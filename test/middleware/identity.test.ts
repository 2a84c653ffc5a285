import { createHmac } from 'node:crypto';
import auth from 'koa-basic-auth';
import { bodyParser } from '@koa/bodyparser';
import CSRF from 'koa-csrf';
import ip from 'koa-ip';
import jwt from 'koa-jwt';
import { KoaPassport } from 'koa-passport';
import ratelimit from 'koa-ratelimit';
import { createSession } from 'koa-session';
import koaSslify from 'koa-sslify';
import { Strategy } from 'passport-http-bearer';
import { expect, it } from 'vitest';
import { errorTypeIn, inEachPlace, readDocs, serve } from './serve.ts';

// Its types declare an ES module, but it is CommonJS.
const sslify = koaSslify as unknown as typeof koaSslify.default;

const SECRET = 'a secret of some length, for HMAC';

/** A token of RFC 7519, signed with {@link SECRET}. */
function sign(payload: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`;
}

inEachPlace('koa-jwt', (serveWith, place) => {
  it('refuses, and leaves the token in ctx.state', async () => {
    const { ask } = await serveWith(jwt({ secret: SECRET }));
    expect(await ask('GET /user')).toMatchObject({ status: 401, headers: { 'content-type': errorTypeIn(place) } });
    const headers = { Authorization: `Bearer ${sign({ sub: 'ada' })}` };
    expect((await ask('GET /user', { headers })).json.user).toMatchObject({ sub: 'ada' });
  });
});

const OPTIONS = { session: false, failWithError: true };

inEachPlace('koa-passport', (serveWith, place) => {
  it('authenticates, and leaves the user in ctx.state', async () => {
    const passport = new KoaPassport();
    passport.use(new Strategy((token, done) => done(null, token === 'good' ? { name: 'ada' } : false)));
    const { ask } = await serveWith(passport.initialize(), passport.authenticate('bearer', OPTIONS));
    expect(await ask('GET /user')).toMatchObject({ status: 401, headers: { 'content-type': errorTypeIn(place) } });
    expect((await ask('GET /user', { headers: { Authorization: 'Bearer good' } })).json.user).toEqual({ name: 'ada' });
  });
});

inEachPlace('koa-basic-auth', (serveWith, place) => {
  it('answers 401 with a challenge', async () => {
    const { ask } = await serveWith(auth({ name: 'ada', pass: 'pw' }));
    const refused = await ask('GET /pets/1');
    expect(refused).toMatchObject({ status: 401, headers: { 'content-type': errorTypeIn(place) } });
    expect(refused.headers['www-authenticate']).toContain('Basic');
    const headers = { Authorization: `Basic ${btoa('ada:pw')}` };
    expect((await ask('GET /pets/1', { headers })).status).toBe(200);
  });
});

inEachPlace('koa-session', (serveWith, place) => {
  it('keeps a session over requests', async () => {
    const { app, ask } = await serveWith((ctx, next) => session(ctx as never, next));
    const session = createSession({ key: 'sid' }, app as never) as (ctx: never, next: () => unknown) => unknown;
    const first = await ask('GET /user');
    expect([place, first.json]).toEqual([place, { user: null, visits: 1 }]);
    const cookies = (first.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
    const second = await ask('GET /user', { headers: { Cookie: cookies.join('; ') } });
    expect(second.json.visits).toBe(2);
  });
});

inEachPlace('koa-csrf', (serveWith, place) => {
  it('refuses a POST and a DELETE without a token', async () => {
    const { app, ask, errors } = await serveWith(
      (ctx, next) => session(ctx as never, next),
      bodyParser(),
      (ctx, next) => {
        ctx.request.body ??= {};
        return next();
      },
      new CSRF() as never,
      (ctx, next) => (ctx.set('X-Token', ctx.state['_csrf']), next()),
    );
    const session = createSession({ key: 'sid' }, app as never) as (ctx: never, next: () => unknown) => unknown;
    const { headers } = await ask('GET /user');
    const cookies = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
    const post = { 'Content-Type': 'application/json', Cookie: cookies };
    const body = '{"name":"Ada"}';
    expect(await ask('POST /pets', { headers: post, body })).toMatchObject({
      status: 403,
      headers: { 'content-type': errorTypeIn(place) },
    });
    const token = { 'CSRF-Token': String(headers['x-token']) };
    expect((await ask('POST /pets', { headers: { ...post, ...token }, body })).status).toBe(201);
    const remove = { Cookie: cookies };
    expect((await ask('DELETE /pets/1', { headers: remove })).status).toBe(403);
    expect((await ask('DELETE /pets/1', { headers: { ...remove, ...token } })).status).toBe(204);
    expect((await ask('POST /pets', { headers: { ...remove, ...token } })).status).toBe(400);
    expect(errors.filter((error) => error === 'Invalid CSRF token')).toHaveLength(2);
    expect(readDocs('reference/koa.md')).toContain('`(ctx, next) => { ctx.request.body ??= {}; return next(); }`');
  });
});

inEachPlace('koa-ratelimit', (serveWith, place) => {
  it('answers 429 after the allowed number of requests', async () => {
    const limit = ratelimit({ driver: 'memory', db: new Map(), duration: 60_000, max: 2, throw: true });
    const { ask } = await serveWith(limit);
    expect((await ask('GET /pets/1')).headers['x-ratelimit-remaining']).toBe('1');
    expect((await ask('GET /pets/1')).status).toBe(200);
    expect(await ask('GET /pets/1')).toMatchObject({
      status: 429,
      headers: { 'content-type': errorTypeIn(place), 'retry-after': expect.any(String) },
    });
  });
});

it('koa-ratelimit in a _middleware file breaks the contract, unless it throws', async () => {
  const { ask, errors } = await serve('_middleware', ratelimit({ driver: 'memory', db: new Map(), max: 0 }));
  expect((await ask('GET /pets/1')).status).toBe(500);
  expect(errors[0]).toContain('sent status 429, but its contract declares 200');
});

inEachPlace('koa-ip', (serveWith) => {
  it('refuses other addresses', async () => {
    const allowed = await serveWith(ip({ whitelist: ['127.0.0.1', '::1'] }));
    expect((await allowed.ask('GET /pets/1')).status).toBe(200);
    const refusing = await serveWith(ip({ whitelist: ['192.0.2.1'] }));
    expect((await refusing.ask('GET /pets/1')).status).toBe(403);
  });
});

inEachPlace('koa-sslify', (serveWith) => {
  it('redirects to HTTPS', async () => {
    const { ask } = await serveWith(sslify({ resolver: (ctx) => ctx.get('X-Forwarded-Proto') === 'https' }));
    const redirected = await ask('GET /pets/1', { headers: { Host: 'shop.example' } });
    expect(redirected).toMatchObject({ status: 301, headers: { location: 'https://shop.example/pets/1' } });
    expect((await ask('GET /pets/1', { headers: { 'X-Forwarded-Proto': 'https' } })).status).toBe(200);
  });
});
