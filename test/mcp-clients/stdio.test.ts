import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { STAFF_TOKEN } from '../playground/client.ts';
import { scratch, writeTree } from '../support/build.ts';

const root = join(import.meta.dirname, '../..');

const SLOW = `/**
 * Waits for a file.
 *
 * @tool wait
 * @returns {object} Never
 */
export default (ctx) =>
  new Promise((resolve) => {
    console.error('The wait begins');
    ctx.signal.addEventListener('abort', () => resolve(void console.error('The wait is over')));
  });
`;

/** Starts \`operations mcp\` in a copy of the bookshop. */
async function connect(): Promise<{ client: Client; errors: () => string }> {
  const project = scratch();
  const PLAYGROUND = join(root, 'playground');
  for (const name of ['api.ts', 'app', 'database', 'events.ts', 'staff.ts', 'vite.config.ts'])
    cpSync(join(PLAYGROUND, name), join(project, name), { recursive: true });
  await writeTree(project, { 'package.json': '{ "type": "module" }', 'app/operations/wait.js': SLOW });
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'unplugin-operations'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      join(root, 'dist/command/index.js'),
      'mcp',
      '--header',
      `Authorization: Bearer ${STAFF_TOKEN}`,
      '--budget',
      '100000',
    ],
    cwd: project,
    env: { PATH: process.env['PATH']!, STAFF_TOKEN },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, errors: () => errors };
}

it('the official client lists and calls the tools of a local project, and cancels a call', async () => {
  const { client, errors } = await connect();
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(21);
  const { structuredContent } = await client.callTool({ name: 'getBook', arguments: { book_id: 1 } });
  expect(structuredContent).toMatchObject({ id: 1 });
  const review = await client.callTool({ name: 'addReview', arguments: { book_id: 2, rating: 5, reviewer: 'Ada' } });
  const { id } = review.structuredContent as { id: number };
  const removed = await client.callTool({ name: 'removeReview', arguments: { book_id: 2, review_id: id } });
  expect(removed.content).toEqual([{ type: 'text', text: '204 No Content' }]);
  const controller = new AbortController();
  const waiting = client.callTool({ name: 'wait', arguments: {} }, { signal: controller.signal });
  await expect.poll(errors).toContain('The wait begins');
  controller.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
  await expect.poll(errors).toContain('The wait is over');
  expect(await client.callTool({ name: 'greet', arguments: {} })).toMatchObject({ content: [{ type: 'text' }] });
});
