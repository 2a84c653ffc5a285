import { request } from 'node:http';
import { createServer, request as requestSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { PeerCertificate } from 'node:tls';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SecurityScheme } from '../../../src/shared/contract/enforcement.ts';
import type { SecurityRequirement } from '../../../src/shared/contract/operation.ts';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { OperationContext, RuntimeOptions, Verifier } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, problem } from '../../../src/runtime/koa/index.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { Answer, Kind } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  token: { type: 'http', scheme: 'bearer' },
  staff: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  basicKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  login: { type: 'oauth2' },
  single: { type: 'openIdConnect' },
  machine: { type: 'mutualTLS' },
};

/** The manifest of one operation, GET /it, that asks for one of some requirements; it answers with what it was told of who asks. */
function secured(
  security: readonly SecurityRequirement[],
  sketch: Exclude<Sketch, (...given: never[]) => unknown> = {},
): Manifest {
  return { ...createManifest({ 'GET /it': { handler, security, ...sketch } }), securitySchemes: SCHEMES };
}

/** A verifier that notes what it was called with, and knows what it is told to know. */
function knowing(answer: unknown = true): Verifier & { calls: unknown[] } {
  const calls: unknown[] = [];
  return Object.assign(
    (_ctx: unknown, credentials: unknown, scopes: readonly string[]) => (calls.push([credentials, scopes]), answer),
    {
      calls,
    },
  );
}

const handler = (ctx: OperationContext): unknown => ({ auth: ctx.auth, hasPrototype: 'toString' in ctx.auth });

const forbid: Verifier = async (ctx) => ctx.throw(403, 'not you');
const refuse: Verifier = (ctx) => ctx.throw(401, 'who?');
const expire: Verifier = (ctx) =>
  ctx.throw(401, 'expired', { headers: { 'www-authenticate': 'Bearer error_description="expired"' } });
const refuseSecretly: Verifier = () => {
  throw Object.assign(new Error('of an upstream'), { status: 401 });
};

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Nobody. */
class Guest {
  isAdmin(): boolean {
    return false;
  }
}

/** A session whose user only an accessor shows. */
class SessionOf {
  readonly #user: string | undefined;
  constructor(user: string | undefined) {
    this.#user = user;
  }
  get user(): string | undefined {
    return this.#user;
  }
}

/** The result of a check, whose outcome only an accessor shows. */
class CheckOf {
  readonly name = 'ada';
  readonly #isValid: boolean;
  constructor(isValid: boolean) {
    this.#isValid = isValid;
  }
  get valid(): boolean {
    return this.#isValid;
  }
}

/** A user with a default. */
class UserOf {
  readonly id: unknown;
  readonly roles = ['user'];
  constructor(row: { readonly id: unknown } | undefined) {
    this.id = row?.id;
  }
}

/** A row whose name only an accessor shows. */
class RowOf {
  readonly ip = '::1';
  constructor(readonly row: { readonly id: unknown } | undefined) {}
  get name(): string | undefined {
    return this.row && `user ${this.row.id}`;
  }
}

const PROBLEM = { type: 'about:blank', title: 'Unauthorized', status: 401 };

