import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { PATCHES } from '../../src/plugin/patches/index.ts';
import { readPage } from '../docs/examples.ts';
import { codesOf, readTable } from '../docs/tables.ts';
import { buildProject } from './project.ts';

const require = createRequire(import.meta.url);
const KOA = require.resolve('koa');
const koa = createRequire(KOA);

const FILES = {
  'app/operations/@get.ts': '/** A number. @returns {integer} It */\nexport default () => 1;',
  'server.ts': `import operations from 'virtual:operations';
import Koa from 'koa';
export default [operations, Koa];`,
};

/** A text that only a patched bundle has. */
const SIGNS: Readonly<Record<keyof typeof PATCHES, string>> = {
  'mime-types': 'atomcat+xml atomcat',
  'late-requires': 'new.target',
  ascii: 'String.fromCodePoint(65533)',
  debuglog: 'NODE_DEBUG',
};

/** The patches that a bundle has. */
const patchesIn = (text: string): string[] =>
  Object.entries(SIGNS).flatMap(([name, sign]) => (text.includes(sign) ? [name] : []));

const build = async (patches?: boolean | readonly (keyof typeof PATCHES)[]): Promise<string> =>
  (
    await buildProject(FILES, patches === undefined ? {} : { patches }, {
      build: { minify: true },
      resolve: { alias: { koa: KOA } },
    })
  ).text;

describe('the option patches', () => {
  it('applies all patches by default', async () => {
    const text = await build();
    expect(patchesIn(text)).toEqual(Object.keys(PATCHES));
    expect(await build(true)).toBe(text);
  });

  it('applies none if it is false', async () => {
    const text = await build(false);
    expect(patchesIn(text)).toEqual([]);
    expect(text).toContain('application/vnd.1000minds.decision-model+xml');
  });

  it('applies those of a list', async () => {
    expect(patchesIn(await build(['debuglog', 'mime-types']))).toEqual(['mime-types', 'debuglog']);
  });

  it('documents each patch, and the issue of its package', () => {
    const rows = readTable(readPage('reference/plugin-options.md'), 'patch', 'change', 'upstream');
    const expected = Object.entries(PATCHES).map(([name, { upstream }]) => [name, upstream ?? 'none']);
    const shown = rows.map(([name, , issue]) => [codesOf(name!)[0], /\((https:[^)]+)\)/.exec(issue!)?.[1] ?? issue]);
    expect(shown).toEqual(expected);
  });
});

it('lateRequires is part of a build, whose app answers as before', async () => {
  const server = `import Koa from 'koa';
import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
export const app = createApp(operations);
export const status = Object.create(new Koa().response, { res: { value: { headersSent: false } } });`;
  const files = {
    'app/operations/@get.ts': '/** A number. @returns {integer} It */\nexport default () => 1;',
    'server.ts': server,
  };
  const alias = {
    koa: KOA,
    'unplugin-operations/koa': new URL('../../src/runtime/koa/index.ts', import.meta.url).pathname,
  };
  const built = await buildProject(files, {}, { resolve: { alias }, ssr: { noExternal: true } });
  expect(built.thrown).toBeUndefined();
  const { status } = await built.load<{ status: { status: unknown } }>();
  expect(built.text).toMatch(/new\.target/);
  expect(() => (status.status = 'x')).toThrow('status code must be a number');
  expect(koa('cookies')).toBeTypeOf('function');
});

it('the short list of media types is in a build, and mime-db is left whole for other imports', async () => {
  const files = {
    'app/operations/@get.ts': '/** A number. @returns {integer} It */\nexport default () => 1;',
    'server.ts': `import 'virtual:operations';
import database from 'mime-db';
import mimeTypes from 'mime-types';
export const answers = [database['application/json'].compressible, mimeTypes.lookup('x.json')];`,
  };
  const alias = { 'mime-db': koa.resolve('mime-db'), 'mime-types': koa.resolve('mime-types') };
  const built = await buildProject(files, {}, { resolve: { alias } });
  expect(built.text).toContain('atomcat+xml atomcat');
  expect((await built.load<{ answers: unknown[] }>()).answers).toEqual([true, 'application/json']);
});
