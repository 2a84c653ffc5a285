import { describe, expect, it } from 'vitest';
import type { Options } from '../../../src/build/project/options.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { changelogOf, diffProject } from '../../../src/tools/diff/index.ts';
import { writeTree } from '../../support/build.ts';
import { repository } from './repository.ts';

const books = (parameter: string, returns: string): string =>
  `/**\n * Lists the books.\n *\n * @param {${parameter}} [q] - A text\n * @returns {${returns}} The books\n */\nexport default function listBooks() { return []; }\n`;

const TODAY = 'app/operations/books.ts';
const OLD = 'app/versions/v1/operations/books.ts';
const FILES = {
  'package.json': '{ "name": "shop", "type": "module" }',
  [TODAY]: books('string', '{title: string}[]'),
  [OLD]: books('string', 'string[]'),
};

const ADMIN = 'app/operations/admin.ts';
const OLD_ADMIN = 'app/versions/v1/operations/admin.ts';
const OPEN = '/**\n * Counts.\n *\n * @returns {integer} It\n */\nexport default function count() { return 1; }\n';
const GUARDED = `${OPEN}export const authorize = (): boolean => false;\n`;

const VERSIONS = [{ name: 'v1' }, { name: 'v2' }];
const KINDS: readonly (readonly [name: string, options: Options, older: string, today: string])[] = [
  ['in the path', { versions: VERSIONS }, '/v1/books', '/v2/books'],
  ['in a header', { versions: VERSIONS, version: { header: 'Api-Version', default: 'v1' } }, '/books', '/v2/books'],
];

describe.each(KINDS)('a comparison of versions %s', (_, options, older, today) => {
  const resolved = resolveOptions(options);
  const diff = async (root: string): Promise<string> => {
    const project = locateProject(resolved, root);
    return (await diffProject(createSession(project).compile(), project)).text;
  };

  it('finds nothing where nothing has changed', async () => {
    const { root } = await repository(FILES);
    expect(await diff(root)).toMatch(/^No differences from main/);
  });

  it('finds what breaks the clients of the one version whose file has changed', async () => {
    const { root } = await repository(FILES);
    await writeTree(root, { [OLD]: books('integer', 'string[]') });
    const text = await diff(root);
    expect(text).toContain(`GET ${older}`);
    expect(text).not.toContain(`GET ${today}`);
    expect(text).toContain(OLD);
    expect(text).toMatch(/1 error, 0 warnings, 0 infos\.$/);
  });

  it('finds what breaks the clients of today', async () => {
    const { root } = await repository(FILES);
    await writeTree(root, { [TODAY]: books('integer', '{title: string}[]') });
    const text = await diff(root);
    expect(text).toContain(`GET ${today}`);
    expect(text).toMatch(/1 error, 0 warnings, 0 infos\.$/);
  });

  it('compares the first older version with what the API was before', async () => {
    const { root } = await repository({ 'package.json': FILES['package.json'], [TODAY]: books('string', 'string[]') });
    await writeTree(root, FILES);
    expect(await diff(root)).toMatch(/0 errors, 0 warnings, \d infos?\.$/);
    await writeTree(root, { [OLD]: books('integer', 'string[]') });
    expect(await diff(root)).toMatch(/1 error, 0 warnings, \d infos?\.$/);
  });

  it('compares the access to each version with a revision that has all of them without their directory', async () => {
    const since = books('string', 'string[]').replace(' */', ' * @since v2\n */');
    const { root } = await repository({ 'package.json': FILES['package.json'], [TODAY]: since, [ADMIN]: GUARDED });
    expect(await diff(root)).toMatch(/^No differences from main/);
    await writeTree(root, { [ADMIN]: OPEN });
    const text = await diff(root);
    expect(text).toContain('authorize-removed: GET ');
    expect(text).toContain('and 1 other operation');
    expect(text).toMatch(/1 error, 0 warnings, 0 infos\.$/);
  });

  it('compares the access to a new version with that to the last one before', async () => {
    const { root } = await repository({ 'package.json': FILES['package.json'], [ADMIN]: GUARDED });
    await writeTree(root, { ...FILES, [OLD_ADMIN]: GUARDED });
    expect(await diff(root)).toMatch(/0 errors, 0 warnings, \d infos?\.$/);
    await writeTree(root, { [ADMIN]: OPEN });
    expect(await diff(root)).toContain(`authorize-removed: GET ${today.replace('books', 'admin')}: `);
  });

  it('writes the changes from one version to the next at the path that both have', async () => {
    const { root } = await repository(FILES);
    const project = locateProject(resolved, root);
    const compilation = createSession(project).compile();
    const text = changelogOf([compilation.older![0]!, compilation], project);
    expect(text).toContain('# Changes from v1 to v2');
    expect(text.match(/^- /gm)).toHaveLength(1);
    expect(text).toContain('- `GET /books`: ');
    expect(text).not.toContain('Api-Version');
  });

  it.each([
    ['nothing of an operation that is internal in both', '@internal', '@internal', undefined],
    [
      'an operation that is no longer internal as new',
      '@internal',
      '@tags a',
      '- `GET /stock`: The operation was added.',
    ],
  ])('writes %s for clients', async (_name, before, now, line) => {
    const stock = (mark: string, returns: string): string =>
      `/**\n * Counts.\n * ${mark}\n * @returns {${returns}} It\n */\nexport default function count() { return {}; }\n`;
    const { root } = await repository({
      ...FILES,
      'app/operations/stock.ts': stock(now, 'object'),
      'app/versions/v1/operations/stock.ts': stock(before, '{count: integer}'),
    });
    const project = locateProject(resolved, root);
    const compilation = createSession(project).compile();
    const text = changelogOf([compilation.older![0]!, compilation], project);
    expect(text.split('\n').find((each) => each.includes('stock'))).toBe(line);
  });
});
