import process, { env } from 'node:process';
import type Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import type { Access } from '../../../src/runtime/testing/index.ts';
import { accessWithoutVariables, measureAccess } from '../../../src/runtime/testing/index.ts';
import { compileTree } from '../koa/compiled.ts';

const CALLERS = { anonymous: {}, admin: { headers: { 'x-key': 'key' } } };

/** The access without variables to an operation behind a guard, which is made anew each time. */
async function openedBy(
  guardOf: () => Koa.Middleware,
  onMeasured: (access: Access) => void = () => {},
): Promise<Access> {
  const operations = await compileTree({ 'it.ts': '/** It. */\nexport default () => {};' });
  return accessWithoutVariables(async () => {
    const create = (manifest: Manifest): Koa => {
      const app: Koa = createApp(manifest);
      app.silent = true;
      return app.use(guardOf());
    };
    const access = await measureAccess(operations, create, CALLERS);
    onMeasured(access);
    return access;
  });
}

const refuseUnless =
  (isRight: (given: string) => boolean): Koa.Middleware =>
  (ctx, next) =>
    isRight(ctx.get('X-Key')) ? next() : ctx.throw(401);
const pass: Koa.Middleware = (_ctx, next) => next();

describe('accessWithoutVariables', () => {
  beforeEach(() => {
    vi.stubEnv('ADMIN_KEY', 'key');
    vi.stubEnv('SECOND_KEY', 'key');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('finds nothing if a guard refuses without its variable', async () => {
    expect(await openedBy(() => refuseUnless((given) => given !== '' && given === process.env['ADMIN_KEY']))).toEqual(
      {},
    );
  });

  it.each<[string, () => Koa.Middleware]>([
    ['is left out', () => (process.env['ADMIN_KEY'] ? refuseUnless((given) => given === 'key') : pass)],
    [
      'reads it by another name',
      () => (({ ADMIN_KEY }) => (ADMIN_KEY ? refuseUnless((given) => given === ADMIN_KEY) : pass))(process.env),
    ],
    ['reads it from node:process', () => (env['ADMIN_KEY'] ? refuseUnless((given) => given === 'key') : pass)],
    [
      'copies the environment',
      () => ({ ...process.env })['ADMIN_KEY'] ? refuseUnless((given) => given === 'key') : pass,
    ],
    ['compares with a default', () => refuseUnless((given) => given === (process.env['ADMIN_KEY'] ?? ''))],
    [
      'reads a file for it, as dotenv does',
      () => {
        process.env['ADMIN_KEY'] ??= 'of the file';
        return process.env['ADMIN_KEY'] ? refuseUnless((given) => given === 'key') : pass;
      },
    ],
  ])('finds a guard that %s', async (_title, guardOf) => {
    expect(await openedBy(guardOf)).toEqual({
      'GET /it': 'anonymous without ADMIN_KEY; anonymous with an empty ADMIN_KEY',
    });
  });

  it('knows the variables of Node.js by their whole names', async () => {
    vi.stubEnv('NODE_API_KEY', 'key');
    vi.stubEnv('NODE_OPTIONS', 'key');
    const guardOf = (): Koa.Middleware =>
      process.env['NODE_API_KEY'] === undefined || process.env['NODE_OPTIONS'] === undefined
        ? pass
        : refuseUnless((given) => given === 'key');
    expect(await openedBy(guardOf)).toEqual({ 'GET /it': 'anonymous without NODE_API_KEY' });
  });

  it('finds a guard that only tests whether the variable is set', async () => {
    const guardOf = (): Koa.Middleware =>
      'ADMIN_KEY' in process.env ? refuseUnless((given) => given === 'key') : pass;
    expect(await openedBy(guardOf)).toEqual({ 'GET /it': 'anonymous without ADMIN_KEY' });
  });

  it('finds a guard that is open while its variable is an empty text', async () => {
    expect(await openedBy(() => refuseUnless((given) => given === process.env['ADMIN_KEY']))).toEqual({
      'GET /it': 'anonymous with an empty ADMIN_KEY',
    });
    const isSet = (): Koa.Middleware => {
      const key = 'ADMIN_KEY' in process.env && Object.keys(process.env).includes('ADMIN_KEY') ? 'key' : undefined;
      return refuseUnless((given) => given === ({ ...process.env }['ADMIN_KEY'] ?? key));
    };
    expect(await openedBy(isSet)).toEqual({ 'GET /it': 'anonymous with an empty ADMIN_KEY' });
  });

  it('finds a secret whose text is "undefined"', async () => {
    expect(
      await openedBy(() => refuseUnless((given) => given !== '' && given === `${process.env['ADMIN_KEY']}`)),
    ).toEqual({
      'GET /it': 'made-up credentials without ADMIN_KEY',
    });
  });

  it('takes an app that does not start for closed, and measures without the other variables', async () => {
    expect(
      await openedBy(() => {
        if (!process.env['SECOND_KEY']) throw new Error('Set SECOND_KEY.');
        return process.env['ADMIN_KEY'] === undefined ? pass : refuseUnless((given) => given === 'key');
      }),
    ).toEqual({ 'GET /it': 'anonymous without ADMIN_KEY' });
    const guardOf = (): Koa.Middleware => {
      if (!process.env['ADMIN_KEY']) throw new Error('Set ADMIN_KEY.');
      return refuseUnless((given) => given === 'key');
    };
    expect(await openedBy(guardOf)).toEqual({});
  });

  it('finds a variable behind one without which all callers are refused', async () => {
    const guardOf = (): Koa.Middleware => {
      if (!process.env['SECOND_KEY']) return refuseUnless(() => false);
      return process.env['ADMIN_KEY'] === undefined ? pass : refuseUnless((given) => given === 'key');
    };
    expect(await openedBy(guardOf)).toEqual({ 'GET /it': 'anonymous without ADMIN_KEY' });
  });

  it('names the variables which only together open an operation', async () => {
    const guardOf = (): Koa.Middleware =>
      process.env['ADMIN_KEY'] || process.env['SECOND_KEY'] ? refuseUnless((given) => given === 'key') : pass;
    // The second is only read without the first.
    const both = (): Koa.Middleware => (void process.env['SECOND_KEY'], guardOf());
    expect(await openedBy(both)).toEqual({ 'GET /it': 'anonymous without ADMIN_KEY and SECOND_KEY' });
    const each = (): Koa.Middleware =>
      process.env['ADMIN_KEY'] === undefined || process.env['SECOND_KEY'] === undefined
        ? pass
        : refuseUnless((given) => given === 'key');
    expect(await openedBy(each)).toEqual({
      'GET /it': 'anonymous without ADMIN_KEY; anonymous without SECOND_KEY',
    });
  });

  it('finds variables that only together open an operation, if the app does not start without a third', async () => {
    const guardOf = (): Koa.Middleware => {
      if (!process.env['SESSION_KEY']) throw new Error('Set SESSION_KEY.');
      const keys = [process.env['ADMIN_KEY'], process.env['SECOND_KEY']];
      return keys.every((key) => key === undefined) ? pass : refuseUnless((given) => given === 'key');
    };
    vi.stubEnv('SESSION_KEY', 'key');
    expect(await openedBy(guardOf)).toEqual({ 'GET /it': 'anonymous without ADMIN_KEY and SECOND_KEY' });
  });

  it('sends one request of each refused caller', async () => {
    const operations = await compileTree({ 'it.ts': '/** It. */\nexport default () => {};' });
    let count = 0;
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx) => {
        count += 1;
        ctx.throw(401);
      });
    await accessWithoutVariables(() => measureAccess(operations, create, { anonymous: {} }));
    expect(count).toBe(1);
  });

  it('leaves out callers that are refused in another way', async () => {
    const guardOf = (): Koa.Middleware => (ctx, next) =>
      process.env['ADMIN_KEY'] ? (ctx.get('X-Key') === 'key' ? next() : ctx.throw(401)) : ctx.throw(503);
    const measured: string[] = [];
    expect(await openedBy(guardOf, (access) => measured.push(...Object.values(access)))).toEqual({});
    expect(measured).toEqual(['admin', 'anonymous (503), admin (503)', 'anonymous (503), admin (503)']);
  });

  it('leaves the environment as it was', async () => {
    const before = process.env;
    await openedBy(() => (process.env['ADMIN_KEY'] ? pass : refuseUnless(() => false)));
    await expect(accessWithoutVariables(() => Promise.reject(new Error(process.env['ADMIN_KEY'])))).rejects.toThrow(
      'key',
    );
    expect(process.env).toBe(before);
    expect(env).toBe(before);
    expect(process.env['ADMIN_KEY']).toBe('key');
  });

  it('measures once if no variable is read, and throws what the first measurement throws', async () => {
    const measured: Access[] = [];
    expect(
      await openedBy(
        () => pass,
        (access) => measured.push(access),
      ),
    ).toEqual({});
    expect(measured).toEqual([{ 'GET /it': 'anonymous, admin' }]);
    await expect(accessWithoutVariables(() => Promise.reject(new Error('No module.')))).rejects.toThrow('No module.');
  });
});
