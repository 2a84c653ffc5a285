import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { freePort, startNode, startProgram } from '../../support/process.ts';
import { isolate, linkPackages } from './project.ts';

// The configurations of docs/guides/bundlers.md, word for word, with the built package, each in a process of its own.

const run = promisify(execFile);
const files = Object.fromEntries(readBlocks(readPage('bundlers.md')).map(({ title, text }) => [title, text]));

const INDEX = '<!doctype html><title>The front end</title>';

const TREE = {
  'package.json': '{ "type": "module" }',
  'app/operations/_pets.ts': "export const pets: string[] = ['Rex'];\n",
  'app/operations/pets.ts':
    "import { pets } from './_pets.ts';\n\n/**\n * The pets.\n *\n * @returns {string[]} They\n */\nexport default (): string[] => pets;\n",
};

/** What webpack-cli and @rspack/cli do with a configuration. */
const byApi = (imported: string, config: string): string => `
import ${imported};
import config from './${config}';
bundle(config, (error, stats) => {
  console.log(stats?.toString());
  process.exitCode = error || stats.hasErrors() ? 1 : 0;
});
`;
const RUNNERS: Readonly<Record<string, string>> = {
  webpack: byApi("bundle from 'webpack'", 'webpack.config.js'),
  rspack: byApi("{ rspack as bundle } from '@rspack/core'", 'rspack.config.js'),
};

describe.each<[bundler: string, config: string, args: string[], packages: string[]]>([
  ['vite', 'vite.config.js', ['node_modules/vite/bin/vite.js', 'build'], ['vite']],
  ['rolldown', 'rolldown.config.js', ['node_modules/rolldown/bin/cli.mjs', '-c'], ['rolldown']],
  ['rollup', 'rollup.config.js', ['node_modules/rollup/dist/bin/rollup', '-c'], ['rollup', '@rollup', 'oxc-transform']],
  ['esbuild', 'build.js', ['build.js'], ['esbuild']],
  ['webpack', 'webpack.config.js', ['run.js'], ['webpack', 'oxc-transform']],
  ['rspack', 'rspack.config.js', ['run.js'], ['@rspack']],
])('the configuration of %s', (bundler, config, args, packages) => {
  it('builds a server that is one file', async () => {
    const project = scratch();
    await writeTree(project, {
      ...TREE,
      'server.ts': files['server.ts']!,
      [config]: files[config]!,
      'run.js': RUNNERS[bundler] ?? '',
    });
    await linkPackages(project, ['koa', '@koa', ...packages]);
    const { stderr } = await run(process.execPath, args, { cwd: project, env: { PATH: process.env['PATH'] } });
    expect(stderr).not.toMatch(/warn/i);

    const out = join(project, 'dist');
    const written = (await readdir(out)).find((name) => /\.m?js$/.test(name));
    expect(written).toBe(bundler in RUNNERS ? 'main.mjs' : 'server.js');
    const { directory, file } = await isolate(join(out, written!));
    const served = await startNode(file, { cwd: directory, env: { PORT: String(await freePort()) } });
    onTestFinished(() => void served.stop('SIGKILL'));
    expect(await (await fetch(`${served.url}/pets`)).json()).toEqual(['Rex']);
  });
});

it('the configuration with an environment of Vite builds a front end and a server, and the preview serves both', async () => {
  const project = scratch();
  await writeTree(project, {
    ...TREE,
    'server.ts': files['server.ts']!,
    'index.html': INDEX,
    'vite.config.js': files['app vite.config.js']!,
  });
  await linkPackages(project, ['koa', '@koa', 'vite']);
  const vite = 'node_modules/vite/bin/vite.js';
  await run(process.execPath, [vite, 'build', '--app'], { cwd: project, env: { PATH: process.env['PATH'] } });
  await isolate(join(project, 'dist/server/server.js'));
  const preview = await startProgram([vite, 'preview', '--port', String(await freePort())], /Local/, { cwd: project });
  const [url] = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(preview.output()).split('Local')[1]!)!;
  onTestFinished(() => void preview.stop('SIGKILL'));
  expect(await (await fetch(`${url}/api/pets`)).json()).toEqual(['Rex']);
  expect(await (await fetch(url)).text()).toContain('The front end');
});
