import { expect, it } from 'vitest';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { replay } from '../../docs/requests.ts';
import { serveTools } from './serve.ts';

it('the MCP server answers as docs/guides/tools.md shows', async () => {
  const page = readPage('guides/tools.md');
  const file = readBlocks(page).find(({ title }) => title.startsWith('app/operations/'));
  // The handler's helper has no effect at run time.
  const text = file!.text.replace(/import [^\n]*\n/, '').replace(/defineOperation<[^>]*>\((function[^]*)\);/, '$1');
  const { url } = await serveTools({ 'books/{id}@get.ts': text });
  const shown = [...page.matchAll(/```sh request\n(\$ curl[^]*?)```/g)].map(([, block]) => block!);
  expect(shown).toHaveLength(2);
  for (const block of shown) expect((await replay(url, block)).trimEnd()).toBe(block.trimEnd());
});
