import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { DOCS, readBlocks, readPage } from './examples.ts';
import { hasPackages } from './packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The event of the guide, with its type. */
const CONTRACT = Object.fromEntries(
  readBlocks(readPage('guides/events.md'))
    .slice(0, 2)
    .map(({ title, text }) => [title, text]),
);

const PAY = `import { defineOperation } from 'unplugin-operations/koa';

/**
 * Pays an invoice.
 *
 * @param {integer} id - The invoice
 * @param {boolean} [query.fails=false] - Whether the payment fails after the event was sent
 * @returns {void} 204 - Paid
 * @fires invoice.paid
 */
export default defineOperation<'payInvoice'>(async function payInvoice({ db, events, input }) {
  const { id } = input.path;
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('invoices').values({ id }).execute();
    const invoice = { id, amount: 12.5, token: 'secret' };
    await events.send(transaction, 'invoice.paid', invoice);
    if (input.query.fails) throw new Error('The payment failed.');
  });
});
`;

/** A receiver in an app of its own: the operation checks the signature with the secret that it got. */
const RECEIVE = `import { verifyWebhook } from 'unplugin-operations/events';
import { defineOperation } from 'unplugin-operations/koa';

/**
 * An invoice was paid.
 *
 * @security none
 * @consumes application/json
 * @param {file} body
 * @returns {void} 204 - Received
 * @throws 401 - The signature is wrong
 */
export default defineOperation<'invoicePaid'>(function invoicePaid({ headers, input, inbox }) {
  const { id } = verifyWebhook(input.body, headers, inbox.secret);
  inbox.received.push({ id, body: input.body.toString() });
});
`;

const INBOX = `/** Shows what has arrived. @returns {string[]} The bodies */
export default ({ inbox }: { inbox: { received: { body: string }[] } }) => inbox.received.map(({ body }) => body);
`;

const SERVER = `/// <reference types="unplugin-operations/client" />
import { Kysely, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { createEvents } from 'unplugin-operations/events';
import { createApp, stop } from 'unplugin-operations/koa';
import { sqlite } from 'unplugin-operations/sqlite';
import operations from 'virtual:operations';
import { up } from './migrations/001-operations-events.ts';

interface Tables { invoices: { id: number } }
interface Inbox { secret: string; received: { id: string | undefined; body: string }[] }
declare module 'koa' {
  interface DefaultContext { db: Kysely<Tables>; inbox: Inbox }
}

const port = Number(process.env.PORT);
const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Libsql('data.db') }) });
await db.schema.createTable('invoices').addColumn('id', 'integer').execute();
await up(db);
const host = \`127.0.0.1:\${port}\`;
const events = createEvents(operations, { store: sqlite(db).events, key: process.env.EVENTS_KEY, allowHosts: [host] });
const { secret } = await events.endpoints.add({ url: \`http://\${host}/webhooks/invoice.paid\` });
const app = createApp(operations, { events, dispose: () => events.stop() });
app.context.db = db;
app.context.inbox = { secret, received: [] };
events.start();
const server = app.listen(port, () => console.log(\`http://localhost:\${port}\`));
process.on('SIGTERM', () => void stop(server));
`;

const command = (cwd: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/command/index.js'), ...args], { cwd });
  expect([status, String(stderr)]).toEqual([0, '']);
};

async function link(project: string, names: readonly string[]): Promise<void> {
  await mkdir(join(project, 'node_modules'), { recursive: true });
  for (const name of names) symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
}

