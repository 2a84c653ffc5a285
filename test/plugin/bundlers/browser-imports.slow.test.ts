import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import * as vite from 'vite';
import * as vite7 from 'vite-7';
import { describe, expect, it } from 'vitest';
import webpack from 'webpack';
import rspackPlugin from '../../../src/rspack.ts';
import operations from '../../../src/vite.ts';
import webpackPlugin from '../../../src/webpack.ts';
import { startDev } from '../dev/server.ts';
import { enterProject } from './project.ts';

const FILES = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'app/secrets.ts': "export const KEY = 'sk_live_SECRET';\n",
  'app/operations/pay@post.ts':
    "import { KEY } from '../secrets.ts';\n/** Pays. */\nexport default async function pay() { await fetch('https://pay.example', { headers: { key: KEY } }); }\n",
};
const METADATA =
  "import 'virtual:operations/client';\nimport { metadata } from 'virtual:operations';\ndocument.title = metadata.map(({ path }) => path).join();\n";
const TOOLS = "import { mcp } from 'virtual:operations/mcp';\ndocument.title = String(mcp);\n";
const OPEN = `import { createClient } from 'virtual:operations/client';
import document from 'virtual:operations/openapi';
console.log(createClient, document);
if (import.meta.env.SSR) console.log(await import('virtual:operations'));
`;

/** All that a front end's build writes, or the error. */
async function buildPage(
  { build }: Pick<typeof vite, 'build'>,
  main: string,
): Promise<{ text: string; thrown: string }> {
  const root = await enterProject({ ...FILES, 'src/main.ts': main });
  let thrown = '';
  await build({ root, configFile: false, logLevel: 'silent', plugins: [operations({ dts: false })] }).catch(
    (error: Error) => (thrown = error.message),
  );
  const dist = join(root, 'dist');
  const names = existsSync(dist)
    ? (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'))
    : [];
  return { text: (await Promise.all(names.map((name) => readFile(join(dist, name), 'utf8')))).join('\n'), thrown };
}

describe.each([
  ['Vite 8', vite],
  ['Vite 7', vite7 as unknown as typeof vite],
])('a front end built by %s', (_, version) => {
  it.each([
    ['virtual:operations', METADATA, 'src/main.ts:2:27'],
    ['virtual:operations/mcp', TOOLS, 'src/main.ts:1:22'],
  ])('fails if it imports %s', async (name, main, place) => {
    const { text, thrown } = await buildPage(version, main);
    expect(thrown).toContain(`${place} - error browser-import: "${name}" has the code of your operations`);
    expect(thrown).toContain('Import "virtual:operations/client" to call the API');
    expect(text).not.toContain('SECRET');
  });

  it('the front end can import the client and the document, and the operations where only a server runs the line', async () => {
    const { text, thrown } = await buildPage(version, OPEN);
    expect(thrown).toBe('');
    expect(text).toContain('/pay');
    expect(text).not.toContain('SECRET');
  });

  it('gets an error from the dev server in their place', async () => {
    const dev = await startDev(version, { ...FILES, 'src/main.ts': METADATA });
    const main = await dev.ask('/src/main.ts');
    const path = /"([^"]*virtual:operations)"/.exec(main.body)![1]!;
    const { status, body } = await dev.ask(path, { headers: { accept: '*/*' } });
    expect(status).toBe(500);
    expect(body).not.toContain('SECRET');
    expect(dev.log.join('\n')).toContain('src/main.ts:2:27 - error browser-import: "virtual:operations"');
  });
});

describe.each([
  ['webpack', webpack, webpackPlugin],
  ['Rspack', rspack as unknown as typeof webpack, rspackPlugin as unknown as typeof webpackPlugin],
])('%s', (_, bundle, plugin) => {
  const build = async (target: string): Promise<string> => {
    const root = await enterProject({ ...FILES, 'main.js': METADATA });
    return new Promise((resolve, reject) => {
      const compiler = bundle(
        { context: root, entry: './main.js', target, mode: 'production', plugins: [plugin({ dts: false })] },
        (error, stats) => {
          if (error !== null) reject(error);
          else compiler!.close(() => resolve(stats!.toString({ all: false, errors: true, colors: false })));
        },
      );
    });
  };

  it('refuses the operations in a bundle for the web', async () => {
    expect((await build('web')).replaceAll(/\s*\n *│? */g, ' ')).toContain(
      'error browser-import: "virtual:operations" has the code of your operations',
    );
  });

  it('allows them in other bundles', async () => {
    expect(await build('node')).toBe('');
    expect(await build('electron-renderer')).toBe('');
  });
});
