import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { locateProject } from '../../../src/build/project/project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { initProject } from '../../../src/tools/init/index.ts';
import { allowedOf } from '../../../src/tools/openapi/fetch/allowed.ts';
import { readDocuments } from '../../../src/tools/openapi/fetch/read-documents.ts';
import { scratch, writeTree } from '../../support/build.ts';

const NAMED = '{"type":"string","maxLength":7}';

let root: string;

/** A description with a description and a schema from elsewhere. */
function describing(fields: { text?: string; schema?: string }): string {
  const { text, schema = '#/components/schemas/Name' } = fields;
  const description = text === undefined ? 'Done' : { $ref: text };
  const get = {
    parameters: [{ name: 'name', in: 'query', schema: { $ref: schema } }],
    responses: { 204: { description } },
  };
  const components = { schemas: { Name: { type: 'string' } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } }, components });
}

/** Reads a description in `api` that refers to a file. Returns the names of its files, or the message of the error. */
async function reading(text: string, files: readonly string[] = [], start = 'api/openapi.json'): Promise<string> {
  const file = join(root, start);
  writeFileSync(file, describing({ text }));
  return readDocuments(file, { files }, join(root, 'api')).then(
    (documents) => [...documents.files.values()].map(({ name }) => name).join(),
    (error: unknown) => (error as Error).message,
  );
}

beforeEach(async () => {
  let remove: (() => Promise<void>) | undefined;
  root = realpathSync(scratch((clean) => (remove = clean)));
  await writeTree(root, {
    '.env': 'SECRET=1',
    'ext.json': NAMED,
    'notes.md': 'A secret',
    'api/.env': 'SECRET=2',
    'api/.git/config.json': '"SECRET"',
    'api/.secrets.yaml': 'a: SECRET',
    'api/keys.pem': 'SECRET',
    'api/page.md': 'A page',
    'api/parts/common.yaml': 'a: { $ref: ../page.md }',
    'api/SHOUT.YAML': 'a: 1',
  });
  return remove;
});

describe('A description', () => {
  const OUTSIDE =
    /^Cannot read .*: it is outside of the directory of the description\. If you trust it, pass --allow-files .*\/\. openapi\.json:1:\d+ refers to it\.$/;
  const NAME =
    /: (?:it|it leads to .*, which) does not have the extension of YAML, JSON or a text, such as \.yaml, \.yml, \.json or \.md\. openapi\.json:1:\d+ refers to it\.$/;

  it.each(['../notes.md', '../ext.json', '%2e%2e/notes.md', '..\\notes.md', 'parts/../../notes.md#/a'])(
    'refuses a file outside of its directory: %s',
    async (text) => expect(await reading(text)).toMatch(OUTSIDE),
  );

  it('refuses a file outside of its directory by an absolute path or a URI', async () => {
    const { pathname, href } = pathToFileURL(join(root, 'notes.md'));
    for (const text of [
      pathname,
      href,
      href.replace('file:///', 'file:/'),
      href.replace('file:///', 'FILE://localhost/'),
    ])
      expect(await reading(text)).toMatch(OUTSIDE);
    expect(await reading(pathToFileURL(join(root, 'api-of-others/a.json')).href)).toMatch(/the file does not exist/);
    await writeTree(root, { 'api-of-others/a.json': '1' });
    expect(await reading(pathToFileURL(join(root, 'api-of-others/a.json')).href)).toMatch(OUTSIDE);
  });

  it('refuses a path with an encoded slash', async () => {
    for (const text of ['..%2fnotes.md', '..%2Fnotes.md', '..%5cnotes.md'])
      expect(await reading(text)).toMatch(/^Cannot read file:.*: its path has an encoded slash\. openapi\.json:1:/);
  });

  it.each(['/etc/hostname', '/proc/self/environ', '/dev/zero', '../.env', '.env', 'keys.pem', '.'])(
    'refuses a file that is neither YAML, JSON nor a text by its name, also if it is allowed: %s',
    async (text) => {
      expect(await reading(text)).toMatch(NAME);
      expect(await reading(text, ['/', root, join(root, 'api')])).toMatch(NAME);
    },
  );

  it('refuses a hidden file, unless it or its directory is allowed', async () => {
    const [directory, file] = ['.git', '.secrets.yaml'].map((name) => join(root, 'api', name)) as [string, string];
    const shown = (path: string): string => relative('.', path);
    const trust = 'it is hidden. If you trust it, pass --allow-files';
    expect(await reading('.git/config.json')).toContain(`.git/config.json: ${trust} ${shown(directory)}/.`);
    expect(await reading('.secrets.yaml', [root, dirname(file)])).toContain(`${trust} ${shown(file)}.`);
    expect(await reading('.git/config.json', [directory])).toBe('openapi.json,.git/config.json');
    expect(await reading('.secrets.yaml', [file])).toBe('openapi.json,.secrets.yaml');
  });

  it('refuses a file behind a link in its directory', async () => {
    symlinkSync(join(root, 'notes.md'), join(root, 'api/linked.md'));
    symlinkSync(root, join(root, 'api/up'));
    symlinkSync(join(root, 'api/.env'), join(root, 'api/env.md'));
    symlinkSync(join(root, 'api/.secrets.yaml'), join(root, 'api/secrets.yaml'));
    symlinkSync('/proc/self', join(root, 'api/self'));
    const outside = `it leads to ${relative('.', join(root, 'notes.md'))}, which is outside of the directory`;
    expect(await reading('linked.md')).toContain(`Cannot read linked.md: ${outside}`);
    expect(await reading('up/notes.md')).toContain(`Cannot read up/notes.md: ${outside}`);
    expect(await reading('env.md')).toMatch(NAME);
    expect(await reading('secrets.yaml')).toMatch(/^Cannot read secrets\.yaml: it leads to .*, which is hidden\./);
    expect(await reading('self/environ')).toMatch(NAME);
    expect(await reading('linked.md', [root])).toBe('openapi.json,linked.md');
  });

  it('recommends no text that a shell would read in another way', async () => {
    await writeTree(root, { '$(id)/a.json': '1' });
    const path = relative('.', join(root, '$(id)'));
    expect(await reading('../$(id)/a.json')).toContain(`If you trust it, name ${path}/ in --allow-files.`);
  });

  it('refuses a file that another file refers to', async () => {
    await writeTree(root, { 'api/parts/common.yaml': 'a: { $ref: ../../notes.md }' });
    expect(await reading('parts/common.yaml')).toMatch(
      /^Cannot read \.\.\/notes\.md: .* parts\/common\.yaml:1:12 refers/,
    );
  });
});

