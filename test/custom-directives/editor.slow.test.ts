import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver-protocol';
import { writeTree } from '../support/build.ts';
import { LanguageClient } from '../support/language-client.ts';
import { operation, packageJson, projectWith } from './project.ts';
import { SHOP } from './shop.ts';

const POLL = { timeout: 20_000, interval: 20 };
const FILE = 'app/operations/open@get.ts';

describe('custom directives in an editor', () => {
  let client: LanguageClient;

  beforeAll(async () => {
    client = await LanguageClient.start(await projectWith(SHOP, afterAll));
  });
  afterAll(() => client.stop());

  it('completes custom directives with their snippets, and not where a comment cannot have them again', async () => {
    const items = await client.complete(FILE, operation('@|'));
    const found = Object.fromEntries(items.map((item) => [item.label, item]));
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['@permission', '@audit', '@owner', '@etag']));
    expect(found['@permission']).toMatchObject({ detail: '@permission invoices:write' });
    expect(JSON.stringify(found['@permission'])).toContain('@permission ${1:invoices:write}');
    const labels = async (...lines: string[]): Promise<string[]> =>
      (await client.complete(FILE, operation(...lines))).map(({ label }) => label);
    expect(await labels('@owner a', '@permission a:b', '@|')).toContain('@permission');
    expect(await labels('@owner a', '@permission a:b', '@|')).not.toContain('@owner');
  });

  it('complete the words of their lines', async () => {
    const labels = (await client.complete(FILE, operation('@permission |'))).map(({ label }) => label);
    expect(labels).toEqual(['invoices:read', 'invoices:write']);
  });

  it('explains custom directives', async () => {
    const hover = await client.at<Hover>('textDocument/hover', FILE, operation('@permi|ssion a:b'));
    expect(hover.contents).toMatchObject({
      value: expect.stringContaining('`@permission`: The permission that the caller needs.'),
    });
  });

  it('reports custom directives of open buffers', async () => {
    await client.setText(FILE, operation('@permission everything'));
    await expect.poll(() => client.codes(FILE), POLL).toEqual(['custom-directive']);
    await client.setText(FILE, operation('@permision a:b'));
    await expect.poll(() => client.codes(FILE), POLL).toEqual(['misspelled-security']);
    await client.setText(FILE, operation('@permission a:b'));
    await expect.poll(() => client.codes(FILE), POLL).toEqual([]);
  });

  it('reads custom directives again after package.json has changed', async () => {
    await client.setText(FILE, operation('@permission a:b'));
    const change = async (text: string): Promise<void> => {
      await writeTree(client.root, { 'package.json': text });
      const changes = [{ uri: client.uriOf('package.json'), type: 2 }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    };
    await change(packageJson(['acme-owner', 'acme-audit']));
    await expect.poll(() => client.codes(FILE), POLL).toEqual(['unknown-directive']);
    await change(packageJson());
    await expect.poll(() => client.codes(FILE), POLL).toEqual([]);
  });
});

describe('custom directives in the command', () => {
  const run = (root: string, ...args: string[]): string => {
    const program = join(import.meta.dirname, '../../dist/command/index.js');
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
    return stdout + stderr;
  };

  it('checks, lists and explains custom directives with the lines that declare them', async () => {
    const root = await projectWith(SHOP);
    expect(run(root, 'check')).toContain('2 operations, 0 errors, 0 warnings');
    expect(run(root, 'list', '--access')).toMatch(
      /^GET {2}\/open +everyone +wrapped by _middleware\.ts\nGET {2}\/admin\/\{id\} {2}key +wrapped by _middleware\.ts, requires permission shop:admin, permission shop:read, authorized by/,
    );
    expect(JSON.parse(run(root, 'list', '--access', '--json'))).toMatchObject([
      { path: '/open' },
      { path: '/admin/{id}', requires: ['permission shop:admin', 'permission shop:read'] },
    ]);
    const explained = run(root, 'explain', 'GET', '/admin/1');
    expect(explained).toContain(
      'requires permission shop:admin, permission shop:read (app/operations/admin/_middleware.ts:1:5, app/operations/admin/{id}@get.ts:3:4)',
    );
    expect(explained).toMatch(/\n {2}audited in shop\n {2}owned by shop/);
    expect(run(root, 'explain', 'GET', '/open')).toContain('owned by billing');
  });

  it('documents custom directives, with what they send', async () => {
    const root = await projectWith(SHOP);
    const { paths } = JSON.parse(run(root, 'openapi')) as { paths: Record<string, Record<string, unknown>> };
    expect(paths['/admin/{id}']!['get']).toMatchObject({
      'x-permissions': ['shop:admin', 'shop:read'],
      'x-owner': 'shop',
      parameters: [{ name: 'id' }, { $ref: '#/components/parameters/X-Reason' }],
      responses: {
        200: { headers: { 'X-Audit-Id': {} } },
        403: {},
        404: { headers: { 'X-Audit-Id': {} } },
        423: { $ref: '#/components/responses/Locked' },
      },
    });
    expect((paths['/open']!['get'] as { responses: object }).responses).not.toHaveProperty('403');
  });

  it('type ctx and the option of createApp', async () => {
    const root = await projectWith({
      ...SHOP,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2024',
          noEmit: true,
          types: [],
          skipLibCheck: true,
        },
        files: ['typed.ts', 'operations.d.ts'],
      }),
      'typed.ts': `import type { OperationContext } from 'unplugin-operations/koa';
import { createApp } from 'unplugin-operations/koa';
declare const manifest: Parameters<typeof createApp>[0];
export const read = (ctx: OperationContext<'GET /admin/{id}'>): readonly string[] => ctx.permissions;
// @ts-expect-error -- they are texts
export const misread = (ctx: OperationContext<'GET /admin/{id}'>): readonly number[] => ctx.permissions;
createApp(manifest, { directives: { permission: { permissionsOf: () => ['a'] } } });
// @ts-expect-error -- it returns texts
createApp(manifest, { directives: { permission: { permissionsOf: () => [1] } } });
// @ts-expect-error -- no such directive
createApp(manifest, { directives: { permision: {} } });
`,
    });
    run(root, 'types', '-o', 'operations.d.ts');
    const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', root], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
