import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const GET = '/**\n * Lists the pets.\n * @returns {Pet[]} The pets\n */\nexport default function listPets() {}\n';
const PET = '/** @typedef {object} Pet - A pet\n * @property {string} name - Its name\n */\nexport {};\n';
const BROKEN = GET.replace('Pet[]', 'Pat[]');
const FILES = { 'package.json': '{}', 'app/definitions/pet.js': PET, 'app/operations/pets/@get.ts': GET };
const PETS = 'app/operations/pets/@get.ts';
const CATS = 'app/operations/cats@get.ts';
const CAT = BROKEN.replace('listPets', 'listCats');
const POLL = { timeout: 20_000, interval: 20 };

const clients: LanguageClient[] = [];
const root = scratch(afterAll);
afterAll(() => Promise.all(clients.map((client) => client.stop())));

async function start(
  name: string,
  files: { readonly [path: string]: string },
  folders = [name],
): Promise<LanguageClient> {
  await writeTree(join(root, name), files);
  const client = await LanguageClient.start(
    join(root, name),
    {},
    {},
    folders.map((folder) => join(root, folder)),
  );
  clients.push(client);
  return client;
}

/** Gives a project the Vite that reads its configuration. */
async function linkPackages(name: string): Promise<void> {
  await writeTree(join(root, name), { 'package.json': '{}' });
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, name, 'node_modules'));
}

async function changed(client: LanguageClient, path: string, type: 1 | 2 | 3): Promise<void> {
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: client.uriOf(path), type }],
  });
}

async function close(client: LanguageClient, path: string): Promise<void> {
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uriOf(path) } });
}

describe('folders', () => {
  it('reads a folder with invalid options again when they are mended, and leaves others alone', async () => {
    const config = (base: string): string =>
      `export default { plugins: [{ name: 'unplugin-operations', api: { options: ${base} } }] };\n`;
    await writeTree(join(root, 'good'), { ...FILES, [PETS]: BROKEN });
    await linkPackages('bad');
    const invalid = { 'vite.config.js': config("{ base: 'a/..' }") };
    const client = await start('bad', { ...FILES, [PETS]: BROKEN, ...invalid }, ['bad', 'good']);
    const files = (): number => client.diagnostics.size;
    // The definition that the misspelled type means counts as used.
    await expect.poll(files, POLL).toBe(1);
    expect(client.logged.join()).toContain('base');
    await writeTree(join(root, 'bad'), { 'vite.config.js': config('{}') });
    await changed(client, 'vite.config.js', 2);
    await expect.poll(files, POLL).toBe(2);
    expect(client.codes(PETS)).toEqual(['unknown-type']);
    expect(client.logged).toHaveLength(1);
  });

  it('accepts a folder that gets its operations later', async () => {
    const client = await start('later', { 'package.json': '{}' });
    await client.setText('notes.ts', 'export {};\n');
    expect(await client.request('textDocument/documentSymbol', 'notes.ts')).toBeNull();
    await writeTree(join(root, 'later'), { ...FILES, [PETS]: BROKEN });
    await changed(client, 'app', 1);
    await expect.poll(() => client.codes(PETS), POLL).toEqual(['unknown-type']);
  });

  it('accepts a folder that loses its operations, and gets them back', async () => {
    const client = await start('lost', { ...FILES, [PETS]: BROKEN });
    await expect.poll(() => client.codes(PETS), POLL).toEqual(['unknown-type']);
    rmSync(join(root, 'lost/app'), { recursive: true });
    await changed(client, 'app', 3);
    await expect.poll(() => client.report(), POLL).toEqual([]);
    await writeTree(join(root, 'lost'), { ...FILES, [PETS]: BROKEN });
    await changed(client, 'app', 1);
    await expect.poll(() => client.codes(PETS), POLL).toEqual(['unknown-type']);
    expect(client.logged).toEqual([]);
  });
});

describe('files', () => {
  it('reads from the disk the files that are closed while their project is opened', async () => {
    const slow = 'await new Promise((resolve) => setTimeout(resolve, 300));\nexport default {};\n';
    await linkPackages('closed');
    const client = await start('closed', { ...FILES, 'vite.config.js': slow }, []);
    await client.setText(PETS, BROKEN);
    await close(client, PETS);
    await client.setText(CATS, CAT);
    await expect.poll(() => client.report(), POLL).toEqual([`${CATS}:3 unknown-type`]);
  });

  it('accepts files that are opened and closed faster than they are compiled', async () => {
    const client = await start('rapid', FILES);
    for (let i = 0; i < 200; i++) {
      await client.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: client.uriOf(PETS), languageId: 'typescript', version: i, text: `${BROKEN}// ${i}` },
      });
      await close(client, PETS);
    }
    await client.setText(CATS, CAT);
    await expect.poll(() => client.report(), POLL).toEqual([`${CATS}:3 unknown-type`]);
    expect(client.logged).toEqual([]);
  });

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('completes, explains and renames at the same places in files with %s', async (name, change) => {
    const client = await start(name.replaceAll(' ', '-'), FILES);
    const items = await client.complete(PETS, change(GET.replace('{Pet[]}', '{Pe|}')));
    expect(items[0]).toMatchObject({
      label: 'Pet',
      textEdit: { range: { start: { line: 2, character: 13 }, end: { line: 2, character: 15 } }, newText: 'Pet' },
    });
    await client.setText(PETS, change(GET));
    const [first, last] = [13, 16].map((character) => ({ position: { line: 2, character } }));
    for (const at of [first, last])
      expect(await client.request('textDocument/prepareRename', PETS, at)).toMatchObject({ placeholder: 'Pet' });
    const outside = { position: { line: 2, character: 12 } };
    expect(await client.request('textDocument/prepareRename', PETS, outside)).toBeNull();
  });

  it('compiles files with a comment of a megabyte', async () => {
    const client = await start('long', FILES);
    const long = BROKEN.replace('Lists', `${'word '.repeat(100)}\n * `.repeat(2000));
    await client.setText(PETS, long);
    await expect.poll(() => client.codes(PETS), POLL).toEqual(['unknown-type']);
    await client.setText(PETS, GET);
    await expect.poll(() => client.report(), POLL).toEqual([]);
  });

  it('renames in the text that the editor has, before its diagnostics are published', async () => {
    const client = await start('renamed', FILES);
    await client.setText(PETS, `// One line more.\n${GET}`);
    const edit = await client.request<{ changes: Record<string, unknown> }>('textDocument/rename', PETS, {
      position: { line: 3, character: 14 },
      newName: 'Cat',
    });
    const range = { start: { line: 3, character: 13 }, end: { line: 3, character: 16 } };
    expect(JSON.stringify(edit)).toContain(JSON.stringify({ range, newText: 'Cat' }));
  });

  it('finds no project for files of a drive that the editor escapes', async () => {
    const client = await start('drive', FILES);
    const uri = 'file:///c%3A/project/app/operations/@get.ts';
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'typescript', version: 1, text: BROKEN },
    });
    expect(await client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } })).toBeNull();
    expect(client.logged).toEqual([]);
  });
});