describe.each(KINDS)('security by $name', ({ create }: Kind) => {
  const askFor = async (
    security: readonly SecurityRequirement[],
    verifiers: RuntimeOptions['security'],
    headers: Record<string, string | string[]> = {},
    target = 'GET /it',
  ): Promise<Answer & { errors: Error[] }> => {
    const { ask, errors } = await serve(create(secured(security), { security: verifiers ?? {} }));
    return Object.assign(await ask(target, { headers }), { errors });
  };

  it.each<[string, string, Record<string, string>, string, unknown]>([
    ['a bearer token', 'token', { Authorization: 'Bearer abc.D-_~+/9==' }, '/it', 'abc.D-_~+/9=='],
    ['a bearer token, its scheme in another case', 'token', { authorization: 'bEARER   abc' }, '/it', 'abc'],
    ['an oauth2 token', 'login', { Authorization: 'Bearer abc' }, '/it', 'abc'],
    ['an OpenID Connect token', 'single', { Authorization: 'Bearer abc' }, '/it', 'abc'],
    [
      'basic credentials',
      'staff',
      { Authorization: basic('ada:se:cret') },
      '/it',
      { username: 'ada', password: 'se:cret' },
    ],
    [
      'basic credentials in UTF-8',
      'staff',
      { Authorization: basic('ädä:✓') },
      '/it',
      { username: 'ädä', password: '✓' },
    ],
    ['a password without a name', 'staff', { Authorization: basic(':key') }, '/it', { username: '', password: 'key' }],
    ['basic credentials as a key', 'basicKey', { Authorization: basic('key:') }, '/it', basic('key:')],
    [
      'basic credentials without padding',
      'staff',
      { Authorization: 'basic YTpi' },
      '/it',
      { username: 'a', password: 'b' },
    ],
    [
      'a byte order mark, as it is',
      'staff',
      { Authorization: basic('\uFEFFa:b') },
      '/it',
      { username: '\uFEFFa', password: 'b' },
    ],
    [
      'what another scheme has',
      'digest',
      { Authorization: 'Digest username="a", uri="/"' },
      '/it',
      'username="a", uri="/"',
    ],
    ['a key in a header', 'key', { 'x-key': 'k 1' }, '/it', 'k 1'],
    ['a key in the query', 'queryKey', {}, '/it?a=1&key=k%201%2B&b', 'k 1+'],
    ['a key in a cookie', 'session', { Cookie: 'a=b; session=s1; c=d' }, '/it', 's1'],
  ])('gives a verifier %s', async (_title, scheme, headers, path, credentials) => {
    const verify = knowing({ id: 7 });
    const answer = await askFor([{ [scheme]: ['read', 'write'] }], { [scheme]: verify }, headers, `GET ${path}`);
    expect(answer).toMatchObject({ status: 200, json: { auth: { [scheme]: { id: 7 } }, hasPrototype: false } });
    expect(verify.calls).toEqual([[credentials, ['read', 'write']]]);
    expect(answer.errors).toEqual([]);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['nothing', 'token', {}, 'Bearer'],
    ['an empty header', 'token', { Authorization: '' }, 'Bearer'],
    ['credentials of another scheme', 'token', { Authorization: basic('a:b') }, 'Bearer'],
    ['credentials of a scheme that begins alike', 'token', { Authorization: 'Bearers abc' }, 'Bearer'],
    ['no token', 'token', { Authorization: 'Bearer' }, 'Bearer error="invalid_token"'],
    ['two tokens', 'token', { Authorization: 'Bearer a, Bearer b' }, 'Bearer error="invalid_token"'],
    ['a token with what none may have', 'token', { Authorization: 'Bearer a"b' }, 'Bearer error="invalid_token"'],
    ['no basic credentials', 'staff', { Authorization: 'Basic' }, 'Basic realm="staff", charset="UTF-8"'],
    ['what is not base64', 'staff', { Authorization: 'Basic a:b' }, 'Basic realm="staff", charset="UTF-8"'],
    [
      'base64 of another alphabet',
      'staff',
      { Authorization: 'Basic YTo-Pj4=' },
      'Basic realm="staff", charset="UTF-8"',
    ],
    ['base64 with stray bits', 'staff', { Authorization: 'Basic YTpiY=' }, 'Basic realm="staff", charset="UTF-8"'],
    ['no colon', 'staff', { Authorization: basic('ada') }, 'Basic realm="staff", charset="UTF-8"'],
    ['a name without a password', 'staff', { Authorization: basic('ada:') }, 'Basic realm="staff", charset="UTF-8"'],
    ['neither name nor password', 'staff', { Authorization: basic(':') }, 'Basic realm="staff", charset="UTF-8"'],
    ['a control character', 'staff', { Authorization: basic('a\n:b') }, 'Basic realm="staff", charset="UTF-8"'],
    [
      'a control character of ISO 6429',
      'staff',
      { Authorization: basic('a\u0081:b') },
      'Basic realm="staff", charset="UTF-8"',
    ],
    ['what is not UTF-8', 'staff', { Authorization: 'Basic /zph' }, 'Basic realm="staff", charset="UTF-8"'],
    ['no digest', 'digest', { Authorization: 'Digest ' }, 'Digest'],
    ['an empty key', 'key', { 'X-Key': '' }, 'ApiKey in="header", name="X-Key"'],
    ['an empty cookie', 'session', { Cookie: 'session=' }, 'ApiKey in="cookie", name="session"'],
    ['another cookie', 'session', { Cookie: 'xsession=a' }, 'ApiKey in="cookie", name="session"'],
    [
      'a cookie with U+00A0 before its name',
      'session',
      { Cookie: '\u00a0session=a' },
      'ApiKey in="cookie", name="session"',
    ],
    [
      'a cookie with U+00A0 behind its name',
      'session',
      { Cookie: 'session\u00a0=a' },
      'ApiKey in="cookie", name="session"',
    ],
    ['no client certificate', 'machine', {}, 'ClientCertificate'],
  ])('refuses %s without asking a verifier', async (_title, scheme, headers, challenge) => {
    const verify = knowing();
    const answer = await askFor([{ [scheme]: [] }], { [scheme]: verify }, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(challenge);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const isRefused = challenge.includes('invalid') || scheme === 'staff' || scheme === 'digest';
    const detail = isRefused ? 'Invalid credentials.' : 'Authentication is required.';
    expect(answer.json).toEqual({ ...PROBLEM, detail });
    expect(verify.calls).toEqual([]);
    expect(answer.errors).toMatchObject([{ name: 'Unauthorized', status: 401 }]);
  });

  it.each(['/it?key=', '/it?key', '/it', '/it?key=a&key=b', '/it?key=a&key=', '/it?KEY=a'])(
    'refuses the key of %s',
    async (path) => {
      const verify = knowing();
      const answer = await askFor([{ queryKey: [] }], { queryKey: verify }, {}, `GET ${path}`);
      expect(answer.status).toBe(401);
      expect(verify.calls).toEqual([]);
    },
  );

  it.each<[string, string, Record<string, string | string[]>, string]>([
    ['two cookies', 'session', { Cookie: 'session=s1; session=s2' }, '/it'],
    ['two cookies of which one is empty', 'session', { Cookie: 'session=; session=s2' }, '/it'],
    ['cookies in two headers', 'session', { Cookie: ['session=s1', 'session=s2'] }, '/it'],
    ['two headers', 'key', { 'X-Key': ['k1', 'k2'] }, '/it'],
    ['two headers Authorization', 'token', { Authorization: ['Bearer a', 'Bearer b'] }, '/it'],
    ['two headers Authorization of two schemes', 'staff', { Authorization: [basic('a:b'), 'Bearer b'] }, '/it'],
    ['two digests', 'digest', { Authorization: ['Digest a="1"', 'Digest a="2"'] }, '/it'],
    ['two parameters', 'queryKey', {}, '/it?key=a&key=b'],
  ])('refuses different credentials in %s without asking a verifier', async (_title, scheme, headers, path) => {
    const verify = knowing();
    const answer = await askFor([{ [scheme]: [] }], { [scheme]: verify }, headers, `GET ${path}`);
    expect(answer).toMatchObject({ status: 401, json: { ...PROBLEM, detail: 'Invalid credentials.' } });
    expect(verify.calls).toEqual([]);
  });

  it.each<[string, string, Record<string, string | string[]>, string, unknown]>([
    ['two cookies', 'session', { Cookie: 'session=s1; a=b; session=s1' }, '/it', 's1'],
    ['two cookies, one of them in quotes', 'session', { Cookie: 'session=s1; session="s1"' }, '/it', 's1'],
    ['two headers', 'key', { 'X-Key': ['k1', 'k1'] }, '/it', 'k1'],
    ['two headers Authorization', 'token', { Authorization: ['Bearer a', 'Bearer a'] }, '/it', 'a'],
    ['two parameters', 'queryKey', {}, '/it?key=a&key=a', 'a'],
  ])('takes equal credentials in %s as one', async (_title, scheme, headers, path, credentials) => {
    const verify = knowing();
    const answer = await askFor([{ [scheme]: [] }], { [scheme]: verify }, headers, `GET ${path}`);
    expect(answer.status).toBe(200);
    expect(verify.calls).toEqual([[credentials, []]]);
  });

  it.each<[string, string, Record<string, string>, unknown]>([
    ['a lone quote at its start', 'session', { Cookie: 'session="s1' }, '"s1'],
    ['a lone quote at its end', 'session', { Cookie: 'session=s1"' }, 's1"'],
    ['quotes around it, without them', 'session', { Cookie: 'session="s1"' }, 's1'],
    ['a quote alone', 'session', { Cookie: 'session="' }, '"'],
  ])('gives a verifier a cookie with %s', async (_title, scheme, headers, credentials) => {
    const verify = knowing();
    await askFor([{ [scheme]: [] }], { [scheme]: verify }, headers);
    expect(verify.calls).toEqual([[credentials, []]]);
  });

  it.each([undefined, null, false, 0, '', Number.NaN])(
    'takes %j of a verifier for a refusal, now and later',
    async (value) => {
      for (const verify of [() => value, async () => value]) {
        const answer = await askFor([{ token: ['a', 'b'] }], { token: verify }, { Authorization: 'Bearer abc' });
        expect(answer.json).toEqual({ ...PROBLEM, detail: 'Invalid credentials.' });
        expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token", scope="a b"');
      }
    },
  );

  it('sends the reason of a verifier, and its other parameters', async () => {
    const answer = await askFor([{ token: [] }], { token: expire }, { Authorization: 'Bearer abc' });
    expect(answer.json).toEqual({ ...PROBLEM, detail: 'expired' });
    expect(answer.headers['www-authenticate']).toBe('Bearer error_description="expired"');
    const hidden = await askFor([{ token: [] }], { token: refuseSecretly }, { Authorization: 'Bearer abc' });
    expect(hidden.json).toEqual(PROBLEM);
    expect(hidden.errors).toMatchObject([{ message: 'of an upstream', cause: { message: 'of an upstream' } }]);
  });

  it('answers 403 if a verifier throws it', async () => {
    const answer = await askFor([{ token: ['admin'] }], { token: forbid }, { Authorization: 'Bearer abc' });
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'not you' });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="admin"');
    const unscoped = await askFor([{ key: [] }], { key: forbid }, { 'X-Key': 'k' });
    expect(unscoped.status).toBe(403);
    expect(unscoped.headers['www-authenticate']).toBeUndefined();
  });

  it.each<[string, unknown, number]>([
    ['a problem', problem(401, 'Unknown token'), 401],
    ['a problem 403', problem(403), 403],
    ['an error', new Error('database'), 500],
    ['an error of another realm', runInNewContext('new Error("database")'), 500],
    ['a Response', new Response('no', { status: 401 }), 500],
    ['a Response that is ok', Response.json({ id: 1 }), 500],
    ['a function, such as a verifier', () => ({ id: 1 }), 500],
    ['a list without rows', [], 500],
    ['a list with a row', [{ id: 1 }], 500],
    ['a result of pg', { rows: [], rowCount: 0 }, 500],
    ['a result of D1', { results: [], success: true, meta: {} }, 500],
    ['a result of DynamoDB', { $metadata: {}, Item: undefined }, 500],
    ['a result of Supabase', { data: null, error: null, status: 200, statusText: 'OK' }, 500],
    ['a query that nobody has run', { execute: () => [] }, 500],
    ['a Map', new Map(), 500],
    ['a Set', new Set(), 500],
    ['a Buffer', Buffer.alloc(0), 500],
    ['an ArrayBuffer', new ArrayBuffer(0), 500],
    ['an iterator', [].values(), 500],
    ['a cursor', (async function* () {})(), 500],
    ['a date', new Date(NaN), 500],
    ['what `__proto__` of a plain object is', Object.prototype, 500],
    ['an empty hash of Redis', Object.create(null), 500],
    ['an inactive token (RFC 7662)', { active: false }, 500],
    ['no session and no user, as Lucia does', { session: null, user: null }, 500],
    ['no user, as the sign-in of Supabase does', { data: { user: null }, error: new Error('no') }, 500],
    ['a failed parse of Zod', { success: false, error: {} }, 500],
    ['somebody who is signed out, as Clerk does', { status: 'signed-out', isSignedIn: false }, 500],
    ['a key that is not valid', { valid: false, error: { message: 'no' }, key: null }, 500],
    ['a missing row with lists', { id: undefined, scopes: [], roles: [] }, 500],
    ['an object with a promise', { token: 'abc', user: Promise.resolve({ id: 1 }) }, 500],
    ['an object around nothing', { user: {} }, 500],
    ['a document that does not exist', { exists: false }, 500],
    ['an inactive token that is described', { active: false, sub: 'ada', client_id: 'web' }, 500],
    ['a failed check', { ok: false, reason: 'expired' }, 500],
    ['a caller who is not authenticated', { authenticated: false, reason: 'no cookie' }, 500],
    ['a token that was not verified', { verified: false, payload: null }, 500],
    ['an error of OAuth', { error: 'invalid_token' }, 500],
    ['what Passport calls back with', { err: null, user: false, info: { message: 'no' } }, 500],
    ['nobody, with a message', { user: null, message: 'Unknown' }, 500],
    ['a text that is false', 'false', 500],
    ['what SQLite changed', { changes: 0, lastInsertRowid: 0 }, 500],
    ['what Kysely updated', { numUpdatedRows: 0n }, 500],
    ['no rows of SQL Server', { recordset: [], rowsAffected: [0] }, 500],
    ['no records of Neo4j', { records: [], summary: {} }, 500],
    ['no resources of Cosmos DB', { resources: [] }, 500],
    ['a document of Firestore that does not exist', { exists: false, id: 'x', data: () => undefined }, 500],
    ['no document of MongoDB 5', { lastErrorObject: { n: 0 }, value: null, ok: 1 }, 500],
    ['how many rows Prisma changed', { count: 0 }, 500],
    ['a count of pg', { count: '0' }, 500],
    ['a count of a bigint', { count: 0n }, 500],
    ['a count of Knex', { 'count(*)': 0 }, 500],
    ['a key that Unkey does not know', { meta: { requestId: 'r' }, data: { valid: false, code: 'NOT_FOUND' } }, 500],
    ['the same of an older Unkey', { result: { valid: false, code: 'NOT_FOUND', requestId: 'r' } }, 500],
    ['a code in words', { code: 'UNAUTHENTICATED' }, 500],
    ['a code in words with other fields', { code: 'unauthorized', requestId: 'r' }, 500],
    ['a response of Axios', { data: { active: false }, status: 200, headers: {}, config: {} }, 500],
    ['no hits of Elasticsearch', { took: 1, hits: { hits: [] } }, 500],
    ['the position of an unknown key', -1, 500],
    ['a text of a missing name', `user:${undefined}`, 500],
    ['a text of an object', String({}), 500],
    ['what MongoDB changed', { acknowledged: true, matchedCount: 0 }, 500],
    ['the session of a stranger', { isNew: true, populated: false }, 500],
    ['the session of a stranger, as iron-session does', { save: () => {}, updateConfig: () => {} }, 500],
    ['the data of a stranger in iron-session', { isLoggedIn: false, username: 'ada' }, 500],
    ['a decision against the caller', { allowed: false, user: 'ada' }, 500],
    ['a row that is not logged in', { id: 1, is_logged_in: false }, 500],
    ['a login that did not succeed', { successful: false, id: 1 }, 500],
    ['a caller who is not authorised', { isAuthorised: false, id: 1 }, 500],
    ['a decision that denies', { denied: true, user: 'ada' }, 500],
    ['a caller who is unauthenticated', { isUnauthenticated: true, ip: '::1' }, 500],
    ['errors of GraphQL', { data: { me: null }, errors: [{ message: 'no' }] }, 500],
    ['errors by name', { errors: { token: 'expired' } }, 500],
    ['a status of an error', { status: 401, message: 'no' }, 500],
    ['a status code of an error', { statusCode: 403 }, 500],
    ['a code of an error', { code: 401, message: 'no' }, 500],
    ['an object of a class without fields', new Guest(), 500],
    ['an object around one of a class without fields', { user: new Guest() }, 500],
    ['an object of a class in which nothing is set', new SessionOf(undefined), 500],
    ['an object of a class with a result', new CheckOf(false), 500],
    ['a token with no user', { token: 'abc', user: undefined }, 500],
    ['a missing row with a default role', { id: undefined, role: 'guest' }, 500],
    ['a row whose names are all empty', { id: '', user_id: null, email: '', role: 'guest' }, 500],
    ['a stranger with the time of a session', { user: {}, expires: '2030-01-01' }, 500],
    ['a stranger with a session', { sessionId: 'abc', userId: null }, 500],
    ['claims without a subject', { uid: undefined, aud: 'web' }, 500],
    [
      'the auth object of Clerk if nobody is signed in',
      { userId: null, sessionId: null, getToken() {}, has() {} },
      500,
    ],
    ['an object of a class with a default', new UserOf(undefined), 500],
    ['an object of a class with an accessor', new RowOf(undefined), 500],
    ['a decision of NextAuth against the caller', { isAuth: false, sessionId: 'abc' }, 500],
    ['a status in words', { status: 'error', message: 'Invalid token' }, 500],
    ['a status of being unauthorized', { status: 'unauthorized', ip: '::1' }, 500],
    ['a message', { message: 'Unauthorized' }, 500],
    ['an id that is not a number', { id: NaN, role: 'guest' }, 500],
    ['an id that is the text of undefined', { id: String(undefined), role: 'guest' }, 500],
    ['names that are texts of null', { id: 'null', name: 'user:null' }, 500],
    ['a promise that was rejected', { status: 'rejected', reason: new Error('no') }, 500],
    ['a promise that was fulfilled', { status: 'fulfilled', value: undefined }, 500],
    ['the option None of fp-ts', { _tag: 'None' }, 500],
    ['a Left of fp-ts', { _tag: 'Left', left: 'expired' }, 500],
    ['a failure of Effect', { _tag: 'Failure', cause: {} }, 500],
    ['a token without a session', { session: null, token: 'abc' }, 500],
    [
      'what GitHub responds to a wrong token',
      { message: 'Bad credentials', documentation_url: '/x', status: '401' },
      500,
    ],
    ['a token without a profile', { token: 'abc', profile: null }, 500],
    ['a token without a row', { token: 'abc', row: undefined, exp: 1 }, 500],
    ['a status of gRPC', { code: 16, message: 'No', details: [] }, 500],
    ['a status of gRPC in words', { code: 'UNAUTHENTICATED', details: 'No' }, 500],
    ['an error of Cognito', { __type: 'NotAuthorizedException', message: 'No' }, 500],
    ['an error of Okta', { errorCode: 'E0000011', errorSummary: 'No', errorId: 'oae' }, 500],
    ['an error of DigitalOcean', { id: 'Unauthorized', message: 'No' }, 500],
    ['an entry of Deno KV', { key: ['sessions', 'x'], value: null, versionstamp: null }, 500],
    ['a token that is not active, with its issuer', { active: false, iss: 'https://a.example' }, 500],
    ['a token that is not active, with a reason', { active: false, status: 'expired' }, 500],
    ['a token that is not active, with its type', { active: false, token_type: 'Bearer' }, 500],
    ['a status of being unauthenticated', { status: 'unauthenticated', role: 'guest' }, 500],
    ['a snapshot of nothing', { exists: false, ref: '/users/x' }, 500],
    ['the end of an iterator', { value: null, done: true }, 500],
    ['a session without a user', { session: { user: undefined, expires: '2026' } }, 500],
    ['a user without an id', { user: { id: undefined, role: 'guest' } }, 500],
    ['nobody beside a token', { person: null, token: 'abc' }, 500],
    ['a prefix', 'user:', 500],
    ['an empty list as text', '[]', 500],
    ['an empty object as text', '{}', 500],
    ['a token without claims', { claims: undefined, token: 'abc' }, 500],
    ['a message with a code', { message: 'Unauthorized', code: 'E_AUTH' }, 500],
    ['an active token without data', { data: null, active: true, exp: 1 }, 500],
    ['a token whose activity is unknown', { active: undefined, exp: 1 }, 500],
    ['a row of SQLite that is not valid', { valid: 0, iat: 1 }, 500],
    ['a name and a message of an error', { name: 'TokenExpiredError', message: 'jwt expired' }, 500],
    ['an access that is denied', { access: 'denied' }, 500],
    ['nothing but a time', { accessToken: null, expiresAt: 1 }, 500],
    ['a negative bigint', -1n, 500],
    ['a regular expression', /x/, 500],
    ['the result of a search', { total: 0, documents: [] }, 500],
    ['a page of documents', { docs: [], bookmark: 'nil' }, 500],
    ['a page of items', { items: [{ id: 1 }], page: 1 }, 500],
    ['hits', { found: 0, hits: [] }, 500],
    ['rows of ClickHouse', { meta: [{}], data: [], rows: 0 }, 500],
    ['an unknown document', { _index: 'users', _id: 'k', found: false }, 500],
    ['a rule that does not allow', { allow: false, role: 'guest' }, 500],
    ['a decision', { decision: 'DENY', policy: 'p1' }, 500],
    ['a policy of AWS', { Effect: 'Deny', principalId: 'user' }, 500],
    ['a failed check as a text', { success: 'false', data: 'x' }, 500],
    ['a failed check as a number', { ok: 0, n: 1 }, 500],
    ['a code with a reason', { code: 401, reason: 'expired' }, 500],
    ['a status code', { status_code: 401, info: 'x' }, 500],
    ['claims that are not verified', { verified: false, claims: { sub: 'ada' } }, 500],
    ['expired claims', { expired: true, sub: 'ada' }, 500],
    ['only a message in another field', { msg: 'Invalid token' }, 500],
    ['only the description of an error', { error_description: 'Expired' }, 500],
    ['a detail, as FastAPI does', { detail: 'Not authenticated' }, 500],
    ['a detail with a code, as Django does', { detail: 'x', code: 'token_not_valid', messages: [{}] }, 500],
    ['an error of Supabase', { code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }, 500],
    ['the same with an id of the request', { code: 403, msg: 'invalid JWT', request: 'r' }, 500],
    ['an error of GitHub', { message: 'Bad credentials', documentation_url: '/x' }, 500],
    ['a problem without a status', { type: 'about:blank', title: 'Unauthorized', detail: 'No' }, 500],
    ['a detail beside nobody', { detail: 'Invalid token.', session: null }, 500],
    ['a decision by its id', { decision_id: 'x' }, 500],
    ['a reason', { reason: 'expired' }, 500],
    ['a false of SQLite', { exists: 0 }, 500],
    ['a number of rows', { n: 0 }, 500],
    ['a total of a bigint with a flag', { total: 0n, isAdmin: false }, 500],
    ['a result without a name', { 1: 0 }, 500],
    ['the name of a lookup of constructor', { name: ({} as Record<string, unknown>)['constructor'] }, 500],
    ['the name of a lookup of __proto__', { key: 'x', name: Object.prototype }, 500],
    ['a word for a failure', 'unauthorized', 500],
    ['white space', ' ', 500],
  ])('never lets anyone pass whose verifier returns %s', async (_title, value, status) => {
    for (const verify of [() => value, async () => value]) {
      const answer = await askFor([{ token: [] }], { token: verify }, { Authorization: 'Bearer abc' });
      expect(answer.status).toBe(status);
      expect(answer.body).not.toContain('database');
    }
  });

  it.each<unknown>([
    { active: true },
    { count: 1 },
    { id: 1, count: '0' },
    { id: 1, 'count(*)': 0 },
    { meta: { requestId: 'r' }, data: { valid: true, code: 'VALID', keyId: 'k' } },
    { result: { valid: true } },
    { id: 1, data: { valid: false, code: 'x' } },
    { tenant: 't1', data: {} },
    { tenant: 't1', data: { theme: 'dark', id: null } },
    { code: 'INVOICES', role: 'bot' },
    { code: '401', role: 'bot' },
    { code: 403 },
    { code: Object.create(null), role: 'bot' },
    { name: 'ada' },
    { valid: true, error: null, key: { id: 1 } },
    { id: 1, email: 'ada@example.com', verified: false },
    { id: 1, user: null, service: 'billing' },
    { id: 1, active: false, roles: [] },
    { id: 1, isAdmin: false, emailVerified: false },
    { id: 1, errors: [] },
    { id: 1, status: 2, code: 401 },
    { sub: 'ada', invalid: false, allowed: true },
    new SessionOf('ada'),
    new CheckOf(true),
    new (class extends SessionOf {})('ada'),
    Object.create({ id: 1 }),
    'ada',
    7,
    true,
    'null-island',
    'undefineds',
    { id: 0 },
    { user: 0 },
    { orgId: 0 },
    { tenant: '0' },
    { n: 1 },
    { tenant: 't1', n: 0 },
    { type: 'bot', code: 'INVOICES' },
    { type: 'bot', reason: null },
    { code: 'INVOICES', message: null },
    { id: 1, title: 'Dr', type: 'staff' },
    { name: 'ada', title: 'Dr', detail: 'x' },
    { title: 'Dr', role: 'staff' },
    { id: 1, code: 7, msg: 'Hello' },
    { token: 't' },
    { clientId: 'x', userId: null },
    { id: 1, email: null, account: {} },
    { _id: Buffer.from('a'), email: null },
    { sub: 'ada', email: undefined },
    { name: 'ada', account: null },
    // A certificate of SPIFFE.
    { subject: {}, subjectaltname: 'URI:spiffe://example.com/billing' },
    { key: 'k', account: () => 'a relation of the row' },
    { id: 1, status: 'active' },
    { id: 1, message: 'Hello' },
    { id: 1, status: 'rejected' },
    { id: 1, name: 'null' },
    { id: 1, session: null },
    { _tag: 'User', id: 1 },
    { session: { id: 1 } },
    { session: { user: { id: 1 }, expires: '2026' } },
    { user: { role: 'admin' } },
    { token: 't', profile: { id: 1 }, team: null },
    { token: 't', expires_at: null },
    { api_key: 'k', active: 1, revokedAt: null, lastUsedAt: null },
    { id: 1, valid: 0 },
    { id: 1, items: [], data: [] },
    { tenant: 't1', roles: [] },
    { name: 'Error', role: 'bot' },
    { id: 1, access: 'read', decision: null },
    { token: 't', role: 'admin', team: null },
    { account: { id: 1, user: null } },
    { user: new UserOf({ id: 1 }) },
    'urn:example:1',
    new UserOf({ id: 1 }),
    new RowOf({ id: 1 }),
  ])('takes %j for a caller', async (value) => {
    const answer = await askFor([{ token: [] }], { token: () => value }, { Authorization: 'Bearer abc' });
    expect(answer.status).toBe(200);
  });

  it.each<(ctx: OperationContext) => unknown>([
    (ctx) => ctx,
    (ctx) => ctx.app,
    (ctx) => ctx.req,
    (ctx) => ctx.res,
    (ctx) => ctx.request,
    (ctx) => ctx.response,
    (ctx) => ctx.headers,
    (ctx) => ctx.params,
    (ctx) => ctx.operation,
    (ctx) => ctx.cookies,
  ])('never lets anyone pass whose verifier returns a part of the request: %s', async (verify) => {
    const answer = await askFor([{ key: [] }], { key: verify as Verifier }, { 'X-Key': 'k' });
    expect(answer.status).toBe(500);
    expect(answer.errors[0]!.message).toContain('returned a part of the request, ');
  });

  it.each<(ctx: OperationContext) => unknown>([
    (ctx) => (ctx.status = 403),
    (ctx) => ctx.redirect('/login'),
    (ctx) => (ctx.body = { error: 'no' }),
  ])('refuses a client whose request the verifier has answered by itself: %s', async (respond) => {
    const verify = (ctx: OperationContext): unknown => (respond(ctx), { id: 1 });
    const answer = await askFor([{ key: [] }], { key: verify }, { 'X-Key': 'k' });
    expect(answer.status).toBe(500);
    expect(answer.errors[0]!.message).toContain('The verifier of "key" responded by itself (status ');
  });

  it('takes what middleware adds to the context for a caller', async () => {
    const verify = (ctx: OperationContext): unknown => Object.assign(ctx, { user: { id: 1 } }).user;
    expect((await askFor([{ key: [] }], { key: verify }, { 'X-Key': 'k' })).status).toBe(200);
  });

  it('shows the maker of a verifier what it has to return', async () => {
    const { errors } = await askFor([{ key: [] }], { key: () => [] }, { 'X-Key': 'k' });
    expect(errors[0]!.message).toBe(
      'The verifier of "key" returned a list, which doesn\'t identify a caller, so the request was refused. Return the row or object of the caller, or undefined.',
    );
  });

  it('names the field that would be the caller', async () => {
    const { errors } = await askFor([{ key: [] }], { key: () => ({ userId: null, role: 'guest' }) }, { 'X-Key': 'k' });
    expect(errors[0]!.message).toContain('returned an object in which "userId" isn\'t set, which doesn\'t identify');
  });

  it('gives the client the reason of a problem that a verifier returns', async () => {
    const verify = (): unknown => problem(401, 'Unknown token');
    const answer = await askFor([{ token: [] }], { token: verify }, { Authorization: 'Bearer abc' });
    expect(answer.json).toEqual({ ...PROBLEM, detail: 'Unknown token' });
  });

  it.each<[string, unknown, number]>([
    ['an error', new Error('database'), 500],
    ['no error', 'text', 500],
    ['an object that looks like a refusal', { status: 401, message: 'm' }, 500],
    ['undefined', undefined, 500],
    ['an error that says all is well', Object.assign(new Error('ok'), { status: 200 }), 500],
    ['another HTTP error', Object.assign(new Error('slow down'), { status: 429, expose: true }), 429],
  ])('never lets anyone pass whose verifier throws %s', async (_title, thrown, status) => {
    for (const verify of [
      () => Promise.reject(thrown),
      () => {
        throw thrown;
      },
    ]) {
      const answer = await askFor(
        [{ key: [] }, { token: [] }, {}],
        { key: verify, token: knowing() },
        { 'X-Key': 'k', Authorization: 'Bearer a' },
      );
      expect(answer.status).toBe(status);
      expect(answer.body).not.toContain('database');
      expect(answer.errors).toHaveLength(1);
    }
  });

  describe('of alternatives', () => {
    const either = [{ token: ['a'] }, { key: [], staff: [] }];

    it('takes the first that passes, and only its schemes', async () => {
      const verifiers = { token: knowing('t'), key: knowing('k'), staff: knowing('s') };
      const first = await askFor(either, verifiers, { Authorization: 'Bearer x', 'X-Key': 'y' });
      expect(first.json).toMatchObject({ auth: { token: 't' } });
      expect([verifiers.key.calls, verifiers.staff.calls]).toEqual([[], []]);
      const second = await askFor(either, verifiers, { Authorization: basic('a:b'), 'X-Key': 'y' });
      expect((second.json as { auth: unknown }).auth).toEqual({ key: 'k', staff: 's' });
    });

    it('calls no verifier of an alternative with incomplete credentials', async () => {
      const verifiers = { token: knowing(), key: knowing(), staff: knowing() };
      const answer = await askFor(either, verifiers, { 'X-Key': 'y' });
      expect(answer.status).toBe(401);
      expect(verifiers.key.calls).toEqual([]);
      expect(answer.headers['www-authenticate']).toBe(
        'Bearer scope="a", ApiKey in="header", name="X-Key", Basic realm="staff", charset="UTF-8"',
      );
    });

    it('refuses a caller whom one of several schemes refuses', async () => {
      const verifiers = { token: knowing(), key: knowing('k'), staff: knowing(false) };
      const answer = await askFor(either, verifiers, { 'X-Key': 'y', Authorization: basic('a:b') });
      expect(answer.status).toBe(401);
      expect(verifiers.key.calls).toHaveLength(1);
    });

    it('goes on to the next after a refusal, also a 403, and sends the 403 if none passes', async () => {
      const headers = { Authorization: 'Bearer x', 'X-Key': 'y' };
      const alternatives = [{ token: [] }, { key: [] }];
      expect(await askFor(alternatives, { token: forbid, key: knowing('k') }, headers)).toMatchObject({ status: 200 });
      expect(await askFor(alternatives, { token: refuse, key: knowing('k') }, headers)).toMatchObject({ status: 200 });
      for (const verifiers of [
        { token: refuse, key: forbid },
        { token: forbid, key: refuse },
      ])
        expect((await askFor(alternatives, verifiers, headers)).json).toMatchObject({ status: 403, detail: 'not you' });
    });

    it('finds the caller if authentication is optional, in any order, and lets all others pass', async () => {
      for (const alternatives of [
        [{}, { token: [] }],
        [{ token: [] }, {}],
      ]) {
        const headers = { Authorization: 'Bearer x' };
        expect((await askFor(alternatives, { token: knowing('t') }, headers)).json).toMatchObject({
          auth: { token: 't' },
        });
        for (const given of [headers, {}]) {
          const answer = await askFor(alternatives, { token: knowing(false) }, given);
          expect(answer.json).toEqual({ auth: {}, hasPrototype: false });
        }
      }
    });

    it('keeps a scheme of any name', async () => {
      const name = '__proto__';
      const security = [Object.fromEntries([[name, []]])];
      const manifest = { ...secured(security), securitySchemes: Object.fromEntries([[name, SCHEMES['key']!]]) };
      const { ask } = await serve(
        create(manifest, { security: Object.fromEntries([[name, knowing({ admin: true })]]) }),
      );
      const answer = await ask('GET /it', { headers: { 'X-Key': 'k' } });
      expect(answer.body).toBe('{"auth":{"__proto__":{"admin":true}},"hasPrototype":false}');
    });
  });

  it('calls no verifier for an operation without it', async () => {
    const verify = knowing();
    for (const security of [undefined, []] as never[]) {
      const manifest = secured(security);
      const { ask } = await serve(create(manifest, { security: { token: verify } }));
      expect((await ask('GET /it')).json).toEqual({ auth: {}, hasPrototype: false });
    }
    expect(verify.calls).toEqual([]);
  });

  it('protects HEAD alike, and reveals nothing of a path that is not requested', async () => {
    const { ask } = await serve(create(secured([{ token: [] }]), { security: { token: knowing() } }));
    const head = await ask('HEAD /it');
    expect(head).toMatchObject({ status: 401, body: '' });
    expect(head.headers['www-authenticate']).toBe('Bearer');
    expect((await ask('OPTIONS /it')).status).toBe(204);
    expect((await ask('PUT /it')).status).toBe(405);
  });

  it('comes before the body is read', async () => {
    const content = { mediaType: 'application/json', check: () => true, explain: () => [] };
    const body = { required: true, content: [content] };
    const sketch = { handler: () => 'done', security: [{ token: [] }], input: { parameters: [], body } };
    const manifest = { ...createManifest({ 'POST /it': sketch }), securitySchemes: SCHEMES };
    const { url, ask } = await serve(create(manifest, { security: { token: knowing() } }));
    // Not JSON, and never finished: whoever read it would wait.
    const asked = request(`${url}/it`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    asked.flushHeaders();
    asked.write('{');
    const status = await new Promise((resolve, reject) => {
      asked.on('response', (response) => resolve(response.resume().statusCode));
      asked.on('error', reject);
    });
    expect(status).toBe(401);
    asked.destroy();
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a' };
    expect((await ask('POST /it', { headers, body: '{' })).status).toBe(400);
    expect((await ask('POST /it', { headers, body: '{}' })).json).toBe('done');
  });

  it('gives a verifier the context, of which it can read what it likes', async () => {
    const seen: unknown[] = [];
    const token: Verifier = (ctx, given) => {
      seen.push(given, ctx.operation.id, ctx.params, ctx.path);
      ctx.set('X-Seen', 'yes');
      return true;
    };
    const sketch = { handler: () => Readable.from(['ok']), security: [{ token: [] }] };
    const manifest = { ...createManifest({ 'GET /pets/{id}': sketch }), securitySchemes: SCHEMES };
    const { ask } = await serve(create(manifest, { security: { token } }));
    const answer = await ask('GET /pets/3', { headers: { Authorization: 'Bearer abc' } });
    expect(answer).toMatchObject({ status: 200, body: 'ok', headers: { 'x-seen': 'yes' } });
    expect(seen).toEqual(['abc', 'pets/{id}/@get.ts', { id: '3' }, '/pets/3']);
  });

  describe('at start-up', () => {
    it.each<[string, RuntimeOptions]>([
      ['no options', {}],
      ['no verifiers', { security: {} }],
      ['another verifier', { security: { tokn: knowing() } }],
      ['what is only inherited', { security: Object.create({ token: knowing() }) as object as never }],
      ['undefined', { security: { token: undefined as never } }],
    ])('fails for %s', (title, options) => {
      const operations = createManifest({
        'GET /pets': { handler: () => 1, security: [{ token: [] }] },
        'POST /pets': { handler: () => 1, security: [{ key: [] }, { token: [], key: [] }] },
        'GET /open': () => 1,
      });
      const start = () => create({ ...operations, securitySchemes: SCHEMES }, options);
      expect(start).toThrow(TypeError);
      if (title === 'undefined') return;
      expect(start).toThrow(
        /"token", required by\n +GET \/pets \(pets\/@get\.ts\)\n +POST \/pets \(pets\/@post\.ts\)\n/,
      );
      expect(start).toThrow(/"key", required by\n +POST \/pets \(pets\/@post\.ts\)\n/);
      expect(start).not.toThrow(/open/);
    });

    it('lists ten operations of a scheme without a verifier, one a line, and counts the others', () => {
      const start = (count: number) => () => {
        const targets = Array.from({ length: count }, (_, index) => `GET /p${String(index + 1).padStart(2, '0')}`);
        const security = [{ token: [] }];
        const operations = createManifest(
          Object.fromEntries(targets.map((target) => [target, { handler: () => 1, security }])),
        );
        create({ ...operations, securitySchemes: SCHEMES });
      };
      const line = (index: string): string => ` +GET \\/p${index} \\(p${index}\\/@get\\.ts\\)\n`;
      const upTo10 = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map(line).join('');
      expect(start(10)).toThrow(new RegExp(`"token", required by\n${upTo10}You passed none`));
      expect(start(11)).toThrow(new RegExp(`"token", required by\n${upTo10} +and 1 more\nYou passed none`));
      expect(start(40)).toThrow(new RegExp(`"token", required by\n${upTo10} +and 30 more\nYou passed none`));
    });

    it('reports only that: no frame of the runtime leads to the mistake', () => {
      const stackOf = (security: object): string => {
        try {
          create(secured([{ token: [] }]), { security: security as never });
        } catch (error) {
          return String((error as Error).stack);
        }
        return 'nothing thrown';
      };
      expect(stackOf({})).toMatch(/^TypeError: No verifier for these security schemes[^]*\} \}\.$/);
      expect(stackOf({ token: 1 })).toBe(
        'TypeError: The verifier of the security scheme "token" must be a function, not number.',
      );
    });

    it("fails for a verifier that isn't a function, and names it", () => {
      for (const verify of ['secret', {}, null])
        expect(() => create(secured([{ token: [] }]), { security: { token: verify as never } })).toThrow(
          /"token" must be a function, not/,
        );
    });

    it('fails for an undeclared scheme', () => {
      const manifest = { ...secured([{ token: [] }]), securitySchemes: undefined };
      expect(() => create(manifest, { security: { token: knowing() } })).toThrow(/"token", required by\n +GET \/it/);
    });

    it.each(['tokn', 'Token', 'tokens'])('fails for a misspelled scheme, and names the right one: %s', (name) => {
      const manifest = {
        ...secured([{ key: [] }]),
        unusedSchemes: ['token'],
        securitySchemes: { key: SCHEMES['key']! },
      };
      const start = () => create(manifest, { security: { key: knowing(), [name]: knowing() } });
      expect(start).toThrow(TypeError);
      expect(start).toThrow(
        `"${name}", which is not a security scheme of this API, so it never runs. Did you mean "token"?`,
      );
    });
  });
});

