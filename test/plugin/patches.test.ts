import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { PATCHES } from '../../src/plugin/patches/index.ts';
import { readPage } from '../docs/examples.ts';
import { codesOf, readTable } from '../docs/tables.ts';
import { buildProject } from './project.ts';

const KOA = createRequire(import.meta.url).resolve('koa');

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
