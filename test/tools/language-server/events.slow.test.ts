import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hover, Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const PLACED = 'app/events/order.placed.ts';
const POST = 'app/operations/orders@post.ts';
const FILES = {
  'package.json': '{}',
  'app/definitions/order.ts': 'export interface Order { id: number }\n',
  [PLACED]: '/**\n * An order was placed.\n * @payload {Order} - The order\n */\n',
  'app/events/shop/book.sold.ts': '/** @payload {string} - Its name */\n',
  [POST]:
    "/**\n * Orders.\n * @fires order.placed\n * @returns {Order} x\n */\nexport default async function order(ctx) {\n  await ctx.events.send(tx, 'order.placed', { id: 1 });\n  console.log('order.placed');\n}\n",
  'app/jobs.ts':
    "export const run = (events, tx) => events.send(tx, 'order.placed', {});\nexport type Placed = Events['order.placed'];\n",
};
const POLL = { timeout: 20_000, interval: 20 };

describe('events in an editor', () => {
  let client: LanguageClient;
  beforeAll(async () => {
    const root = scratch(afterAll);
    await writeTree(root, FILES);
    client = await LanguageClient.start(root, {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
    });
  });
  afterAll(() => client.stop());

  const ask = async <T>(method: string, path: string, text: string, more: object = {}): Promise<T> => {
    await client.open(path);
    const at = readFileSync(join(client.root, path), 'utf8').indexOf(text) + text.length;
    return client.request(method, path, { position: client.positionAt(path, at), ...more });
  };
  const labels = async (path: string, text: string): Promise<string[]> =>
    (await client.complete(path, text)).map(({ label }) => label);

  it('reports events, and the names in @fires', async () => {
    await client.setText(PLACED, '/** @payload {Ordr} - x */\n');
    await expect.poll(() => client.codes(PLACED), POLL).toEqual(['unknown-type']);
    await client.open(PLACED);
    await client.setText(POST, FILES[POST].replace('@fires order.placed', '@fires order.place'));
    await expect.poll(() => client.codes(POST), POLL).toEqual(['unknown-event']);
    await client.open(POST);
    await expect.poll(() => client.report(), POLL).toEqual([]);
  });

  it('completes events with the directives and types of their comments', async () => {
    expect(await labels(PLACED, '/**\n * @pay|\n */\n')).toEqual(['@payload']);
    expect(await labels(PLACED, '/**\n * @payload {string}\n * @|\n */\n')).not.toContain('@param');
    expect((await labels(PLACED, '/**\n * @payload {Or|}\n */\n'))[0]).toBe('Order');
    await client.open(PLACED);
  });

  it('completes the names of events in @fires and in send', async () => {
    const contract = (line: string): string =>
      `/**\n * ${line}\n * @returns {void} 204 - x\n */\nexport default () => {};\n`;
    expect(await labels(POST, contract('@fires |'))).toEqual(['order.placed', 'shop/book.sold']);
    expect(await labels(POST, contract('@fires order.placed, |'))).toEqual(['order.placed', 'shop/book.sold']);
    const code = (call: string): string => `${contract('x')}async function run(ctx) {\n  ${call}\n}\n`;
    const sent = await client.complete(POST, code("await ctx.events.send(db(tx), 'or|', order);"));
    expect(sent.map(({ label }) => label)).toEqual(['order.placed', 'shop/book.sold']);
    expect(await labels(POST, code("await ctx.post(tx, 'or|', order);"))).toEqual([]);
    await client.open(POST);
  });

  it('explains events, and leads to their files, which list their uses', async () => {
    for (const text of ['@fires order.pl', "send(tx, 'order.pl"]) {
      const hover = await ask<Hover>('textDocument/hover', POST, text);
      expect(hover.contents).toMatchObject({ value: expect.stringContaining('An order was placed.') as string });
      const [definition] = await ask<Location[]>('textDocument/definition', POST, text);
      expect(client.pathOf(definition!.uri)).toBe(PLACED);
    }
    const more = { context: { includeDeclaration: false } };
    const references = await ask<Location[]>('textDocument/references', PLACED, 'An order', more);
    expect(references.map(({ uri }) => client.pathOf(uri)).sort()).toEqual(['app/jobs.ts', 'app/jobs.ts', POST, POST]);
    const ofType = await ask<Location[]>('textDocument/references', 'app/definitions/order.ts', 'interface Or', more);
    expect(ofType.map(({ uri }) => client.pathOf(uri)).sort()).toEqual([PLACED, POST]);
  });

  it('renames events with their files, and with the names in comments and code', async () => {
    const edit = await ask<WorkspaceEdit>('textDocument/rename', POST, '@fires order.pl', {
      newName: 'shop/order.made',
    });
    const changes = edit.documentChanges!.map((change) =>
      'kind' in change
        ? [change.kind, ...('newUri' in change ? [client.pathOf(change.newUri)] : [])]
        : [client.pathOf(change.textDocument.uri), change.edits.length],
    );
    expect(changes.toSorted()).toEqual([
      ['app/jobs.ts', 2],
      [POST, 2],
      ['rename', 'app/events/shop/order.made.ts'],
    ]);
    for (const newName of ['shop/book.sold', 'a@post', '{id}'])
      await expect(ask('textDocument/rename', POST, '@fires order.pl', { newName })).rejects.toThrow(newName);
  });

  it('lists events as symbols, and writes the text of a new file', async () => {
    const symbols = [{ name: 'event order.placed' }];
    await client.open(PLACED);
    expect(await client.request('textDocument/documentSymbol', PLACED)).toMatchObject(symbols);
    expect(await client.connection.sendRequest('workspace/symbol', { query: 'order.pl' })).toMatchObject(symbols);
    const [item] = await client.complete('app/events/parcel.sent.ts', '|');
    expect((item!.textEdit as { newText: string }).newText).toBe(
      '/**\n * Announces parcel.sent.\n *\n * @payload {object} - The payload\n */\n',
    );
  });
});
