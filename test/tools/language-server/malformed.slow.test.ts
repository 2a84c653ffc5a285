import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const A = 'app/operations/a@get.ts';
const POSITION = { line: 1, character: 19 };
const RANGE = { start: POSITION, end: POSITION };
const INVALID_PARAMS = -32_602;

let client: LanguageClient;
beforeAll(async () => {
  const root = scratch(afterAll);
  await writeTree(root, {
    'package.json': '{}',
    [A]: '/**\n * @param {string} q - x\n * @returns {string} x\n */\nexport default function run() {}\n',
  });
  client = await LanguageClient.start(root);
  await client.open(A);
});
afterAll(() => client.stop());

describe('a request', () => {
  it.each([
    ...['completion', 'hover', 'definition', 'references', 'prepareRename', 'rename'].flatMap((method) => [
      [`textDocument/${method}`, {}] as const,
      [`textDocument/${method}`, { position: null }] as const,
      [`textDocument/${method}`, { position: { line: 1 } }] as const,
      [`textDocument/${method}`, { position: { line: 'x', character: 0.5 } }] as const,
      [`textDocument/${method}`, { textDocument: null, position: POSITION }] as const,
    ]),
    ['textDocument/references', { position: POSITION }],
    ['textDocument/rename', { position: POSITION }],
    ['textDocument/codeAction', {}],
    ['textDocument/codeAction', { range: { start: POSITION } }],
    ['textDocument/documentSymbol', { textDocument: null }],
    ['textDocument/documentLink', { textDocument: null }],
    ['textDocument/semanticTokens/full', { textDocument: null }],
    ['workspace/symbol', {}],
  ] as const)('%s with the parameters %j has invalid parameters', async (method, parameters) => {
    await expect(client.request(method, A, parameters)).rejects.toMatchObject({ code: INVALID_PARAMS });
  });

  it('answers a request after malformed ones', async () => {
    expect(await client.request('textDocument/codeAction', A, { range: RANGE, context: {} })).toEqual(
      expect.any(Array),
    );
    expect(await client.request('textDocument/prepareRename', A, { position: POSITION })).toMatchObject({
      placeholder: 'q',
    });
    expect(client.logged).toEqual([]);
  });
});
