import { afterAll, describe, expect, it } from 'vitest';
import type { CodeAction, TextDocumentEdit, TextEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { readFileSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const A = 'app/operations/a@get.ts';
const CAN_CREATE = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'delete', 'rename'] } },
};
const BOOK = {
  'app/definitions/Book.ts': 'export interface Book { title: string }\nexport interface Envelope<T> { item: T }\n',
  'app/operations/used@get.ts': '/** @returns {Envelope<Book>} x */\nexport default function used() {}\n',
};

function apply(edits: readonly TextEdit[], file: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, TextDocument.applyEdits(TextDocument.create('file:///a', '', 0, text), [...edits]));
}

/** Applies an edit as an editor does. */
function applyEdit({ edit }: CodeAction): void {
  for (const [uri, edits] of Object.entries(edit!.changes ?? {})) apply(edits, fileURLToPath(uri));
  for (const change of (edit!.documentChanges ?? []) as TextDocumentEdit[])
    if ('edits' in change) apply(change.edits as TextEdit[], fileURLToPath(change.textDocument.uri));
}

/** The actions at the mark `|` of a file. */
async function actionsAt(marked: string, capabilities = CAN_CREATE): Promise<{ root: string; actions: CodeAction[] }> {
  const root = scratch(afterAll);
  const text = marked.replace('|', '');
  await writeTree(root, { 'package.json': '{}', ...BOOK, [A]: text });
  const client = await LanguageClient.start(root, capabilities);
  await client.open(A);
  const position = client.positionAt(A, marked.indexOf('|'));
  const range = { start: position, end: position };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', A, {
    range,
    context: { diagnostics: [] },
  });
  await client.stop();
  return { root, actions };
}

const check = (root: string): string[] =>
  createSession(locateProject(resolveOptions(), root))
    .compile()
    .diagnostics.map(({ code }) => code);

describe('"Declare @returns"', () => {
  it.each([
    ['export default async function a|(ctx): Promise<Book[]> { return []; }\n', '/** @returns {Book[]} */'],
    ['export default (): Env|elope<Book> => ({ item: { title: "" } });\n', '/** @returns {Envelope<Book>} */'],
    ['/**\n * Runs.|\n */\nexport default function a(): void {}\n', '/**\n * Runs.\n * @returns {void}\n */'],
    ['const a = (): string => "";\n/** Runs. */\nexport default| a;\n', '/** Runs.\n * @returns {string}\n */'],
    ['/** Runs. */\r\nexport default function a|(): Promise<\r\n  Book\r\n> {}\r\n', '@returns {Book}'],
  ])('takes the type of %j, and ends with a clean check', async (text, written) => {
    const { root, actions } = await actionsAt(text);
    const action = actions.find(({ title }) => title.startsWith('Declare "@returns'));
    applyEdit(action!);
    expect(readFileSync(join(root, A), 'utf8')).toContain(written);
    expect(check(root)).toEqual([]);
  });

  it.each([
    '/** @returns {Book} x */\nexport default function a|(): Book {}\n',
    '/** Runs. */\nexport default function a|() {}\n',
    'const a = function|(): { id: string } { return { id: "" }; };\nexport default a;\n',
    'interface Own { a: string }\n/** Runs. */\nexport default function a|(): Own {}\n',
    'import type { OperationResult } from "unplugin-operations";\n/** Runs. */\nexport default function a|(): OperationResult<"a"> {}\n',
    '/** Runs. */\nexport default function a(): Book {\n  return |1;\n}\n',
  ])('offers nothing for %j', async (text) => {
    const { actions } = await actionsAt(text);
    expect(actions.filter(({ kind }) => kind === 'refactor.rewrite')).toEqual([]);
  });
});

const contract = (...lines: string[]): string =>
  `/**\n * Runs.\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default function getA() {}\n`;

describe('"Move this type into a definition"', () => {
  it.each([
    [contract('@returns {{| id: string, n?: integer }} x'), 'GetAResponse', '{GetAResponse} x'],
    [
      contract('@returns {{ book: Book, of: Envelope<{ a|: int32 }> }[]} x'),
      'GetAResponse',
      '{{ book: Book, of: Envelope<GetAResponse> }[]} x',
    ],
    [
      contract('@param {{ lat: number, lon|: number }} [at] - x', '@returns {string}'),
      'GetAInput',
      '{GetAInput} [at] - x',
    ],
    [
      contract('@returns {{', '  a|: string,', "  b: 'x y' | null", '}} 200 - x'),
      'GetAResponse',
      '{GetAResponse} 200 - x',
    ],
    [
      contract('@throws {{ code|: string }} 404 - x', '@returns {string}'),
      'GetAResponse',
      '@throws {GetAResponse} 404 - x',
    ],
  ])('moves the type of %j, with a clean check at the end', async (text, name, written) => {
    const { root, actions } = await actionsAt(text);
    const action = actions.find(({ kind }) => kind === 'refactor.extract');
    expect(action?.title).toBe(`Move this type into the definition "${name}"`);
    const before = createSession(locateProject(resolveOptions(), root));
    const schemaBefore = before.openApi(before.compile()).paths!['/a'];
    applyEdit(action!);
    expect(readFileSync(join(root, A), 'utf8')).toContain(written);
    expect(check(root)).toEqual([]);
    expect(existsSync(join(root, `app/definitions/${name}.ts`))).toBe(true);
    const after = createSession(locateProject(resolveOptions(), root));
    expect(after.openApi(after.compile()).paths!['/a']).not.toEqual(schemaBefore);
  });

  it.each([contract('@returns {|Book} x'), contract('@returns {string} x - The {id: |string}')])(
    'offers nothing for %j',
    async (text) => {
      const { actions } = await actionsAt(text);
      expect(actions).toEqual([]);
    },
  );

  it('offers nothing to an editor that cannot create files', async () => {
    const { actions } = await actionsAt(contract('@returns {{| id: string }} x'), {} as typeof CAN_CREATE);
    expect(actions).toEqual([]);
  });
});
