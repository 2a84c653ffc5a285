import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { compile, textAt } from './compile.ts';

const DOCUMENT = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;
const operation = (line: string): string =>
  `/**\n * @security ${line}\n * @returns {string} x\n */\nexport default () => 'x';`;

const MODULES: Readonly<Record<string, string>> = {
  'app/users.ts': `
    export const find = (token, scopes) => users.get(token);
    export const has = (user, scopes) => scopes.every((each) => user.scopes.includes(each));
    export class Users { find(token, scopes) { return this.all.get(token); } }`,
  'app/verifiers.ts': `
    import * as users from './users.ts';
    export const verify = (ctx, token, scopes) => users.find(token, scopes);
    export const base = { token: verify };
    export const make = (users) => ({ token: (ctx, token, scopes) => users.get(token) });
    export default (ctx, token, _scopes) => users.get(token);`,
};

const IMPORTS = `import operations from 'virtual:operations';
import { createApp, problem } from 'unplugin-operations/koa';
import { find, has, Users } from './users.ts';
import verifyDefault, { base, make, verify } from './verifiers.ts';
`;

/** The diagnostics of a module that makes an app, with the texts that they point at. */
function found(text: string, lines: readonly string[] = ['token admin', 'key']): string[] {
  const files = Object.fromEntries(lines.map((line, i) => [`sales${i}@get.js`, operation(line)]));
  const tree = {
    directory: 'app/operations',
    compilation: () => compile(files, { definitions: [{ path: 'openapi.yaml', text: DOCUMENT }] }),
  };
  const readFile = (file: string): string | undefined => MODULES[file];
  const input = { cache: createCache(), custom: customDirectives(''), readFile, tree };
  return checkModule({ file: 'app/app.ts', text: IMPORTS + text }, input).map(
    (each) => `${each.severity} ${each.code} ${each.at.source.file} ${textAt(each.at)}: ${each.message}`,
  );
}

const app = (security: string): string => `export default createApp(operations, { security: ${security} });`;
const token = (verifier: string): string => app(`{ token: ${verifier} }`);
const REPORTED = /^warning ineffective-guard app\/\w+\.ts .*The verifier of "token".*"admin" of "GET \/sales0"/;

describe('A verifier that does not use the scopes of operations', () => {
  it.each([
    '(_ctx, token, _scopes) => users.get(token)',
    "(ctx, token, scopes) => { console.debug('verify', scopes); return users.get(token); }",
    '(ctx, token, scopes) => { console.debug(`verify ${scopes.join()}`, { scopes }, String(scopes)); return users.get(token); }',
    '(ctx, token, scopes) => { ctx.log.info({ scopes }); return users.get(token); }',
    '(ctx, token, scopes) => { const user = users.get(token); scopes.every((each) => user.scopes.includes(each)); return user; }',
    '(ctx, token, scopes) => { void scopes; return users.get(token); }',
    '(ctx, token, scopes = []) => users.get(token)',
    '(ctx, token, [role]) => users.get(token)',
    '(ctx, token, { length }) => users.get(token)',
    'async function (this: void, ctx, token: string, scopes: readonly string[]) { return users.get(token); }',
    '(ctx, token, scopes) => { const list = [1].map((scopes) => scopes); return users.get(token, list); }',
    '(ctx, token, scopes) => users.get(token).scopes',
    '(ctx, token, scopes) => find(token, scopes)',
    '(ctx, token, scopes) => local(ctx, token, scopes)',
    '(ctx, token, scopes) => new Users().find(token, scopes)',
    'local',
    'verify',
    'verifyDefault',
    'base.token',
  ])('Warns: %s', (verifier) => {
    const text = `const local = async (ctx, token, scopes) => { return find(token, scopes); };\n${token(verifier)}`;
    expect(found(text)).toEqual([expect.stringMatching(REPORTED)]);
  });

  it.each([
    app('base'),
    app('{ ...base }'),
    app('make(users)'),
    app('{ async token(ctx, token, scopes) { return users.get(token); } }'),
    'const security: Verifiers = { token: (ctx, token, scopes) => users.get(token) }; createApp(operations, { security });',
    'const options = { security: base }; createApp(operations, options);',
    'const options: AppOptions = {}; options.security = base; createApp(operations, options);',
    'export const make = () => createApp(operations, { security: { token: (ctx, token, scopes) => users.get(token) } });',
    app('{ key: (ctx, key, scopes) => users.get(key), token: (ctx, token, scopes) => users.get(token) }'),
  ])('Warns of it in an object: %s', (text) => {
    expect(found(text)).toEqual([expect.stringMatching(REPORTED)]);
  });

  it('Points at the parameter', () => {
    expect(found(token('(ctx, token, _scopes) => users.get(token)'))).toEqual([
      'warning ineffective-guard app/app.ts _scopes: The verifier of "token" doesn\'t use this parameter, so every caller that it accepts has the roles or scopes that operations require, such as "admin" of "GET /sales0". Compare them with those of the caller.',
    ]);
  });

  it.each([
    '(ctx, token) => users.get(token)',
    'async (ctx, token, scopes) => { const user = users.get(token); if (!has(user, scopes)) throw problem(403); return user; }',
    '(ctx, token, scopes) => scopes.every((each) => users.get(token).scopes.includes(each)) && users.get(token)',
    '(ctx, token, scopes) => { for (const each of scopes) check(each); return users.get(token); }',
    '(ctx, token, scopes) => { scopes.every((each) => { check(each); return true; }); return users.get(token); }',
    "(ctx, token, [role = 'user']) => users.get(token, role)",
    '(ctx, token, scopes, isAllowed = has(users.get(token), scopes)) => isAllowed && users.get(token)',
    '(ctx, token, ...scopes) => users.get(token)',
    '(...args) => verifyAll(...args)',
    'function (ctx, token, scopes) { return verifyAll(...arguments); }',
    '(ctx, token, scopes) => users.get(token, scopes)',
    '(ctx, token, scopes) => find(...[token], scopes)',
    '(ctx, token, scopes) => third.call(ctx, token, scopes)',
    '(ctx, token, scopes) => find({ token, scopes })',
    '(ctx, token, scopes) => unknown(ctx, token, scopes)',
    '(ctx, token, scopes) => { console.debug(check(scopes)); return users.get(token); }',
    '(ctx, token, scopes) => { ctx.state.scopes = scopes; return users.get(token); }',
    '(ctx, token, scopes) => ({ ...users.get(token), scopes })',
    '(ctx, token, scopes) => async () => scopes',
    'cached((ctx, token, scopes) => users.get(token))',
    'process.env.DEV ? (ctx, token, scopes) => users.get(token) : verifyAll',
  ])('Reports nothing if it uses them, or may: %s', (verifier) => {
    const text = 'const third = (token, scopes, other) => has(users.get(token), scopes);';
    expect(found(`${text}\n${token(verifier)}`)).toEqual([]);
  });

  it('Reports nothing if no operation requires scopes of the scheme', () => {
    const text = token('(ctx, token, scopes) => users.get(token)');
    expect(found(text, ['token', 'key'])).toEqual([]);
    expect(found(text, ['key admin'])).toEqual([]);
    expect(found(text, ['token', 'key, token admin'])).toHaveLength(1);
  });

  it('Reports nothing of other objects', () => {
    expect(found('helmet({ policy: { token: (ctx, token, scopes) => token } });')).toEqual([]);
    expect(found(app('{ key: (ctx, key, scopes) => users.get(key) }'))).toEqual([]);
  });
});
