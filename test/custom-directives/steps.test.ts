import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { KINDS } from '../runtime/koa/serve.ts';
import { serveTools } from '../runtime/mcp/serve.ts';
import { packageJson, packageOf, PACKAGES } from './project.ts';
import { OPTIONS, serveShop, treeOptions } from './served.ts';

const ECHO = 'export default (ctx) => ({ permissions: ctx.permissions ?? null });';
const granted = (permissions: string, others: Record<string, string> = {}) => ({
  headers: { 'x-granted': permissions, ...others },
});

/** A package with one directive and its steps: a guard if one of them is "admit". */
function steps(name: string, code: string, fields = 'read: () => true'): Record<string, string> {
  const guards = code.includes('admit') ? [name] : [];
  const field = guards.length > 0 ? ', guards: true' : '';
  return {
    'package.json': packageJson([...PACKAGES, `own-${name}`]),
    ...packageOf(`own-${name}`, `name: '${name}', runtime: './steps.js', ${fields}${field}`, {
      operations: { guards },
    }),
    [`node_modules/own-${name}/steps.js`]: code,
  };
}

describe.each(KINDS)('a guard with $name', (kind) => {
  const files = {
    '_middleware.ts':
      '/** @permission shop:read */\nexport default (ctx, next) => { ctx.set("X-Around", "1"); return next(); };',
    'invoices@get.ts': `/**\n * @permission invoices:read\n * @returns {{permissions: string[]|null}} They\n */\n${ECHO}`,
    'open@get.ts': `/** @returns {{permissions: string[]|null}} They */\n${ECHO}`,
  };

  it('lets a request pass only if each of its lines does, those of directories too', async () => {
    const { ask } = await serveShop(files, { kind });
    expect((await ask('GET /invoices', granted('shop:read invoices:read'))).json).toEqual({
      permissions: ['shop:read', 'invoices:read'],
    });
    for (const permissions of ['', 'shop:read', 'invoices:read'])
      expect((await ask('GET /invoices', granted(permissions))).status).toBe(403);
    expect((await ask('GET /open', granted('shop:read'))).status).toBe(200);
    expect((await ask('GET /open')).status).toBe(403);
  });
});

