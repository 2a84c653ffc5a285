import { join } from 'node:path';
import { rmSync, symlinkSync } from 'node:fs';
import * as vite from 'vite';
import { describe, expect, it } from 'vitest';
import operations from '../../../src/vite.ts';
import { alias } from '../../support/alias.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { VITES, startDev } from './server.ts';

const FILES = {
  'app/secrets.ts': "export const KEY: string = 'SECRET';\n",
  'app/api.ts':
    "import { createApp } from 'unplugin-operations/koa';\nexport const token = 'SECRET';\nexport default (operations) => createApp(operations);\n",
  'app/operations/books.ts': "/** @returns {string} A text */\nexport default () => 'books';\n",
  'app/operations/admin.ts': "/** @returns {string} A text */\nexport default () => 'SECRET'.toLowerCase();\n",
  'app/versions/v1/operations/admin.ts':
    "/** @returns {string} A text */\nexport default () => 'SECRET'.toLowerCase();\n",
  'data.db': 'SECRET',
  'data.db-wal': 'SECRET',
  '.dev.vars': 'KEY=SECRET',
  '.dev.vars.staging': 'KEY=SECRET',
  'var/shop.sqlite3': 'SECRET',
  'seed.json': '{ "a": "SECRET" }',
  'uploads/a.txt': 'SECRET',
  'public/logo.txt': 'public file',
  'coverage/index.html': 'SECRET',
  'report.html': 'SECRET',
  '__tests__/users.json': '["SECRET"]',
  '__tests__/a.ts': "export default 'SECRET';\n",
};
const FRONT_END = {
  ...FILES,
  'index.html': '<!doctype html><title>The front end</title><script type="module" src="/src/main.ts"></script>',
  'src/main.ts': "import { LIMIT } from '../app/limits.ts';\ndocument.title = `limit ${LIMIT}`;\n",
  'app/limits.ts': 'export const LIMIT: number = 7;\n',
};
const PATHS = [
  '/data.db',
  '/data.db-wal',
  '/.dev.vars',
  '/.dev.vars.staging',
  '/DATA.DB',
  '/var/shop.sqlite3',
  '/app/api.ts',
  '/app/operations/admin.ts',
  '/app/operations/admin.ts?raw',
  '/app/versions/v1/operations/admin.ts',
  '/app/versions/v1/operations/admin.ts?raw',
  '/app/operations/admin.ts?import&url',
  '/%61pp/operations/admin.ts',
  '/src/../app/operations/admin.ts',
  '/app//operations/admin.ts',
];

const VERSIONS = [{ name: 'v1' }, { name: 'v2', prefix: false }];

