import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { afterAll, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';
import { checkTypes } from '../../support/types.ts';

const COUNT = 300;

/** An operation that names the definition in its contract and in its code. */
const operation = (i: number): string =>
  `import type { Book } from '../definitions/book.ts';
/**
 * Reads.
 * @returns {{ book: Book, others: Book[] }} The book
 */
export default function read${i}(): { book: Book; others: Book[] } {
  return { book: { title: '' } as Book, others: [] };
}
`;

it('the rename of a definition with 300 uses agrees with check and tsc', async () => {
  const root = scratch(afterAll);
  const files: Record<string, string> = {
    'package.json': '{}',
    'app/definitions/book.ts': 'export interface Book { title: string; next?: Book }\n',
    'app/definitions/Shelf.yaml': 'type: array\nitems: { $ref: "#/components/schemas/Book" }\n',
    'app/operations/shelf.ts': '/** @returns {Shelf} x */\nexport default function shelf() {}\n',
  };
  for (let i = 0; i < COUNT; i++) files[`app/operations/read${i}@get.ts`] = operation(i);
  await writeTree(root, files);
  const client = await LanguageClient.start(root);
  await client.open('app/definitions/book.ts');
  const started = performance.now();
  const edit = await client.request<WorkspaceEdit>('textDocument/rename', 'app/definitions/book.ts', {
    position: { line: 0, character: 18 },
    newName: 'Volume',
  });
  const took = performance.now() - started;
  if (process.env['RENAME_REPORT'] !== undefined) console.log(`rename: ${Math.round(took)} ms`);
  await client.stop();
  const changed = Object.entries(edit.changes!);
  expect(changed).toHaveLength(COUNT + 2);
  for (const [uri, edits] of changed) {
    const file = fileURLToPath(uri);
    const document = TextDocument.create(uri, '', 0, readFileSync(file, 'utf8'));
    writeFileSync(file, TextDocument.applyEdits(document, edits));
  }
  expect(createSession(locateProject(resolveOptions(), root)).compile().diagnostics).toEqual([]);
  const written = Object.keys(files).filter((path) => path.endsWith('.ts'));
  const texts = Object.fromEntries(written.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(written.filter((path) => /\bBook\b/.test(texts[path]!))).toEqual([]);
  expect(await checkTypes(root, texts)).toEqual([]);
}, 120_000);
