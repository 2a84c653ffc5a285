import { describe, expect, it } from 'vitest';
import { createSession } from '../../../src/build/project/session.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';

/** The project of the guide. */
const FILES = Object.fromEntries(
  readBlocks(readPage('guides/versions.md'))
    .filter(({ title }) => /^(?:app\/\S+|server\.ts)$/.test(title))
    .map(({ title, text }) => [title, text]),
);

/** The errors of TypeScript in the project, with other texts for some of its files. */
async function errorsWith(changes: Readonly<Record<string, string>>): Promise<string[]> {
  const root = scratch();
  const files = { 'package.json': '{ "type": "module" }', ...FILES, ...changes };
  await writeTree(root, files);
  const project = locateProject(resolveOptions({ versions: [{ name: 'v1' }, { name: 'v2' }] }), root);
  const session = createSession(project);
  return checkTypes(root, { ...files, 'operations.d.ts': session.declarations(session.compile()) });
}

describe('the types of versions', () => {
  it('declares the types of each version in its files', async () => {
    const uses = `import operations from 'virtual:operations';
import type { v1, v2, VersionName } from 'unplugin-operations/types';
import { createClient } from 'virtual:operations/client';

export const old: v1.Book = { name: 'Emma' };
export const now: v2.Book = { title: 'Emma' };
export const names: readonly VersionName[] = ['v1', 'v2'];
export const books: Promise<readonly v2.Book[]> = createClient().listBooks();
export default operations;
`;
    expect(await errorsWith({ 'uses.ts': uses })).toEqual([]);
  });

  it('refuse a function that forgets a field', async () => {
    const book = `import type { v1, v2 } from 'unplugin-operations/types';

/** A book. */
export interface Book {
  name: string;
  pages: number;
}

export const down = ({ title }: v2.Book): v1.Book => ({ name: title });
`;
    const [error] = await errorsWith({ 'app/versions/v1/definitions/Book.ts': book });
    expect(error).toContain("app/versions/v1/definitions/Book.ts(9,55): error TS2741: Property 'pages' is missing");
  });

  it('declares the types of a version in the client of its module', async () => {
    const uses = `import { createClient, ResponseError } from 'virtual:operations/v1/client';
import { createClient as createNew } from 'virtual:operations/v2/client';
import type { v1, v2 } from 'unplugin-operations/types';

const old = createClient({ baseUrl: 'http://localhost' });
export const books: Promise<readonly v1.Book[]> = old.listBooks();
export const requested: Promise<readonly v1.Book[]> = old.request('GET /v1/books');
export const person: Promise<{ readonly name: string; readonly city: string }> = old.getPerson({ path: { id: 7 } });
export const today: Promise<readonly v2.Book[]> = createNew().listBooks();
export const error = new Error() instanceof ResponseError;
`;
    expect(await errorsWith({ 'uses.ts': uses })).toEqual([]);
  });

  it.each([
    ['old.getPerson({ path: { person_id: 7 } })', "'person_id' does not exist"],
    ['old.getAddress({ path: { person_id: 7 } })', "'getAddress' does not exist"],
    ["old.request('GET /v2/books')", '"GET /v2/books"'],
    ['old.listBooks().then(([{ title }]) => title)', "'title' does not exist"],
  ])('refuse %s in the client of an older version', async (call, message) => {
    const uses = `import { createClient } from 'virtual:operations/v1/client';\n\nconst old = createClient();\nexport const result = ${call};\n`;
    expect((await errorsWith({ 'uses.ts': uses })).join('\n')).toContain(message);
  });

  it('declares no method of an older version that the client could not call', async () => {
    const uses = "import { createClient } from 'virtual:operations/client';\n\ncreateClient()['v1.getPerson']();\n";
    const [error] = await errorsWith({ 'uses.ts': uses });
    expect(error).toContain("'v1.getPerson'");
  });
});
