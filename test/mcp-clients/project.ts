import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import operations from '../../dist/vite.js';
import { scratch } from '../support/build.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the server of this directory, as a project that has the library as a package. */
export async function buildServer(cleanup: (remove: () => Promise<void>) => void): Promise<string> {
  const project = scratch(cleanup);
  for (const name of ['app', 'server.ts', 'package.json'])
    cpSync(join(import.meta.dirname, name), join(project, name), { recursive: true });
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'unplugin-operations'));
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: [operations()],
    build: { ssr: 'server.ts', outDir: 'dist', emptyOutDir: true },
  });
  return join(project, 'dist/server.js');
}