describe('a guard', () => {
  it.each([
    ['undefined', '() => undefined'],
    ['a truthy value', '() => 1'],
    ['a truthy text', 'async () => "true"'],
    ['false', '() => false'],
    ['its context', '(ctx) => ctx'],
  ])('answers 403 if a guard returns %s', async (_, admit) => {
    const packages = steps('mark', `export default () => () => ({ admit: ${admit} });`);
    const { ask } = await serveShop({ 'a.ts': '/** @mark */\nexport default () => "in";' }, { packages });
    expect((await ask('GET /a')).status).toBe(403);
  });

  it('fails closed if a guard has answered the request by itself', async () => {
    const packages = steps(
      'mark',
      'export default () => () => ({ admit: (ctx) => { ctx.redirect("/login"); return true; } });',
    );
    const { ask, errors } = await serveShop({ 'a.ts': '/** @mark */\nexport default () => "in";' }, { packages });
    expect((await ask('GET /a')).status).toBe(500);
    expect(errors[0]!.message).toContain('The step "admit" of a directive responded by itself (status 302), but');
  });

  it('fails closed if a guard throws, with the status of its error', async () => {
    const code =
      'export default () => () => ({ admit(ctx) { if (ctx.query.p) ctx.throw(410); throw new Error("no"); } });';
    const { ask, errors } = await serveShop(
      { 'a.ts': '/** @mark */\nexport default () => "in";' },
      { packages: steps('mark', code) },
    );
    expect((await ask('GET /a')).status).toBe(500);
    expect((await ask('GET /a?p=1')).status).toBe(410);
    expect(errors.map(({ message }) => message)).toContain('no');
  });

  it('runs after authentication and the parameters, and before the exports authorize and the body', async () => {
    const ran: string[] = [];
    (globalThis as { ran?: string[] }).ran = ran;
    const packages = steps(
      'mark',
      'export default () => () => ({ admit: (ctx) => { globalThis.ran.push(`admit ${ctx.auth.key.name} ${ctx.input.query.n} ${ctx.input.body}`); return true; } });',
    );
    const { ask } = await serveShop(
      {
        '_middleware.ts':
          'export default (ctx, next) => { globalThis.ran.push("middleware"); return next(); };\nexport const authorize = () => { globalThis.ran.push("authorize"); return true; };',
        'a@post.ts':
          '/**\n * @security key\n * @mark\n * @param {integer} query.n - Count\n * @param {{a: string}} body\n */\nexport default () => { globalThis.ran.push("handler"); };',
      },
      { packages },
    );
    const headers = { 'x-key': 'good', 'content-type': 'application/json' };
    await ask('POST /a?n=1', { headers, body: '{"a":"b"}' });
    expect(ran.splice(0)).toEqual(['middleware', 'admit me 1 undefined', 'authorize', 'handler']);
    expect((await ask('POST /a?n=x', { headers, body: '{"a":"b"}' })).status).toBe(400);
    expect(ran.splice(0)).toEqual(['middleware']);
    expect((await ask('POST /a?n=1', { headers: { ...headers, 'x-key': 'bad' }, body: '{}' })).status).toBe(401);
    expect(ran.splice(0)).toEqual(['middleware']);
    await ask('POST /a?n=1', { headers, body: 'not json' });
    expect(ran.splice(0)).toEqual(['middleware', 'admit me 1 undefined', 'authorize']);
  });

  it('lets a request pass only if the guard and each authorize of the operation and its directories do', async () => {
    const { ask } = await serveShop({
      'a/_middleware.ts': 'export const authorize = (ctx) => ctx.get("x-outer") === "yes";',
      'a/b.ts':
        'export const authorize = (ctx) => ctx.get("x-inner") === "yes";\n/** @permission a:b */\nexport default () => "in";',
    });
    const all = { 'x-granted': 'a:b', 'x-outer': 'yes', 'x-inner': 'yes' };
    expect((await ask('GET /a/b', { headers: all })).status).toBe(200);
    for (const name of Object.keys(all))
      expect((await ask('GET /a/b', { headers: { ...all, [name]: 'no' } })).status).toBe(403);
  });

  it('runs for a HEAD, which the GET answers', async () => {
    const { ask } = await serveShop({ 'a@get.ts': '/** @permission a:b */\nexport default () => "in";' });
    expect((await ask('HEAD /a')).status).toBe(403);
    expect((await ask('HEAD /a', granted('a:b'))).status).toBe(200);
  });

  it('runs for each repetition of a request with an idempotency key, and "around" does not', async () => {
    const ran: string[] = [];
    (globalThis as { ran?: string[] }).ran = ran;
    const code =
      'export default () => () => ({ admit: () => { globalThis.ran.push("admit"); return true; }, around: (ctx, next) => { globalThis.ran.push("around"); return next(); } });';
    const { ask } = await serveShop(
      {
        'a@post.ts':
          '/**\n * @idempotent\n * @mark\n * @permission a:b\n * @returns {string} 201 - Made\n */\nexport default () => "made";',
      },
      { packages: steps('mark', code) },
    );
    const headers = { 'idempotency-key': 'one', 'x-granted': 'a:b' };
    expect((await ask('POST /a', { headers })).status).toBe(201);
    expect(ran.splice(0)).toEqual(['admit', 'around']);
    expect((await ask('POST /a', { headers })).status).toBe(201);
    expect(ran.splice(0)).toEqual(['admit']);
    expect((await ask('POST /a', { headers: { 'idempotency-key': 'one' } })).status).toBe(403);
  });

  it('runs the guard of the GET before a conditional write can see what it returns', async () => {
    const { ask } = await serveShop({
      'a@get.ts':
        '/**\n * @etag\n * @permission a:read\n * @returns {{n: integer}} It\n */\nexport default () => ({ n: 1 });',
      'a@put.ts':
        '/**\n * @permission a:write\n * @returns {{n: integer}} It\n */\nexport default (ctx) => ctx.current;',
    });
    const read = await ask('GET /a', granted('a:read'));
    const match = { 'if-match': read.headers.etag! };
    expect((await ask('PUT /a', granted('a:write', match))).status).toBe(403);
    expect((await ask('PUT /a', granted('a:read', match))).status).toBe(403);
    expect((await ask('PUT /a', granted('a:read a:write', match))).status).toBe(200);
  });

  it('runs for calls of tools', async () => {
    const { call } = await serveTools(
      {
        'a@get.ts':
          '/** Gets it.\n * @tool get_a\n * @permission a:read\n * @returns {string} It\n */\nexport default () => "in";',
      },
      { tree: { ...(await treeOptions()) }, runtime: OPTIONS, forward: ['x-granted'] } as never,
    );
    expect((await call('get_a')).isError).toBe(true);
    expect(JSON.stringify(await call('get_a'))).not.toContain('"in"');
  });

  it('refuses to start without the option of a guard, its steps or a step that admits', async () => {
    const tree = { 'a.ts': '/** @permission a:b */\nexport default () => "in";' };
    const manifest = await compileTree(tree, await treeOptions());
    expect(() => createApp(manifest)).toThrow('@permission needs the option');
    expect(() => createApp(manifest, { directives: { permision: {} } as never })).toThrow(
      'Unknown option "directives.permision"',
    );
    const plain = await compileTree({ 'a.ts': '/** A.\n * @returns {string} x */\nexport default () => "in";' });
    expect(() => createApp(plain, OPTIONS)).toThrow(
      'The option "directives.permission" has no effect, because the build doesn\'t know the directive "@permission"',
    );
    const unused = await compileTree(
      { 'a.ts': '/** A.\n * @returns {string} x */\nexport default () => "in";' },
      await treeOptions(),
    );
    expect(() => createApp(unused, OPTIONS)).not.toThrow();
    const refused = async (code: string, guards: string): Promise<() => unknown> => {
      const packages = {
        ...steps('mark', code, `read: () => true, ${guards}`),
        ...packageOf('own-mark', `name: 'mark', runtime: './steps.js', read: () => true, ${guards}`, {
          operations: { guards: guards === 'guards: true' ? ['mark'] : [] },
        }),
      };
      const built = await compileTree(
        { 'a.ts': '/** @mark */\nexport default () => "in";' },
        await treeOptions(packages),
      );
      return () => createApp(built, OPTIONS);
    };
    expect(await refused('export default () => () => ({ enter() {} });', 'guards: true')).toThrow('lack "admit"');
    expect(await refused('export default () => () => ({ admitt: () => true });', 'guards: true')).toThrow(
      'unknown step "admitt"',
    );
    expect(await refused('export default () => () => ({ check: undefined });', 'repeats: true')).toThrow(
      'unknown step "check"',
    );
    expect(await refused('export default () => () => ({ admit: true });', 'guards: true')).toThrow('"admit" is not');
    const admits = 'export default () => () => ({ admit: () => true });';
    expect(await refused(admits, 'repeats: true')).toThrow(
      'The steps of "@mark" of own-mark for a.ts have "admit", but the directive does not define "guards".',
    );
    expect(await refused(admits, 'guards: false')).not.toThrow();
    expect(await refused('export default {};', 'guards: true')).toThrow('must be a function, not object');
  });
});