it('an event goes from its file through a built server and its transaction to an operation that verifies it', async () => {
  const project = scratch();
  await writeTree(project, {
    ...CONTRACT,
    'app/operations/invoices/{id}/payment@post.ts': PAY,
    'app/operations/inbox.ts': INBOX,
    'app/webhooks/invoice.paid@post.ts': RECEIVE,
    'server.ts': SERVER,
    'package.json': '{ "type": "module", "dependencies": { "kysely": "*" } }',
    'tsconfig.json': '{}',
  });
  await link(project, ['kysely', 'libsql']);
  await mkdir(join(project, 'migrations'));
  command(project, 'migrations', '--for', 'sqlite');
  command(project, 'types', '-o', 'operations.d.ts');
  const events = 'migrations/003-operations-events.ts';
  await writeTree(project, { 'server.ts': SERVER.replace(/migrations\/001[^']+/, events) });
  expect(await checkTypes(project, {})).toEqual([]);

  const file = await viteBuild(project, join(project, 'dist'), {}, ['libsql']);
  const env = { PORT: String(await freePort()), EVENTS_KEY: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' };
  const served = await startNode(file, { cwd: project, env });
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  const pay = async (path: string): Promise<number> =>
    (await fetch(`${served.url}/invoices/${path}`, { method: 'POST' })).status;
  expect([await pay('7/payment'), await pay('8/payment?fails=true'), await pay('9/payment')]).toEqual([204, 500, 204]);
  const inbox = async () =>
    ((await (await fetch(`${served.url}/inbox`)).json()) as string[]).map((text) => JSON.parse(text));
  await expect.poll(async () => (await inbox()).length, { timeout: 20_000 }).toBe(2);
  const received = await inbox();
  expect(received.map(({ data }) => data)).toEqual(expect.arrayContaining([7, 9].map((id) => ({ id, amount: 12.5 }))));
  for (const { type, timestamp } of received)
    expect([type, Number.isNaN(Date.parse(timestamp))]).toEqual(['invoice.paid', false]);
  const forged = await fetch(`${served.url}/webhooks/invoice.paid`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'x',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,x',
    },
    body: '{}',
  });
  expect([forged.status, await inbox()]).toEqual([401, received]);
  expect(await served.stop()).toBe(0);
});

/** What the snippets of the page use, but do not show: by the first words of the snippet. */
const AROUND: readonly (readonly [starts: string, write: (snippet: string) => string])[] = [
  [
    'const app = createApp',
    (snippet) => `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { events } from './app/events.ts';

${snippet}
export default app;
`,
  ],
  [
    'await db.transaction()',
    (snippet) => `import type { Kysely } from 'kysely';
import type { OperationContext } from 'unplugin-operations/koa';

declare const db: Kysely<{ invoices: { id: number; amount: number } }>;
declare function payInvoice(transaction: typeof db, id: number): Promise<{ id: number; amount: number }>;
export async function handle(ctx: OperationContext<'payInvoice'>): Promise<void> {
${snippet}
}
`,
  ],
  [
    'const store = memoryEvents()',
    (snippet) => `import { createEvents, memoryEvents } from 'unplugin-operations/events';
import operations from 'virtual:operations';
import { expect } from 'vitest';

${snippet}
`,
  ],
];

it.skipIf(!hasPackages)(
  'docs/reference/events.md has snippets with the types of the package, and of the event of the guide',
  async () => {
    const snippets = readBlocks(readPage('reference/events.md')).filter(({ language }) => language === 'ts');
    const files = snippets.map(({ title, text }, i) => {
      if (title !== '') return [title, text] as const;
      const [, write] = AROUND.find(([starts]) => text.startsWith(starts))!;
      return [`snippet-${i}.ts`, `/// <reference types="unplugin-operations/client" />\n${write(text)}`] as const;
    });
    expect(files).toHaveLength(5);
    const project = scratch();
    await writeTree(project, {
      ...CONTRACT,
      'app/operations/invoices/{id}/payment@post.ts': PAY.replace(
        /^export default[^]*/m,
        'export default function payInvoice() {}\n',
      )
        .replace(/^import.*\n/, '')
        .replace(' * @fires', ' * @security token\n * @fires'),
      'app/definitions/openapi.yaml': 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n',
      'app/auth.d.ts': `export {};
declare module 'unplugin-operations/types' {
  interface Auth {
    token: { readonly tenant: string };
  }
}
`,
      'package.json': '{ "type": "module" }',
      ...Object.fromEntries(files),
    });
    await link(project, ['kysely', '@types', 'vitest']);
    for (const name of ['pg', 'bullmq'])
      symlinkSync(join(DOCS, 'node_modules', name), join(project, 'node_modules', name));
    command(project, 'types', '-o', 'operations.d.ts');
    expect(await checkTypes(project, {}, 'server', { skipLibCheck: true })).toEqual([]);
    const wrong = Object.fromEntries(
      files.map(([path, text]) => [path, text.replace("'invoice.paid', {", "'invoice.payed', {")] as const),
    );
    expect((await checkTypes(project, wrong, 'server', { skipLibCheck: true })).join('\n')).toContain('invoice.payed');
  },
);
