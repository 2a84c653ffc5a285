import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from '../../plugin/bundlers/bundlers.ts';
import { enterProject, serveIsolated } from '../../plugin/bundlers/project.ts';

const FILES = {
  'server.ts': `import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).use(mcp()).listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`,
  'app/operations/pets/{id}.js': `/**
 * Returns a pet.
 * @tool get_pet
 * @param {integer} id - The number
 * @returns {{id: integer}} The pet
 */
export default (ctx) => ({ id: ctx.input.path.id });
`,
};

describe.each(BUNDLERS)('the tools in a bundle of $name', (bundler) => {
  it('lists and calls the tools from the one file', async () => {
    const project = await enterProject(FILES);
    const built = await bundler.build({ out: join(project, 'dist') });
    expect([built.isBuilt, built.said]).toEqual([true, '']);
    const served = await serveIsolated(built.file);
    const list = await ask(served.url, 'tools/list', {});
    expect(list).toMatchObject({ tools: [{ name: 'get_pet', inputSchema: { required: ['id'] } }] });
    const called = await ask(served.url, 'tools/call', { name: 'get_pet', arguments: { id: 7 } });
    expect(called).toMatchObject({ structuredContent: { id: 7 } });
  });
});

async function ask(url: string, method: string, params: object): Promise<unknown> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { result: unknown }).result;
}