describe('security', () => {
  it('refuses to take a cookie for signed', async () => {
    const verify = knowing();
    const app = createApp(secured([{ session: [] }]), { security: { session: verify }, keys: ['k'] });
    const { ask } = await serve(app);
    expect((await ask('GET /it', { headers: { Cookie: 'session=s1' } })).status).toBe(200);
    expect(verify.calls).toEqual([['s1', []]]);
  });

  it('takes a header that middleware has replaced, and none that it has removed', async () => {
    const verify = knowing();
    const manifest = secured([{ token: [] }]);
    const app = createApp(manifest, { security: { token: verify } });
    app.use(({ req: { headers } }, next) => {
      if (headers['x-replace'] === undefined) delete headers.authorization;
      else headers.authorization = 'Bearer c';
      return next();
    });
    const { ask } = await serve(app);
    const Authorization = ['Bearer a', 'Bearer a'];
    expect((await ask('GET /it', { headers: { Authorization } })).status).toBe(401);
    expect((await ask('GET /it', { headers: { Authorization, 'X-Replace': '1' } })).status).toBe(200);
    expect(verify.calls).toEqual([['c', []]]);
  });

  it('leaves ctx.auth to the middleware of an app without authentication', async () => {
    const app = createApp(secured([]));
    app.use((ctx, next) => ((ctx['auth'] = { mine: true }), next()));
    const { ask } = await serve(app);
    expect((await ask('GET /it')).json).toMatchObject({ auth: { mine: true } });
  });

  it.each<[string, boolean, { ca?: string }, number, unknown]>([
    ['gives a verifier the certificate of a client that it trusts', true, { ca: CERTIFICATE }, 200, ['localhost']],
    ['does not show a verifier a certificate that it does not trust', true, {}, 401, []],
    ['asks for a certificate', false, { ca: CERTIFICATE }, 401, []],
  ])('mutualTLS %s', async (_title, sends, trusted, status, names) => {
    const seen: unknown[] = [];
    const machine: Verifier = (_ctx, certificate: PeerCertificate) => seen.push(certificate.subject.CN);
    const own = { cert: CERTIFICATE, key: PRIVATE_KEY };
    const app = createApp(secured([{ machine: [] }]), { security: { machine } });
    app.on('error', () => {});
    const server = createServer({ ...own, ...trusted, requestCert: true, rejectUnauthorized: false }, app.callback());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const options = { port, path: '/it', ca: CERTIFICATE, agent: false, ...(sends && own) } as const;
      const asked = requestSecurely(options, (response) => resolve(response.resume().statusCode));
      asked.on('error', reject).end();
    });
    expect([answered, seen]).toEqual([status, names]);
  });
});

