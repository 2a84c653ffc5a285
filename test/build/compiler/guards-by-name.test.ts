import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile, textAt } from './compile.ts';

const ERRORS = [
  "new AppError('FORBIDDEN')",
  "new Error('Unauthorized')",
  "new AppError({ code: 'ACCESS_DENIED' })",
  'new Forbidden()',
  'new UnauthorizedError()',
  'new PermissionError()',
  'new ServiceError(403)',
  'forbidden()',
];

/** What a check finds in a handler that calls a function of another module with `book` and `user`. */
function found(name: string, error: string, body: string): string[] {
  const module = `import { setTimeout as sleep } from 'node:timers/promises';
    const findBook = async (id) => { await sleep(2); return books.get(id); };
    export async function ${name}(user, id) { const book = await findBook(id); if (book.owner !== user) throw ${error}; }`;
  const files = {
    'one.ts': `import { ${name} } from '../books.ts';\n/** Some. */\nexport default async (ctx: any) => { ${body} await remove(); };`,
  };
  return compile(files, { readFile: () => module })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

const inTry = (name: string): string => `try { await ${name}('a', 1); } catch (error) { console.error(error); }`;

describe('a guard that throws an error of the domain', () => {
  it.each(ERRORS)('warns of its error: %s', (error) => {
    expect(found('load', error, "load('a', 1);")).toEqual(["error load('a', 1)"]);
    expect(found('load', error, inTry('load'))).toEqual(["warning load('a', 1)"]);
  });

  it.each([
    'assertOwner',
    'requireOwner',
    'requireUser',
    'ensureAdmin',
    'checkPermission',
    'verifySession',
    'verifyToken',
    'validateApiKey',
    'authorize',
    'denyUnlessOwner',
    'mustOwn',
    'isOwnerOrThrow',
  ])('warns of its name: %s', (name) => {
    expect(found(name, "new Error('no')", `${name}('a', 1);`)).toEqual([`error ${name}('a', 1)`]);
    expect(found(name, "new Error('no')", inTry(name))).toEqual([`warning ${name}('a', 1)`]);
  });

  it.each([
    ['checkStock', "new Error('no')"],
    ['ensureDirectory', "new Error('no')"],
    ['assertFree', "new Error('Taken')"],
    ['verifyEmail', "new AppError('NOT_FOUND')"],
    ['requireAuthor', "new Error('no')"],
    ['load', "new Error('Forbidden characters in the name')"],
  ])('accepts %s with %s', (name, error) => {
    expect(found(name, error, `${name}('a', 1);`)).toEqual([]);
    expect(found(name, error, inTry(name))).toEqual([]);
  });
});

const TOKENS = `
  export async function inspect(token) { if (!(await subtle.verify('HMAC', key, token))) throw new Error('Wrong'); }
  export async function parse(token) { const { payload } = await jwtVerify(token, key); if (!payload.sub) throw new Error(); return payload; }
  export const wrapped = (token) => new Promise((resolve, reject) => jwt.verify(token, key, (error, user) => error ? reject(error) : resolve(user)));
  export const touch = async (token) => { if (!token) throw new Error(); await db.update(token); };
  export const authenticate = async (token) => { inspect(token); return read(token); };
  export const read = (token) => JSON.parse(token);`;

/** What a check finds in a verifier, as the texts that it points at. */
function inVerifier(body: string): string[] {
  const text = `import { createApp } from 'unplugin-operations/koa';
    import { authenticate, inspect, parse, read, touch, wrapped } from './tokens.ts';
    const security = { async token(_ctx, token) { ${body} } };
    export const other = async (token) => { try { await inspect(token); } catch {} inspect(token); };
    export default createApp(operations, { security });`;
  const input = { cache: createCache(), custom: customDirectives(''), readFile: () => TOKENS };
  return checkModule({ file: 'app/app.ts', text }, input).map((each) => `${each.severity} ${textAt(each.at)}`);
}

/** The same for the export `authorize` of an operation. */
function inAuthorize(body: string): string[] {
  const text = `import { authenticate, inspect, parse, read, touch, wrapped } from '../tokens.ts';
    export const authorize = async ({ token }: any) => { ${body} };
    /** Some. */
    export default async () => {};`;
  return compile({ 'one.ts': text }, { readFile: () => TOKENS })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((each) => `${each.severity} ${textAt(each.at)}`);
}

describe('a verifier or authorize whose check throws any error', () => {
  it.each([
    ['inspect(token); return read(token);', 'error inspect(token)'],
    ['parse(token); return read(token);', 'error parse(token)'],
    ['wrapped(token); return read(token);', 'error wrapped(token)'],
    ['const done = inspect(token); return read(token);', 'error inspect(token)'],
    [
      "try { await inspect(token); } catch (error) { console.warn('token', error); } return read(token);",
      'warning inspect(token)',
    ],
    ['try { await parse(token); } catch {} return read(token);', 'warning parse(token)'],
    ['await inspect(token).catch((error) => console.warn(error)); return read(token);', 'warning inspect(token)'],
    ['void inspect(token).catch(console.warn); return read(token);', 'warning inspect(token)'],
    [
      'let claims; try { claims = read(token); await inspect(token); } catch { /* wrong */ } return claims;',
      'warning inspect(token)',
    ],
    [
      'let claims; try { claims = read(token); await inspect(token); } finally { return claims; }',
      'warning inspect(token)',
    ],
    [
      "try { if (token !== 'a') throw new Error('Wrong'); } catch (error) { console.warn(error); } return read(token);",
      "warning throw new Error('Wrong');",
    ],
    ['return authenticate(token);', 'error inspect(token)'],
  ])('warns of %s', (body, expected) => {
    expect(inVerifier(body)).toEqual([expected]);
    expect(inAuthorize(body)).toEqual([expected]);
  });

  it.each([
    'await inspect(token); return read(token);',
    'try { await inspect(token); } catch { return undefined; } return read(token);',
    'try { await inspect(token); return read(token); } catch (error) { console.warn(error); }',
    'let user; try { user = await parse(token); } catch (error) { console.warn(error); } return user;',
    'const user = await parse(token).catch(() => undefined); return user;',
    'return parse(token).catch(() => undefined);',
    'return inspect(token).then(() => read(token));',
    'await touch(token).catch(console.warn); return parse(token);',
    'try { await touch(token); } catch (error) { console.warn(error); } return parse(token);',
    'read(token); return parse(token);',
  ])('accepts %s', (body) => {
    expect(inVerifier(body)).toEqual([]);
    expect(inAuthorize(body)).toEqual([]);
  });
});
