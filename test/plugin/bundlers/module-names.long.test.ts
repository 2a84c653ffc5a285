import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { describe, expect, it } from 'vitest';
import webpack from 'webpack';
import rspackPlugin from '../../../src/rspack.ts';
import webpackPlugin from '../../../src/webpack.ts';
import { enterProject } from './project.ts';

const FILES = {
  'server.ts': `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
console.log(typeof createApp(operations).callback());
`,
  'app/operations/pets.ts': '/** @returns {string} Some */\nexport default (): string => "pets";\n',
};

const WEBPACKS = [
  ['webpack', webpack, webpackPlugin],
  ['Rspack', rspack as unknown as typeof webpack, rspackPlugin as unknown as typeof webpackPlugin],
] as const;

/** Builds a server and returns what it prints, or the error of the build. */
async function print(
  [, bundle, plugin]: (typeof WEBPACKS)[number],
  output: object,
  entry: string | object = './server.ts',
  type = 'module',
): Promise<string> {
  const project = await enterProject({ ...FILES, 'package.json': JSON.stringify({ type }) });
  const path = join(project, 'dist');
  const error = await new Promise<string | undefined>((resolve) => {
    const config = { context: project, entry, output: { path, ...output }, plugins: [plugin()] };
    try {
      bundle(config as webpack.Configuration, (failure, stats) =>
        resolve(failure?.message ?? (stats!.hasErrors() ? stats!.toString('errors-only') : undefined)),
      );
    } catch (thrown) {
      resolve((thrown as Error).message);
    }
  });
  if (error !== undefined) return error;
  const file = (await readdir(path)).find((name) => name.startsWith('server'));
  return (await promisify(execFile)(process.execPath, [join(path, file!)])).stdout;
}

describe.each(WEBPACKS)('a server that %s builds', (...tool) => {
  it.each<[string, object, (string | object)?, string?]>([
    ['.mjs', { filename: 'server.mjs' }, './server.ts', 'commonjs'],
    ['.mjs', { filename: 'server.mjs' }],
    ['.mjs of an entry', {}, { server: { import: './server.ts', filename: '[name].mjs' } }],
    ['.cjs', { filename: 'server.cjs' }],
    ['.js in a package of ES modules', { filename: 'server.js' }],
    ['.js in another package', { filename: '[name].js' }, { server: './server.ts' }, 'commonjs'],
  ])('starts if its name ends with %s', async (_name, output, entry, type) => {
    expect(await print(tool, output, entry, type)).toBe('function\n');
  });

  it('reports a module whose name contradicts the options', async () => {
    expect(await print(tool, { filename: 'server.mjs', module: false })).toContain(
      'Node cannot start "server.mjs", because it is built as CommonJS. Set output.module to true, or use another extension.',
    );
    expect(await print(tool, { filename: 'server.cjs', module: true })).toContain('Set output.module to false');
  });
});