const warningsOf = async (start: () => unknown): Promise<string[]> => {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  start();
  await new Promise((resolve) => void setImmediate(resolve));
  return warnings;
};

it.each(KINDS)(
  'warns once of a verifier without a parameter for the scopes that operations require: $name',
  async ({ name, create }) => {
    const scheme = `roles of ${name}`;
    const start = (verify: Verifier, ...scopes: string[]): unknown =>
      create(
        {
          ...createManifest({ 'GET /it': { handler, security: [{ [scheme]: scopes }] } }),
          securitySchemes: { [scheme]: SCHEMES['token']! },
        },
        { security: { [scheme]: verify } },
      );
    expect(await warningsOf(() => [start(() => true), start(knowing(), 'admin')])).toEqual([]);
    expect(await warningsOf(() => [start((_ctx, token) => token, 'admin'), start(() => true, 'admin')])).toEqual([
      expect.stringMatching(/no third parameter[^]*"roles of [^"]+", required by\n    GET \/it \(/),
    ]);
  },
);

describe('verifiers that nothing calls', () => {
  /** An API whose openapi.yaml declares schemes: one that its operation requires, and others. */
  const api = (used: string, ...unusedSchemes: string[]): Manifest => ({
    ...createManifest({ 'GET /it': { handler, security: [{ [used]: [] }] } }),
    securitySchemes: { [used]: SCHEMES['key']! },
    unusedSchemes,
  });
  const verifiers = (...names: string[]): RuntimeOptions => ({
    security: Object.fromEntries(names.map((name) => [name, knowing()])),
  });

  it('refuses verifiers if openapi.yaml declares no such scheme', () => {
    const start = (): unknown => createApp(api('reader', 'writer'), verifiers('reader', 'other'));
    expect(start).toThrow(TypeError);
    expect(start).toThrow('a verifier for "other"');
    expect(start).toThrow('openapi.yaml declares "reader", "writer".');
    expect(() => createApp(createManifest({}), verifiers('other'))).toThrow(
      'openapi.yaml declares no security schemes.',
    );
  });

  it.each(KINDS)(
    'warns once of verifiers if no operation requires the scheme: $name',
    async ({ name: kind, create }) => {
      const name = `writer of ${kind}`;
      const start = (): unknown => create(api('reader', name), verifiers('reader', name));
      expect(await warningsOf(() => [start(), start()])).toEqual([
        expect.stringContaining(`No operation requires the security scheme "${name}", so its verifier never runs.`),
      ]);
      expect(await warningsOf(start)).toEqual([]);
    },
  );

  it('prints no warning in the dev server, where operations come and go', async () => {
    const manifest = { ...api('reader', 'developer'), isDev: true as const };
    expect(await warningsOf(() => createApp(manifest, verifiers('reader', 'developer')))).toEqual([]);
  });

  it('the routers of an app can share verifiers', async () => {
    const shared = verifiers('first', 'second', 'common');
    const start = (): unknown => [
      createRouter(api('first', 'common'), shared),
      createRouter(api('second'), shared),
      createRouter(api('common'), shared),
    ];
    expect(await warningsOf(start)).toEqual([]);
  });

  it('warns of verifiers if none of the routers of an app knows the scheme', async () => {
    const start = (): unknown => [
      createRouter(api('one'), verifiers('one', 'two', 'nobody')),
      createRouter(api('two'), verifiers('one', 'two', 'nobody')),
    ];
    expect(await warningsOf(start)).toEqual([
      expect.stringContaining('a verifier for "nobody", which is not a security scheme of this API'),
    ]);
  });
});

it('fails if a manifest that no build has made cannot verify credentials', async () => {
  const verifier = knowing();
  const own = secured([{ token: [] }], { handler: () => 'open', features: [] });
  const options = { security: { token: verifier } };
  const { ask } = await serve(createApp({ ...own, features: {} }, options));
  const { status, body } = await ask('GET /it', { headers: { authorization: 'Bearer a' } });
  expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('open')]);
  expect(verifier.calls).toEqual([]);
});
