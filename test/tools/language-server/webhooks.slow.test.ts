import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hover, Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { openProject } from '../../../src/tools/language-server/open-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { toPosix } from '../../../src/build/project/files.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const PAID = 'app/webhooks/order.paid@post.ts';
const FILES = {
  'package.json': '{}',
  'app/definitions/order.ts': 'export interface Order { id: number }\n',
  'app/operations/orders@get.ts':
    '/**\n * Lists.\n * @tags shop\n * @returns {Order[]} x\n */\nexport default function listOrders() {}\n',
  [PAID]:
    '/**\n * An order was paid.\n * @param {Order} body - The order\n * @returns {void} 204 - x\n */\nexport default function orderPaid() {}\n',
  'app/webhooks/_middleware.ts': '/** @tags events */\n',
};
const POLL = { timeout: 20_000, interval: 20 };

let client: LanguageClient;
async function begin(files: Record<string, string>): Promise<void> {
  const root = scratch(afterAll);
  await writeTree(root, files);
  client = await LanguageClient.start(root);
}

describe('webhooks in an editor', () => {
  beforeAll(() => begin(FILES));
  afterAll(() => client.stop());

  const ask = async <T>(method: string, path: string, text: string, more: object = {}): Promise<T> => {
    await client.open(path);
    const at = readFileSync(join(client.root, path), 'utf8').indexOf(text) + text.length;
    return client.request(method, path, { position: client.positionAt(path, at), ...more });
  };
  const contract = (...lines: string[]): string =>
    `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default function orderPaid() {}\n`;

  it('reports webhooks', async () => {
    await client.setText(PAID, contract('@param {Ordr} body - x', '@returns {void} 204 - x'));
    await expect.poll(() => client.codes(PAID), POLL).toEqual(['unknown-type']);
    await client.open(PAID);
    await expect.poll(() => client.codes(PAID), POLL).toEqual([]);
  });

  it('completes webhooks with words that check accepts', async () => {
    const labels = async (...lines: string[]): Promise<string[]> =>
      (await client.complete(PAID, contract(...lines))).map(({ label }) => label);
    expect((await labels('@param {Or|} body'))[0]).toBe('Order');
    // A webhook's method has no entity tags.
    expect(await labels('@e|')).not.toContain('@etag');
    expect(await labels('@returns {void} 204 - x', '@returns {Order} |')).not.toContain('204');
    // Those of the webhooks come first.
    expect(await labels('@tags |')).toEqual(['events', 'shop']);
    await client.open(PAID);
  });

  it('explains webhooks, and leads to definitions, which list them', async () => {
    const hover = await ask<Hover>('textDocument/hover', PAID, 'function orderP');
    expect(hover.contents).toMatchObject({
      value: expect.stringMatching(/^\*\*POST \/webhooks\/order\.paid\*\* - An order was paid\./),
    });
    const [definition] = await ask<Location[]>('textDocument/definition', PAID, '{Ord');
    expect(client.pathOf(definition!.uri)).toBe('app/definitions/order.ts');
    const references = await ask<Location[]>('textDocument/references', 'app/definitions/order.ts', 'interface Or', {
      context: { includeDeclaration: false },
    });
    expect(references.map(({ uri }) => client.pathOf(uri)).sort()).toEqual(['app/operations/orders@get.ts', PAID]);
  });

  it('lists webhooks as symbols, and renames them with what they name', async () => {
    await client.open(PAID);
    const symbols = [{ name: 'POST /webhooks/order.paid' }];
    expect(await client.request('textDocument/documentSymbol', PAID)).toMatchObject(symbols);
    expect(await client.connection.sendRequest('workspace/symbol', { query: 'order.paid' })).toMatchObject(symbols);
    const { changes } = await ask<WorkspaceEdit>('textDocument/rename', PAID, '{Ord', { newName: 'Bill' });
    expect(Object.keys(changes!).map((uri) => client.pathOf(uri))).toContain(PAID);
  });

  it('writes the text of a new file', async () => {
    const path = 'app/webhooks/shop/order.refunded@post.ts';
    const [item] = await client.complete(path, '|');
    const { newText } = item!.textEdit as { newText: string };
    expect(newText).toContain(' * Receives shop/order.refunded.\n');
    expect(newText).toContain("defineOperation<'receiveShopOrderRefunded'>");
    await client.setText(path, newText);
    const symbols = (): Promise<unknown> => client.request('textDocument/documentSymbol', path);
    await expect.poll(symbols, POLL).toMatchObject([{ name: 'POST /webhooks/shop/order.refunded' }]);
    // A file that is not saved yet is no definition.
    await expect.poll(() => client.report(), POLL).toEqual([]);
    expect(await client.complete('app/webhooks/_signature.ts', '|')).toEqual([]);
  });
});

it('webhooks are served to an editor without operations', async () => {
  await begin({ 'package.json': '{}', [PAID]: FILES[PAID] });
  await client.setText(PAID, '/** @retruns {void} 204 - x */\nexport default function orderPaid() {}\n');
  await expect.poll(() => client.codes(PAID), POLL).toEqual(['unknown-directive']);
  await client.stop();
});

describe('a tree that is the root of its project', () => {
  it('finds no webhooks next to a tree that is the root of its project', async () => {
    const root = scratch();
    await writeTree(root, {
      'api/a@get.ts': '/** @returns {string} x */\nexport default function getA() {}\n',
      'webhooks/paid@post.ts': '/** @returns {Gone} x */\nexport default function paid() {}\n',
    });
    const project = openProject(locateProject(resolveOptions({ operations: '.' }), toPosix(join(root, 'api'))));
    const files = ['webhooks/paid@post.ts', 'webhooks/new@post.ts'].map((file) => toPosix(join(root, file)));
    for (const file of files) project.setBuffer(file, '/** @returns {Gone} x */\nexport default function run() {}\n');
    expect(files.map((file) => project.owns(file))).toEqual([false, false]);
    expect(project.compilation()!.operations.map(({ contract }) => contract.path)).toEqual(['/a']);
    expect(project.compilation()!.diagnostics).toEqual([]);
  });
});
