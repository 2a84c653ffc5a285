import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { filesIn, run } from './command.ts';

const FILES = ['README.md', 'client.d.ts', 'index.d.ts', 'index.js', 'operations.js', 'package.json'];
const PETS = {
  'package.json': '{ "name": "@zoo/pets", "version": "2.0.0", "type": "module" }',
  'app/operations/pets/{id}.js':
    '/** Gets a pet.\n * @param {integer} id\n * @returns {string} Its name */ export default function getPet() {}\n',
};

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = scratch();
  await writeTree(root, { ...PETS, ...files });
  return root;
}

describe('operations client', () => {
  it('writes a package, named after the project', async () => {
    const root = await project();
    expect(run(root, 'client', '-o', 'packages/api')).toEqual({
      code: 0,
      out: 'Wrote package.json, README.md, index.js, index.d.ts, operations.js, client.d.ts to packages/api.\n',
      err: '',
    });
    const files = filesIn(join(root, 'packages/api'));
    expect(Object.keys(files).sort()).toEqual(FILES);
    expect(JSON.parse(files['package.json']!)).toMatchObject({ name: '@zoo/pets-client', version: '2.0.0' });
    expect(files['README.md']).toContain("import { createClient } from '@zoo/pets-client';");
    expect(files['README.md']).toMatch(/Options of `createClient`: `baseUrl`, `headers` .+, `fetch`, and `retries`/);
    expect(files['README.md']).toContain('| `client.getPet` | `GET /pets/{id}` | Gets a pet. |');
  });

  it('writes the same bytes again, and touches nothing', async () => {
    const root = await project();
    run(root, 'client', '-o', 'api', '--name', 'pets');
    const directory = join(root, 'api');
    const before = filesIn(directory);
    const times = FILES.map((file) => statSync(join(directory, file)).mtimeMs);
    expect(run(root, 'client', '-o', 'api')).toMatchObject({ code: 0, out: 'api is up to date.\n' });
    expect(filesIn(directory)).toEqual(before);
    expect(FILES.map((file) => statSync(join(directory, file)).mtimeMs)).toEqual(times);
    const other = await project();
    run(other, 'client', '--output', './api/', '--name=pets');
    expect(filesIn(join(other, 'api'))).toEqual(before);
  });

  it('keeps a package.json and a README that were edited, and other files', async () => {
    const root = await project();
    run(root, 'client', '-o', 'api');
    const manifest = JSON.parse(readFileSync(join(root, 'api/package.json'), 'utf8')) as { files: string[] };
    const own = {
      'api/package.json': JSON.stringify({
        ...manifest,
        name: 'zoo-api',
        version: '3.1.4',
        files: [...manifest.files, 'CHANGELOG.md'],
        license: 'MIT',
      }),
      'api/README.md': '# Ours\n',
      'api/CHANGELOG.md': '# Changes\n',
      'app/operations/toys.js': '/** @returns {string} x */ export default function listToys() {}\n',
    };
    await writeTree(root, own);
    expect(run(root, 'client', '-o', 'api')).toMatchObject({
      code: 0,
      out: 'Wrote index.d.ts, operations.js to api.\n',
    });
    for (const [file, text] of Object.entries(own)) expect(readFileSync(join(root, file), 'utf8')).toBe(text);
    expect(readFileSync(join(root, 'api/operations.js'), 'utf8')).toContain('listToys');
  });

  it('names the package in its README as an edited package.json does', async () => {
    const root = await project();
    run(root, 'client', '-o', 'api');
    const manifest = readFileSync(join(root, 'api/package.json'), 'utf8');
    await writeTree(root, { 'api/package.json': manifest.replace('@zoo/pets-client', 'zoo-api') });
    expect(run(root, 'client', '-o', 'api').out).toBe('Wrote README.md to api.\n');
    expect(readFileSync(join(root, 'api/README.md'), 'utf8')).toContain('npm install zoo-api');
    expect(run(root, 'client', '-o', 'api', '--name', 'pets')).toMatchObject({
      code: 1,
      err: 'operations: api/package.json has the name "zoo-api". Change it there, or leave out --name.\n',
    });
  });

  it('writes the missing files of a package', async () => {
    const root = await project();
    run(root, 'client', '-o', 'api');
    const { 'package.json': manifest } = filesIn(join(root, 'api'));
    await writeTree(root, { 'again/package.json': manifest! });
    expect(run(root, 'client', '-o', 'again')).toMatchObject({ code: 0 });
    expect(filesIn(join(root, 'again'))).toEqual(filesIn(join(root, 'api')));
  });
});

describe('operations client refuses', () => {
  it.each([
    [[], 'Missing option --output. Give the directory of the package, such as "-o packages/api".'],
    [['-o'], 'The option "--output" needs a value: -o, --output <directory>'],
    [['-o', 'package.json'], 'Invalid option --output: package.json is a file. Give a directory.'],
    [
      ['-o', 'app/operations/api'],
      'Invalid option --output: app/operations/api is in the directory of the operations. Give another one.',
    ],
    [
      ['-o', 'app/definitions'],
      'Invalid option --output: app/definitions is in the directory of the definitions. Give another one.',
    ],
    [['-o', 'api', '-o', 'other'], 'Invalid option --output: give it once.'],
    [
      ['-o', 'api', '--name', 'Pets!'],
      'Invalid option --name: "Pets!" is not a valid name of a package, such as "@shop/api".',
    ],
    [['-o', 'app'], 'app has other files, and no package.json. Give an empty directory, or one of a package.'],
    [['-o', 'api', '--nam', 'x'], 'Unknown option "--nam". Did you mean "--name"?'],
  ])('%j', async (args, message) => {
    const root = await project();
    expect(run(root, 'client', ...args)).toEqual({ code: 1, out: '', err: `operations: ${message}\n` });
    expect(existsSync(join(root, 'api'))).toBe(false);
  });

  it('the directory of another package', async () => {
    const root = await project();
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    expect(run(root, 'client', '-o', '.')).toEqual({
      code: 1,
      out: '',
      err: `operations: ./package.json is of another package, or needs these fields:

  "sideEffects": false,
  "exports": {".":{"types":"./index.d.ts","default":"./index.js"}},
  "files": ["index.js","index.d.ts","operations.js","client.d.ts"]

Set them, or give another directory.
`,
    });
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(manifest);
    await writeTree(root, { 'api/package.json': '[' });
    expect(run(root, 'client', '-o', 'api')).toMatchObject({
      code: 1,
      err: 'operations: api/package.json is not a JSON object. Correct it, or give another directory.\n',
    });
  });

  it('files that it did not write, and writes nothing', async () => {
    const root = await project();
    const own = { 'index.js': 'export {};\n', 'client.d.ts': 'export {};\n' };
    await writeTree(join(root, 'api'), own);
    expect(run(root, 'client', '-o', 'api')).toMatchObject({
      code: 1,
      err: 'operations: "operations client" did not write api/index.js, api/client.d.ts. Remove or rename it, or give another directory.\n',
    });
    expect(filesIn(join(root, 'api'))).toEqual(own);
  });

  it('a tree with errors', async () => {
    const root = await project({
      'app/operations/broken.js': '/** @returns {Pett} x */ export default function broken() {}\n',
    });
    const { code, err } = run(root, 'client', '-o', 'api');
    expect([code, err]).toEqual([1, expect.stringContaining('app/operations/broken.js:1:15 - error unknown-type')]);
    expect(existsSync(join(root, 'api'))).toBe(false);
  });
});
