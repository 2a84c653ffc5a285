import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const PET = '/** @typedef {object} Pet - A pet\n * @property {string} name - Its name\n */\nexport {};\n';
const GET = '/**\n * Lists the pets.\n * @returns {Pet[]} The pets\n */\nexport default function listPets() {}\n';
const ONE =
  '/**\n * Reads a pet.\n * @param {string} id - Its ID\n * @returns {Pet} The pet\n */\nexport default function getPet() {}\n';

const POLL = { timeout: 20_000, interval: 20 };

describe('diagnostics', () => {
  const root = scratch(afterAll);
  let client: LanguageClient;

  beforeAll(async () => {
    await writeTree(root, {
      'package.json': '{}',
      'app/definitions/pet.js': PET,
      'app/operations/pets/@get.ts': GET,
      'app/operations/pets/{id}@get.ts': ONE,
    });
    client = await LanguageClient.start(root);
  });
  afterAll(() => client.stop());

  it('reports the open text, and clears when it is mended', async () => {
    const path = 'app/operations/pets/@get.ts';
    await client.setText(path, GET.replace('@returns', '@retruns'));
    await expect.poll(() => client.codes(path), POLL).toEqual(['unknown-directive']);
    await client.setText(path, GET);
    await expect.poll(() => client.codes(path), POLL).toEqual([]);
  });

  it('reports a range, a link to the page and related places', async () => {
    const path = 'app/operations/pets/@get.ts';
    await client.setText(path, GET.replace(' */', ' * @summary A\n * @summary B\n */'));
    await expect
      .poll(() => client.diagnostics.get(path)?.[0], POLL)
      .toMatchObject({
        code: 'repeated-directive',
        severity: 1,
        source: 'operations',
        range: { start: { line: 4, character: 3 }, end: { line: 4, character: 11 } },
        codeDescription: { href: expect.stringMatching(/diagnostics\.md#repeated-directive$/) },
        relatedInformation: [{ message: 'first used here', location: { range: { start: { line: 3, character: 3 } } } }],
      });
    await client.setText(path, GET);
    await expect.poll(() => client.codes(path), POLL).toEqual([]);
  });

  it('show what an edit of a definition breaks elsewhere, in files that are not open', async () => {
    await client.setText('app/definitions/pet.js', PET.replace('Pet -', 'Cat -'));
    await expect
      .poll(() => client.report(), POLL)
      .toEqual([
        'app/definitions/pet.js:1 unused-definition',
        'app/operations/pets/@get.ts:3 unknown-type',
        'app/operations/pets/{id}@get.ts:4 unknown-type',
      ]);
    await client.setText('app/definitions/pet.js', PET);
    await expect.poll(() => client.report(), POLL).toEqual([]);
  });

  it('follow changes on the disk', async () => {
    const file = join(root, 'app/operations/cats@get.ts');
    writeFileSync(file, '/** @returns {Ctt} x */\nexport default function cats() {}\n');
    const change = async (type: number): Promise<void> => {
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: client.uriOf('app/operations/cats@get.ts'), type }],
      });
    };
    await change(1);
    await expect.poll(() => client.codes('app/operations/cats@get.ts'), POLL).toEqual(['unknown-type']);
    rmSync(file);
    await change(3);
    await expect.poll(() => client.codes('app/operations/cats@get.ts'), POLL).toEqual([]);
  });

  it('count a new file that is not saved yet', async () => {
    const path = 'app/operations/dogs@get.ts';
    await client.setText(path, '/** @returns {Dgo} x */\nexport default function dogs() {}\n');
    await expect.poll(() => client.codes(path), POLL).toEqual(['unknown-type']);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uriOf(path) } });
    await expect.poll(() => client.codes(path), POLL).toEqual([]);
  });
});