describe.each(VITES)('the dev server of %s', (_, version) => {
  const passed = async (
    files: Readonly<Record<string, string>>,
    paths: readonly string[],
    config: vite.InlineConfig = {},
  ): Promise<string[]> => {
    const dev = await startDev(version, files, { app: 'app/api.ts', versions: VERSIONS }, config);
    const found = [];
    const spelled = paths.flatMap((path) => [
      path,
      `/@fs${dev.root}${path}`,
      `/@vite/..${path}`,
      `/@vite/%2e%2e${path}`,
    ]);
    for (const path of spelled)
      for (const accept of ['*/*', 'text/html'])
        if ((await dev.ask(path, { headers: { accept } })).body.includes('SECRET')) found.push(path);
    expect((await dev.ask('/books')).body).toBe('"books"');
    expect((await dev.ask('/logo.txt')).body).toBe('public file');
    expect((await dev.ask('/@vite/client')).status).toBe(200);
    return found;
  };

  it('serves nothing of the directory of a project without a front end', async () => {
    const others = [
      '/__tests__/users.json',
      '/__tests__/a.ts?raw',
      '/app/secrets.ts',
      '/seed.json',
      '/uploads/a.txt',
      '/coverage/index.html',
      '/report.html',
      '/report',
      '/app/secrets.ts?raw',
    ];
    expect(await passed(FILES, [...PATHS, ...others])).toEqual([]);
  });

  it('serves a front end without databases and the code of operations', async () => {
    expect(await passed(FRONT_END, PATHS)).toEqual([]);
    const dev = await startDev(version, FRONT_END, { app: 'app/api.ts' });
    expect((await dev.ask('/', { headers: { accept: 'text/html' } })).body).toContain('The front end');
    expect((await dev.ask('/src/main.ts')).body).toContain('/app/limits.ts');
    expect((await dev.ask('/app/limits.ts')).body).toContain('LIMIT = 7');
  });

  it('serves no code of operations that links lead to', async () => {
    const root = scratch();
    const files = {
      ...FRONT_END,
      'shared/list.ts': "/** @returns {string} A text */\nexport default () => 'SECRET';\n",
    };
    await writeTree(root, files);
    symlinkSync('../../shared', join(root, 'app/operations/linked'));
    const dev = await startDev(version, {}, { app: 'app/api.ts', versions: VERSIONS }, { root });
    for (const path of ['/shared/list.ts', '/app/operations/linked/list.ts'])
      for (const query of ['', '?raw', '?import&url'])
        expect([path, (await dev.ask(path + query)).body]).not.toEqual([path, expect.stringContaining('SECRET')]);
    expect((await dev.ask('/linked/list')).body).toBe('"SECRET"');
  });

  it('serves the modules of a front end whose pages another server makes', async () => {
    const files = { ...FILES, 'src/main.ts': "document.title = 'main';\n" };
    for (const config of [{ appType: 'custom' as const }, { build: { rollupOptions: { input: 'src/main.ts' } } }]) {
      const dev = await startDev(version, files, {}, config);
      expect((await dev.ask('/src/main.ts')).body).toMatch(/document\.title = .main/);
    }
  });

  it.each(['dist', 'dist/server', 'build'])('serves no build for the server in %s', async (outDir) => {
    const root = scratch();
    const files = {
      ...FRONT_END,
      'package.json': '{ "type": "module" }',
      'server.ts':
        "import operations from 'virtual:operations';\nimport { createApp } from 'unplugin-operations/koa';\ncreateApp(operations).listen(1);\n",
      'src/theme.css': 'a { color: red }',
      'dist/theme.css': 'a { color: blue }',
    };
    await writeTree(root, files);
    const base = { root, configFile: false, logLevel: 'silent', resolve: { alias } } as const;
    const build = { outDir, ssr: 'server.ts', sourcemap: true, emptyOutDir: false };
    await vite.build({ ...base, plugins: [operations({ app: 'app/api.ts', versions: VERSIONS })], build });
    const dev = await startDev(version, {}, { app: 'app/api.ts', versions: VERSIONS }, { root });
    const served = async (): Promise<string[]> => {
      const paths = ['server.js', 'server.js.map'].flatMap((file) =>
        [`/${outDir}/${file}`, `/@fs${root}/${outDir}/${file}`].flatMap((path) =>
          ['', '?raw', '?url', '?import&raw', '?inline'].map((query) => path + query),
        ),
      );
      const found = [];
      for (const path of paths) {
        const { status, body } = await dev.ask(path);
        if (status < 400 || /SECRET|U0VDUkVU/.test(body)) found.push(path);
      }
      return found;
    };
    expect(await served()).toEqual([]);
    expect((await dev.ask('/src/main.ts')).body).toContain('/app/limits.ts');
    expect((await dev.ask('/src/theme.css', { headers: { accept: 'text/css' } })).body).toContain('red');
    expect((await dev.ask('/dist/theme.css', { headers: { accept: 'text/css' } })).body).toContain('blue');
    if (outDir === 'build') return;
    rmSync(join(root, 'node_modules/.vite'), { recursive: true });
    expect(await served()).toEqual([]);
    expect((await dev.ask('/dist/theme.css', { headers: { accept: 'text/css' } })).body).toContain('blue');
  });

  it('keeps the files that the project denies', async () => {
    const dev = await startDev(
      version,
      { ...FRONT_END, 'notes.txt': 'SECRET', '.env': 'SECRET' },
      {},
      {
        server: { port: 0, host: '127.0.0.1', fs: { deny: ['notes.txt', '.env'] } },
      },
    );
    for (const path of ['/notes.txt', '/.env', '/data.db']) expect((await dev.ask(path)).body).not.toContain('SECRET');
  });
});