describe('the steps of a directive', () => {
  it('the steps of a directive cannot replace a step of the library', async () => {
    // Each name is a step of the runtime.
    const names = [
      'authenticate',
      'authorize',
      'check',
      'toBody',
      'guard',
      'composeBody',
      'readInput',
      'handler',
      'reportThrown',
    ];
    for (const name of names) {
      const packages = steps('mark', `export default () => () => ({ ${name}: () => true });`);
      const manifest = await compileTree(
        { 'a.ts': '/** @mark */\nexport default () => "in";' },
        await treeOptions(packages),
      );
      expect(() => createApp(manifest, OPTIONS)).toThrow(`unknown step "${name}"`);
    }
    // One that is not there when the steps are checked.
    const late = 'const made = { admit: () => true }; globalThis.late = made; export default () => () => made;';
    const { ask } = await serveShop(
      {
        'a.ts':
          '/**\n * @mark\n * @security key\n * @returns {{n: integer}} It\n */\nexport default () => ({ n: 1, secret: 2 });',
      },
      { packages: steps('mark', late) },
    );
    Object.assign((globalThis as never as { late: object }).late, { authenticate: () => undefined, toBody: () => 'x' });
    expect((await ask('GET /a')).status).toBe(401);
    expect((await ask('GET /a', { headers: { 'x-key': 'good' } })).json).toEqual({ n: 1 });
  });

  it('keep the headers that they set on errors: 400, 401, 403, 404, 429 and 500', async () => {
    const { ask } = await serveShop(
      {
        '_middleware.ts': '/** @audit shop */\nexport default (ctx, next) => next();',
        'a@get.ts':
          '/**\n * @security key\n * @permission a:b\n * @param {integer} n - Count\n * @throws 404 - Gone\n */\nexport default (ctx) => { ctx.set("X-Handler", "1"); if (ctx.input.query.n === 4) ctx.throw(404); throw new Error("no"); };',
        'limited@get.ts': '/** @rate-limit 1 per hour per all */\nexport default () => "in";',
        'late@get.ts': '/** @rate-limit 1 per hour per user\n * @security key */\nexport default () => "in";',
      },
      { options: { rateLimits: { userOf: () => 'me' } } },
    );
    const asked = async (target: string, headers: Record<string, string> = {}): Promise<unknown[]> => {
      const { status, headers: answered } = await ask(target, { headers });
      return [status, answered['x-audit-id'] !== undefined, answered['x-permissions'], answered['x-handler']];
    };
    const key = { 'x-key': 'good' };
    expect(await asked('GET /a?n=1')).toEqual([401, true, undefined, undefined]);
    expect(await asked('GET /a?n=x', key)).toEqual([400, true, undefined, undefined]);
    expect(await asked('GET /a?n=1', { ...key, 'x-granted': 'b:c' })).toEqual([403, true, 'b:c', undefined]);
    expect(await asked('GET /a?n=4', { ...key, 'x-granted': 'a:b' })).toEqual([404, true, 'a:b', undefined]);
    expect(await asked('GET /a?n=1', { ...key, 'x-granted': 'a:b' })).toEqual([500, true, 'a:b', undefined]);
    expect(await asked('GET /limited')).toEqual([200, true, undefined, undefined]);
    expect(await asked('GET /limited')).toEqual([429, true, undefined, undefined]);
    expect(await asked('GET /late', key)).toEqual([200, true, undefined, undefined]);
    expect(await asked('GET /late', key)).toEqual([429, true, undefined, undefined]);
  });

  it('see the handler run between the two halves of "around", whose headers stay on its errors', async () => {
    const code =
      'export default () => () => ({ async around(ctx, next) { ctx.set("X-Before", "1"); try { return await next(); } finally { ctx.set("X-After", "1"); } } });';
    const { ask } = await serveShop(
      {
        'a.ts':
          '/** @mark\n * @throws 409 - Taken\n * @returns {{n: integer}} It */\nexport default (ctx) => { ctx.set("X-Handler", "1"); if (ctx.query.bad) ctx.throw(409); return { n: 1, secret: 1 }; };',
      },
      { packages: steps('mark', code) },
    );
    const names = ['x-before', 'x-handler', 'x-after'];
    const good = await ask('GET /a');
    expect([good.json, names.map((name) => good.headers[name])]).toEqual([{ n: 1 }, ['1', '1', '1']]);
    const bad = await ask('GET /a?bad=1');
    expect([bad.status, names.map((name) => bad.headers[name])]).toEqual([409, ['1', undefined, '1']]);
  });

  it('a step can answer in place of the handler, within the contract', async () => {
    const code = 'export default () => () => ({ around: () => ({ n: 2, secret: 1 }) });';
    const { ask } = await serveShop(
      { 'a.ts': '/** @mark\n * @returns {{n: integer}} It */\nexport default () => { throw new Error("never"); };' },
      { packages: steps('mark', code) },
    );
    expect((await ask('GET /a')).json).toEqual({ n: 2 });
  });

  it('run the handler once, whatever "around" does', async () => {
    const code = 'export default () => () => ({ async around(ctx, next) { await next(); return next(); } });';
    const { ask, errors } = await serveShop(
      { 'a.ts': '/** @mark */\nexport default () => "in";' },
      { packages: steps('mark', code) },
    );
    expect((await ask('GET /a')).status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual(['A step "around" of a directive has called next() twice.']);
  });

  it('run in the order of the names of their directives, and "finish" sees the response', async () => {
    const ran: string[] = [];
    (globalThis as { ran?: string[] }).ran = ran;
    const code = (name: string): string =>
      `const say = (what) => globalThis.ran.push('${name} ' + what);
export default () => () => ({ enter: async () => void say('enter'), admit: () => { say('admit'); return true; }, around: async (ctx, next) => { say('in'); const value = await next(); say('out'); return value; }, finish: (ctx) => void say('finish ' + ctx.status) });`;
    const packages = {
      ...steps('mark-b', code('b')),
      ...steps('mark-a', code('a')),
      'package.json': packageJson(['own-mark-b', 'own-mark-a', ...PACKAGES]),
    };
    const { ask } = await serveShop(
      { 'a.ts': '/**\n * @mark-b\n * @mark-a\n */\nexport default () => "in";' },
      { packages },
    );
    await ask('GET /a');
    expect(ran).toEqual([
      'a enter',
      'b enter',
      'a admit',
      'b admit',
      'a in',
      'b in',
      'b out',
      'a out',
      'a finish 200',
      'b finish 200',
    ]);
  });

  it('a step cannot wait in "finish"', async () => {
    const { ask, errors } = await serveShop(
      { 'a.ts': '/** @mark */\nexport default () => "in";' },
      { packages: steps('mark', 'export default () => () => ({ async finish() {} });') },
    );
    expect((await ask('GET /a')).status).toBe(500);
    expect(errors[0]?.message).toContain('"finish" of a directive cannot wait');
  });

  it('a step gets the flag for the dev server', async () => {
    const code = 'export default (option, { isDev }) => () => ({ around: () => String(isDev) });';
    const tree = { 'a.ts': '/** @mark\n * @returns {string} It */\nexport default () => "in";' };
    const dev = await serveShop(tree, { packages: steps('mark', code), isDev: true });
    expect((await dev.ask('GET /a')).json).toBe('true');
  });
});

describe('a manifest', () => {
  it('imports only the steps that an operation has, and nothing for directives without steps', async () => {
    const imports = async (lines: string): Promise<unknown> => {
      const { features } = await compileTree(
        { 'a.ts': `/**\n${lines} */\nexport default () => "in";` },
        await treeOptions(),
      );
      return Object.keys(features);
    };
    expect(await imports(' * Nothing\n')).toEqual([]);
    expect(await imports(' * @owner billing\n')).toEqual([]);
    expect(await imports(' * @audit books\n')).toEqual(['customDirectives', 'customGuards']);
  });
});
