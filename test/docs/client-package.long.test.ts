import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { linkPackages } from '../plugin/bundlers/project.ts';
import { run } from '../command/client-package/command.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { isFile, readBlocks, readPage } from './examples.ts';

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const port = Number(process.env.PORT);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

describe('docs/guides/client-package.md', () => {
  it('shows a monorepo, whose packages share definitions, types and code', async () => {
    const root = scratch();
    const schema = 'export interface Book {\n  title: string;\n}\n';
    const operation = `import { shout } from '@shop/shared';\n\n/** @returns {Book[]} The books */\nexport default function listBooks() {\n  return [{ title: shout('dust') }];\n}\n`;
    const config = `import operations from 'unplugin-operations/vite';\n\nexport default { plugins: [operations({ definitions: '../../packages/schemas' })] };\n`;
    await writeTree(root, {
      'package.json': shown('package.json'),
      'packages/schemas/books.ts': schema,
      'packages/shared/package.json': '{ "name": "@shop/shared", "type": "module", "exports": "./src/index.ts" }',
      'packages/shared/src/index.ts': 'export const shout = (text: string): string => text.toUpperCase();\n',
      'apps/api/package.json': shown('apps/api/package.json'),
      'apps/api/server.ts': SERVER,
      'apps/api/vite.config.ts': config,
      'apps/api/app/operations/books.ts': operation,
      'apps/web/page.ts':
        "import type { Schemas } from '@shop/api';\nexport const title = (book: Schemas['Book']): string => book.title;\n",
    });
    await linkPackages(root, ['vite', 'koa', '@koa', '@types']);
    mkdirSync(join(root, 'node_modules/@shop'));
    for (const name of ['api', 'shared'])
      symlinkSync(`../../packages/${name}`, join(root, `node_modules/@shop/${name}`));

    const [cd, command] = shown('monorepo').trim().split('\n');
    expect(cd).toBe('cd apps/api');
    const { scripts } = JSON.parse(shown('apps/api/package.json')) as { scripts: Record<string, string> };
    expect(`npx ${scripts['client']}`).toBe(command);
    expect(run(join(root, 'apps/api'), ...command!.split(' ').slice(2))).toMatchObject({ code: 0, err: '' });
    expect(await checkTypes(join(root, 'apps/web'), {})).toEqual([]);

    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const web = join(root, 'apps/web');
    await writeTree(web, {
      'package.json': '{ "type": "module" }',
      'vite.config.ts': shown('apps/web/vite.config.ts'),
      'index.html': '<script type="module" src="/main.js"></script>\n',
      'main.js':
        "import { createClient } from 'virtual:operations/client';\nconsole.log(await createClient().listBooks());\n",
    });
    // It builds the client of the API in the other directory.
    await writeTree(join(root, 'apps/api'), { 'app/definitions/Book.ts': schema });
    const built = spawnSync(process.execPath, [vite, 'build'], { cwd: web, encoding: 'utf8' });
    expect([built.status, built.stderr]).toEqual([0, '']);
    const [script] = readdirSync(join(web, 'dist/assets'));
    expect(readFileSync(join(web, 'dist/assets', script!), 'utf8')).toContain('/api/books');

    const api = join(root, 'apps/api');
    spawnSync(process.execPath, [vite, 'build', '--ssr', 'server.ts'], { cwd: api });
    const served = await startNode('dist/server.js', { cwd: api, env: { PORT: String(await freePort()) } });
    const response = await fetch(`${served.url}/books`);
    await served.stop();
    expect(await response.json()).toEqual([{ title: 'DUST' }]);
  });

  it('shows commands that write a client for an API of others, from its description', async () => {
    const root = scratch();
    const description = `openapi: 3.1.0
info: { title: Pets, version: 1.2.0 }
servers: [{ url: https://pets.example.com/v1 }]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200":
          description: A pet
          content:
            application/json: { schema: { type: object, properties: { name: { type: string } }, required: [name] } }
`;
    await writeTree(root, { 'pets.yaml': description, 'package.json': '{ "name": "shop", "type": "module" }' });
    for (const command of shown('other-api').trim().split('\n'))
      expect(run(root, ...command.split(' ').slice(2))).toMatchObject({ code: 0 });
    mkdirSync(join(root, 'node_modules/@shop'), { recursive: true });
    symlinkSync('../../packages/pets', join(root, 'node_modules/@shop/pets'));
    const use = `import { createClient } from '@shop/pets';
const api = createClient({ baseUrl: 'https://pets.example.com', fetch: async ({ url }) => Response.json({ name: url }) });
const { name }: { name: string } = await api.getPet({ path: { id: 7 } });
console.log(name);
`;
    expect(await checkTypes(root, { 'use.ts': use })).toEqual([]);
    await writeTree(root, { 'use.mjs': use.replace(': { name: string }', '') });
    const { stdout } = spawnSync(process.execPath, ['use.mjs'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('https://pets.example.com/v1/pets/7\n');
  });

  it('shows a workflow that writes the package with the version of the tag', async () => {
    const { on, jobs } = parse(shown('.github/workflows/publish.yml')) as {
      on: object;
      jobs: { publish: { steps: { run?: string; 'working-directory'?: string }[] } };
    };
    expect(on).toEqual({ push: { tags: ['v*'] } });
    const root = scratch();
    const tree = Object.fromEntries(blocks.filter(isFile).map(({ title, text }) => [title, text]));
    await writeTree(root, { ...tree, 'package.json': '{ "name": "shop", "type": "module" }' });
    const steps = jobs.publish.steps.filter((step) => step.run !== undefined && step.run !== 'npm ci');
    const [write, version, publish] = steps;
    expect(steps).toHaveLength(3);
    expect(run(root, ...write!.run!.split(' ').slice(2))).toMatchObject({ code: 0, err: '' });
    const directory = join(root, version!['working-directory']!);
    const env = { ...process.env, GITHUB_REF_NAME: 'v1.2.0' };
    expect(spawnSync('sh', ['-euc', version!.run!], { cwd: directory, env, encoding: 'utf8' }).stdout).toBe('v1.2.0\n');
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: '@shop/api', version: '1.2.0' });
    expect(publish).toMatchObject({ run: 'npm publish --access public', 'working-directory': 'packages/api' });
  });

  const blocks = readBlocks(readPage('client-package.md'));
  const shown = (title: string): string => blocks.find((block) => block.title === title)!.text;

  it('shows a package that a program of another project uses', async () => {
    const root = scratch();
    const tree = Object.fromEntries(blocks.filter(isFile).map(({ title, text }) => [title, text]));
    await writeTree(root, { ...tree, 'server.ts': SERVER, 'package.json': '{ "name": "shop", "type": "module" }' });
    const [npx, operations, ...args] = shown('write').trim().split(' ');
    expect([npx, operations]).toEqual(['npx', 'operations']);
    expect(run(root, ...args)).toEqual({ code: 0, out: shown('written'), err: '' });

    const consumer = scratch();
    mkdirSync(join(consumer, 'node_modules/@shop'), { recursive: true });
    symlinkSync(join(root, 'packages/api'), join(consumer, 'node_modules/@shop/api'));
    const visit = shown('consumer visit.ts');
    expect(await checkTypes(consumer, { 'package.json': '{ "type": "module" }', 'visit.ts': visit })).toEqual([]);
    // The program has no syntax of TypeScript.
    await writeTree(consumer, { 'visit.js': visit });

    const file = await viteBuild(root, join(root, 'dist'));
    const served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()) } });
    const { stdout, stderr } = spawnSync(process.execPath, ['visit.js', served.url], {
      cwd: consumer,
      encoding: 'utf8',
    });
    await served.stop();
    expect([stderr, stdout]).toEqual(['', shown('output')]);
  });
});
