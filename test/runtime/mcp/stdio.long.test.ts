import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { linkPackages } from '../../docs/packages.ts';

const program = join(import.meta.dirname, '../../../dist/command/index.js');

const FILES = {
  'package.json': '{"name": "pets", "type": "module"}',
  'vite.config.js': `import operations from 'unplugin-operations/vite';
export default { plugins: [operations({ app: 'app/api.js', dts: false })] };
`,
  'app/definitions/openapi.yaml': 'components: { securitySchemes: { staff: { type: http, scheme: bearer } } }\n',
  'app/api.js': `import { createApp } from 'unplugin-operations/koa';
console.log('A line of the project');
process.stdout.write('Another line\\n');
export default (operations) => createApp(operations, { security: { staff: (_ctx, token) => token === 'right' && 'Ada' } });
`,
  'app/operations/me@get.js': `/** Shows who asks.
 * @tool
 * @security staff
 * @returns {{name: string}} The caller
 */
export default (ctx) => { console.log('A call'); return { name: ctx.auth.staff }; };
`,
  'app/operations/pets/{id}@get.js': `/** Returns a pet.
 * @tool get_pet
 * @param {string} id - The pet
 * @returns {{id: string}} The pet
 */
export default (ctx) => ({ id: ctx.input.path.id });
`,
  'app/operations/wait@get.js': `/** Waits.
 * @tool wait
 * @returns {Stream<object>} The time
 */
export default async function* (ctx) {
  try {
    for (let i = 0; ; i++) { yield { i }; await new Promise((resolve) => setTimeout(resolve, 5)); }
  } finally { console.error('The wait is over'); }
}
`,
};

/** A client that talks to the command. */
interface Talk {
  send(message: object | string): void;
  /** The next message. */
  next(): Promise<any>;
  errors(): string;
  end(): Promise<number | null>;
}

async function talk(args: readonly string[], files: Readonly<Record<string, string>> = FILES): Promise<Talk> {
  const root = scratch();
  await writeTree(root, files);
  linkPackages(root);
  const child = spawn(process.execPath, [program, 'mcp', ...args], { cwd: root, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    send: (message) =>
      void child.stdin.write(
        `${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
      ),
    async next() {
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`The command has ended: ${errors}`);
      return JSON.parse(value) as unknown;
    },
    errors: () => errors,
    async end() {
      child.stdin.end();
      return (await exited)[0];
    },
  };
}

const modern = (params: object = {}): object => ({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});

describe('operations mcp', () => {
  it('serves both revisions, and writes only messages to standard output', async () => {
    const client = await talk(['--header', 'Authorization: Bearer right']);
    client.send({
      id: 'a',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
    });
    expect(await client.next()).toMatchObject({ id: 'a', result: { protocolVersion: '2025-11-25' } });
    client.send({ method: 'notifications/initialized' });
    client.send({ id: 2, method: 'tools/list' });
    const { result } = await client.next();
    expect(result.tools.map(({ name }: { name: string }) => name).sort()).toEqual(['get_me', 'get_pet', 'wait']);
    client.send({ id: 3, method: 'tools/call', params: { name: 'get_me' } });
    expect(await client.next()).toMatchObject({ id: 3, result: { structuredContent: { name: 'Ada' } } });
    client.send({ id: 4, method: 'tools/call', params: modern({ name: 'get_pet', arguments: { id: 'ä/1' } }) });
    expect(await client.next()).toMatchObject({
      id: 4,
      result: { resultType: 'complete', structuredContent: { id: 'ä/1' } },
    });
    client.send({ id: 5, method: 'tools/call', params: modern({ name: 'größe' }) });
    expect(await client.next()).toMatchObject({ id: 5, error: { message: 'Unknown tool: größe' } });
    client.send('not JSON');
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } });
    client.send('null');
    expect(await client.next()).toMatchObject({ error: { code: -32600 } });
    expect(client.errors()).toContain('A line of the project\nAnother line');
    expect(client.errors()).toContain('A call');
    expect(await client.end()).toBe(0);
  });

  it('cancels a call', async () => {
    const client = await talk([]);
    client.send({
      id: 7,
      method: 'tools/call',
      params: { name: 'wait', arguments: {}, _meta: { progressToken: 'p' } },
    });
    expect(await client.next()).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p' } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 7 } });
    client.send({ id: 8, method: 'ping' });
    for (;;) {
      const message = await client.next();
      if (message.id === 8) break;
      expect(message.method).toBe('notifications/progress');
    }
    await expect.poll(client.errors).toContain('The wait is over');
    expect(await client.end()).toBe(0);
  });

  it('explains what a client can do about missing credentials', async () => {
    const client = await talk([]);
    client.send({ id: 1, method: 'tools/call', params: { name: 'get_me' } });
    const { error } = await client.next();
    expect(error.message).toBe(
      'HTTP 401: The credentials are missing, invalid or expired. Pass credentials with --header "Authorization: Bearer ...".',
    );
    expect(await client.end()).toBe(0);
  });

  it('answers what came before the end of the input', async () => {
    const client = await talk([]);
    // JSON has U+2028 as it is in strings, where some readers of lines end one.
    client.send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_pet","arguments":{"id":"a\u2028b"}}}`,
    );
    const ended = client.end();
    expect(await client.next()).toMatchObject({ id: 1, result: { structuredContent: { id: 'a\u2028b' } } });
    expect(await ended).toBe(0);
  });

  it('needs no configuration of Vite', async () => {
    const { 'package.json': manifest, 'app/operations/pets/{id}@get.js': pet } = FILES;
    const client = await talk(['--operations', 'api'], { 'package.json': manifest, 'api/pets/{id}@get.js': pet });
    client.send({ id: 1, method: 'tools/call', params: { name: 'get_pet', arguments: { id: '1' } } });
    expect(await client.next()).toMatchObject({ result: { structuredContent: { id: '1' } } });
    expect(await client.end()).toBe(0);
  });

  it.each([
    [['--header', 'nonsense'], 'Invalid option --header: expected "Name: value", got "nonsense".'],
    [['--operations', 'api'], 'The option "--operations" has no effect: mcp runs the project with its vite.config.'],
  ])('refuses %j', async (args, message) => {
    const client = await talk(args);
    expect(await client.end()).toBe(1);
    expect(client.errors()).toBe(`operations: ${message}\n`);
  });
});
