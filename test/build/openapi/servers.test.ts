import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffProject } from '../../../src/tools/diff/index.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { serverFault, serverPath } from '../../../src/build/openapi/servers.ts';
import { atPaths, planOf } from '../../tools/import/support.ts';
import { scratch, writeTree } from '../../support/build.ts';

/** The paths of the document of a tree with these servers. */
async function pathsOf(base: string, servers: readonly string[]): Promise<string[]> {
  const root = scratch();
  const lines = servers.map((url) => `  - url: ${JSON.stringify(url)}\n`).join('');
  await writeTree(root, {
    'app/operations/@get.ts': '/** @returns {string} It */\nexport default () => "a";\n',
    'app/operations/pets/{id}@get.ts':
      '/** @param {string} id\n * @returns {string} It */\nexport default () => "a";\n',
    ...(servers.length > 0 && { 'app/definitions/openapi.yaml': `servers:\n${lines}` }),
  });
  const session = createSession(locateProject(resolveOptions({ base }), root));
  const { servers: documented, paths } = session.openApi(session.compile());
  expect(documented).toEqual(servers.length === 0 ? [{ url: '/' }] : servers.map((url) => ({ url })));
  return Object.keys(paths);
}

describe('the paths of a document', () => {
  it.each<[string, readonly string[], string]>([
    ['/api/v3', ['https://pets.example/api/v3'], ''],
    ['/api/v3', ['https://pets.example/api/v3/', '/api/v3'], ''],
    ['/v3', ['https://pets.example/api/v3'], ''],
    ['/api v3', ['https://pets.example/api%20v3'], ''],
    ['/api/v3', [], '/api/v3'],
    ['/api/v3', ['https://pets.example'], '/api/v3'],
    ['/api/v3', ['https://pets.example/api/v3', 'https://pets.example'], '/api/v3'],
    ['/api', ['https://api'], '/api'],
    ['/api', ['https://pets.example/my-api'], '/api'],
    ['/api', ['https://pets.example/{base}/api'], '/api'],
    ['/api', ['{apiRoot}/api'], ''],
    ['/api', ['//pets.example/api'], ''],
    ['/', ['https://pets.example/api/v3'], ''],
  ])('writes the paths below %s on %j with the prefix "%s"', async (base, servers, prefix) => {
    expect(await pathsOf(base, servers)).toEqual([prefix || '/', `${prefix}/pets/{id}`]);
  });
});

describe('the import of a description whose server has a path', () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    servers: [{ url: 'https://pets.example/api/v3' }],
    paths: { '/pets': { get: { responses: { 200: { description: 'OK' } } } } },
  };

  async function imported(base: string): Promise<{ text: string; difference: string; paths: string[] }> {
    const root = scratch();
    writeFileSync(join(root, 'pets.json'), JSON.stringify(description));
    const options = resolveOptions({ base });
    const flags = { isDryRun: false, isLossy: false, isVerbose: false };
    const {
      text,
      isSuccess,
      base: wanted,
    } = await importIntoProject(join(root, 'pets.json'), locateProject(options, root), flags);
    expect([isSuccess, wanted]).toEqual([true, '/api/v3']);
    const session = createSession(locateProject(options, root));
    const compilation = session.compile();
    const difference = await diffProject(compilation, locateProject(options, root), { baseline: 'pets.json' });
    return { text, difference: difference.text, paths: Object.keys(session.openApi(compilation).paths) };
  }

  it.each([
    ['/', true],
    ['/other', true],
    ['/api/v3', false],
    ['/v3', false],
  ])('imports below %s and prints the option to set: %s', async (base, isPrinted) => {
    const { text } = await imported(base);
    expect(text.includes(`operations({ base: "/api/v3" })`)).toBe(isPrinted);
  });

  it.each(['/api/v3', '/v3'])('imports below %s the paths of the description, without differences', async (base) => {
    const { difference, paths } = await imported(base);
    expect(paths).toEqual(['/pets']);
    expect(difference).toMatch(/^No differences/);
  });
});

describe('the path of a server', () => {
  const variables = (values: Record<string, unknown>): object => ({
    variables: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { default: value }])),
  });

  it.each<[string, object, string]>([
    ['{apiRoot}/nudr-dr/v2', {}, '/nudr-dr/v2'],
    ['{apiRoot}/nudr-dr/v2', { apiRoot: 'https://example.com' }, '/nudr-dr/v2'],
    ['{apiRoot}/nudr-dr/v2', { apiRoot: 'https://example.com/api' }, '/api/nudr-dr/v2'],
    ['{apiRoot}/nudr-dr/v2', { apiRoot: 'example.com' }, '/nudr-dr/v2'],
    ['{apiRoot}', {}, ''],
    ['https://{region}.example.com/{basePath}', { region: 'eu', basePath: 'v2' }, '/v2'],
    ['https://{region}.example.com/v2', {}, '/v2'],
    ['https://example.com{basePath}', { basePath: '/v2/' }, '/v2'],
    ['https://example.com/{basePath}', { basePath: '/v2' }, '/v2'],
    ['https://example.com:{port}/v{version}', { port: '443', version: 2 }, '/v2'],
    ['{scheme}://example.com/v2', { scheme: 'https' }, '/v2'],
    ['/{basePath}', { basePath: 'v2' }, '/v2'],
    ['//example.com/v2?x={y}#{z}', {}, '/v2'],
  ])('%s with %j is "%s"', (url, values, path) => {
    const server = { url, ...variables(values as Record<string, unknown>) };
    expect([serverPath([server]), serverFault(server)]).toEqual([path, undefined]);
  });

  it.each([
    ['https://example.com/{basePath}', 'a variable in the path of a server has a default'],
    ['api/v1', 'the URL of a server begins with a scheme, a host or "/"'],
  ])('an import lists the servers, as the path of %s is unknown', (url, fault) => {
    const plan = planOf({ ...atPaths('/pets'), servers: [{ url }] });
    expect(serverPath([{ url }])).toBe('');
    expect(plan.description.notes.mended().map(({ reading, places }) => [reading, places[0]!.pointer])).toEqual([
      [`${fault}: without one, the paths of the tree do not begin with it`, '/servers/0/url'],
    ]);
  });
});
