import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver-protocol';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const contract = (...lines: string[]): string =>
  `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default function listBooks() { return []; }\n`;

const TODAY = 'app/operations/books.ts';
const OLD = 'app/versions/v1/operations/books.ts';
const OLD_BOOK = 'app/versions/v1/definitions/Book.ts';
const FILES = {
  'package.json': '{ "type": "module" }',
  'app/definitions/Book.ts': '/** A book. */\nexport interface Book {\n  title: string;\n}\n',
  [OLD_BOOK]:
    '/** A book of before. */\nexport interface Book {\n  name: string;\n}\n\n/** A cover that is gone. */\nexport interface Cover {\n  file: string;\n}\n',
  [TODAY]: contract('Lists the books.', '@returns {Book[]} x'),
  [OLD]: contract('Lists the books.', '@returns {(Book | Cover)[]} x'),
};
const POLL = { timeout: 20_000, interval: 20 };

describe('versions in an editor', () => {
  let client: LanguageClient;
  beforeAll(async () => {
    const root = scratch(afterAll);
    await writeTree(root, FILES);
    client = await LanguageClient.start(root, {}, {}, [root], ['--versions', 'v1,v2']);
  });
  afterAll(() => client.stop());

  const labels = async (path: string, ...lines: string[]): Promise<string[]> =>
    (await client.complete(path, contract(...lines))).map(({ label }) => label);

  it('reports the files of each version, by its own definitions', async () => {
    await client.setText(OLD, contract('Lists.', '@returns {Cver[]} x'));
    await expect.poll(() => client.codes(OLD), POLL).toContain('unknown-type');
    await client.open(OLD);
    await expect.poll(() => client.codes(OLD), POLL).toEqual([]);
    await client.setText(TODAY, contract('Lists.', '@returns {Cover[]} x'));
    await expect.poll(() => client.codes(TODAY), POLL).toContain('unknown-type');
    await client.open(TODAY);
    await expect.poll(() => client.codes(TODAY), POLL).toEqual([]);
  });

  it('reports a definition of an older version', async () => {
    const text = readFileSync(join(client.root, OLD_BOOK), 'utf8');
    await client.setText(OLD_BOOK, text.replace('file: string', 'file: Fil'));
    await expect.poll(() => client.codes(OLD_BOOK), POLL).toEqual(['unknown-type']);
    await client.open(OLD_BOOK);
    await expect.poll(() => client.codes(OLD_BOOK), POLL).toEqual([]);
  });

  it('complete the definitions of the version of the file', async () => {
    expect(await labels(OLD, '@returns {Cov|} x')).toContain('Cover');
    expect(await labels(TODAY, '@returns {Cov|} x')).not.toContain('Cover');
    await client.open(OLD);
    await client.open(TODAY);
  });

  it('complete the names of versions after @since', async () => {
    expect(await labels(TODAY, '@since |', '@returns {Book[]} x')).toEqual(['v2', 'v1']);
    await client.open(TODAY);
  });

  it('explain the definition of the version of the file', async () => {
    await client.open(OLD);
    const at = readFileSync(join(client.root, OLD), 'utf8').indexOf('Book') + 1;
    const hover = await client.request<Hover>('textDocument/hover', OLD, { position: client.positionAt(OLD, at) });
    expect(JSON.stringify(hover.contents)).toContain('A book of before');
  });
});
