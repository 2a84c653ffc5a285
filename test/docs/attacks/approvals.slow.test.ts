import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';
import { readBlocks, readPage } from '../examples.ts';
import { hasPackages, linkPackages } from '../packages.ts';

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { Kysely, SqliteDialect } from 'kysely';
import Libsql from 'libsql';

const database = new Libsql(':memory:');
database.exec("create table orders (id integer, status text, version integer); insert into orders values (1, 'new', 3)");
const app = createApp(operations);
// Each statement takes as long as one of a database behind a network.
const transformResult = async ({ result }) => (await new Promise((resolve) => setTimeout(resolve, 100)), result);
app.context.db = new Kysely({
  dialect: new SqliteDialect({ database }),
  plugins: [{ transformQuery: ({ node }) => node, transformResult }],
});
app.listen(process.env.PORT, () => console.log('http://localhost:' + process.env.PORT));
`;

it.skipIf(!hasPackages)('safe-writes.md approves an order once, however many clients have the same tag', async () => {
  const handler = readBlocks(readPage('safe-writes.md')).find(({ text }) => text.includes("'approveOrder'"))!.text;
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'server.ts': SERVER,
    'app/operations/orders/{id}/approve@post.ts': `import { defineOperation, problem } from 'unplugin-operations/koa';\n${handler}`,
  });
  linkPackages(root);
  const file = await viteBuild(root, join(root, 'dist'), {}, ['libsql']);
  const { url, stop } = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const approve = async (tag: string): Promise<number> =>
    (await fetch(`${url}/orders/1/approve`, { method: 'POST', headers: { 'If-Match': tag } })).status;
  const statuses = await Promise.all([approve('"3"'), approve('"3"'), approve('"3"')]);
  expect(statuses.sort()).toEqual([204, 412, 412]);
  expect([await approve('"3"'), await approve('*'), await approve('"99999999999"')]).toEqual([412, 400, 400]);
  expect(await approve('"4"')).toBe(204);
});