describe('A description that you trust', () => {
  it('reads files of its directory and below, which can refer back', async () => {
    expect(await reading('page.md')).toBe('openapi.json,page.md');
    expect(await reading('SHOUT.YAML')).toBe('openapi.json,SHOUT.YAML');
    expect(await reading('parts/common.yaml')).toBe('openapi.json,parts/common.yaml,page.md');
    expect(await reading(pathToFileURL(join(root, 'api/page.md')).href)).toBe('openapi.json,page.md');
  });

  it('reads a file that is allowed, or in such a directory', async () => {
    for (const allowed of [root, join(root, 'notes.md'), '/', relative('.', root)])
      expect(await reading('../notes.md', [allowed])).toBe('openapi.json,../notes.md');
    expect(await reading('../notes.md', [join(root, 'api'), join(root, 'ext.json')])).toMatch(/it is outside of/);
  });

  it('reads files in the directories of the description and of a link to it', async () => {
    mkdirSync(join(root, 'linked'));
    symlinkSync(join(root, 'api/openapi.json'), join(root, 'linked/openapi.json'));
    symlinkSync(join(root, 'api/parts'), join(root, 'linked/parts'));
    writeFileSync(join(root, 'linked/own.md'), 'Own');
    symlinkSync(join(root, 'api'), join(root, 'directory'));
    const start = 'linked/openapi.json';
    expect(await reading('own.md', [], start)).toBe('../linked/openapi.json,../linked/own.md');
    await writeTree(root, { 'api/parts/plain.yaml': '1' });
    expect(await reading('parts/plain.yaml', [], start)).toBe('../linked/openapi.json,../linked/parts/plain.yaml');
    expect(await reading('page.md', [], 'directory/openapi.json')).toBe(
      '../directory/openapi.json,../directory/page.md',
    );
  });
});

describe('--allow-files', () => {
  it('takes directories and files, and refuses those that do not exist', () => {
    expect(allowedOf({ allowFiles: 'src, test/tools,', allowHosts: 'a' })).toEqual({
      hosts: ['a'],
      files: ['src', 'test/tools'],
    });
    expect(allowedOf({})).toEqual({ hosts: [], files: [] });
    expect(allowedOf({ allowFiles: '' })).toEqual({ hosts: [], files: [] });
    expect(() => allowedOf({ allowFiles: 'src,nowhere' })).toThrow(
      'Invalid option --allow-files: "nowhere" does not exist. Its paths are relative to the working directory.',
    );
  });

  it('applies to operations init', async () => {
    const from = join(root, 'api/openapi.json');
    writeFileSync(from, describing({ schema: '../ext.json' }));
    const args = { from, yes: true, name: 'a' };
    await expect(initProject(join(root, 'one'), args)).rejects.toThrow('--allow-files');
    await initProject(join(root, 'two'), { ...args, allowFiles: root });
    expect(readFileSync(join(root, 'two/app/definitions/schemas/ext.ts'), 'utf8')).toContain('@maxLength 7');
  });
});

it('operations import lists the files that it has read', async () => {
  const file = join(root, 'api/openapi.json');
  const options = resolveOptions({ root, dts: false });
  const flags = { isDryRun: true, isLossy: false, isVerbose: false, allowed: { files: [root] } };
  const imported = async (isJson: boolean): Promise<string> =>
    (await importIntoProject(file, locateProject(options, root), { ...flags, isJson })).text;
  const shown = (path: string): string => relative('.', join(root, path));
  writeFileSync(file, describing({ text: 'page.md', schema: '../ext.json' }));
  expect(await imported(false)).toContain(
    `Read other files, because the description refers to them (2):\n  ${shown('api/page.md')}\n  ${shown('ext.json')}\n`,
  );
  expect(JSON.parse(await imported(true))).toMatchObject({ read: [shown('api/page.md'), shown('ext.json')] });
  writeFileSync(file, describing({}));
  expect(await imported(false)).not.toContain('Read other files');
});
