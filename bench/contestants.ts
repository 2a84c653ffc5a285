import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';
import operations from '../src/vite.ts';
import { alias } from '../test/support/alias.ts';
import { path } from './path.ts';
import type { Route } from './routes.ts';
import { routesModule, routesTree } from './routes.ts';

/** A server: a module in `contestants/`, and the packages that it uses. */
export interface Contestant {
  readonly name: string;
  readonly module: string;
  readonly packages: readonly string[];
  /** Whether it is measured only by name, because a run with it takes several times as long. */
  readonly isSlow?: boolean;
}

/** The limit is first: the others are compared with it. */
export const CONTESTANTS: readonly Contestant[] = [
  { name: 'node:http by hand', module: 'raw', packages: [] },
  { name: 'createApp', module: 'create-app', packages: ['koa'] },
  { name: 'createRouter', module: 'create-router', packages: ['koa', '@koa/router'] },
  { name: 'bare Koa', module: 'koa', packages: ['koa', 'ajv'] },
  { name: 'Koa + @koa/router', module: 'koa-router', packages: ['koa', '@koa/router', '@koa/bodyparser', 'ajv'] },
  { name: 'Fastify', module: 'fastify', packages: ['fastify'] },
  { name: 'Hono', module: 'hono', packages: ['hono', '@hono/node-server', 'zod'] },
  { name: 'h3', module: 'h3', packages: ['h3', 'zod'] },
  { name: 'Express', module: 'express', packages: ['express', 'ajv'] },
  { name: 'Elysia on Node', module: 'elysia', packages: ['elysia', '@elysiajs/node'] },
  { name: 'openapi-backend on Koa', module: 'openapi-backend', packages: ['openapi-backend', 'koa'], isSlow: true },
];

/** The contestants whose names contain one of the words in the environment variable `ONLY`, and the limit. */
export function chosenContestants(): Contestant[] {
  const words = process.env['ONLY']?.toLowerCase().split(',');
  return CONTESTANTS.filter(({ name, isSlow = false }, index) => {
    return index === 0 || (words?.some((word) => name.toLowerCase().includes(word)) ?? !isSlow);
  });
}

/** The versions of packages, by name. */
export function versionsOf(packages: readonly string[]): Record<string, string> {
  const versionOf = (name: string): string =>
    (JSON.parse(readFileSync(path(`node_modules/${name}/package.json`), 'utf8')) as { version: string }).version;
  return Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
}

/**
 * Bundles a contestant with Vite into one file, all of them in the same way.
 *
 * @param root An empty directory.
 * @returns The file.
 */
export async function buildContestant({ module }: Contestant, routes: readonly Route[], root: string): Promise<string> {
  const isOurs = module.startsWith('create-');
  writeFiles(root, isOurs ? routesTree(routes) : {});
  return buildServer(
    root,
    path(`contestants/${module}.mjs`),
    isOurs ? [operations()].flat() : contestantPlugins(routes),
  );
}

/** Writes files below a directory, with a link to installed packages: those of the repository, if there are no others. */
export function writeFiles(
  root: string,
  files: Readonly<Record<string, string>>,
  packages: string = path('../node_modules'),
): void {
  mkdirSync(root, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  symlinkSync(packages, join(root, 'node_modules'));
}

/**
 * Bundles a server into one file, unless it splits code.
 *
 * @returns The entry's file.
 */
export async function buildServer(
  root: string,
  entry: string,
  plugins: readonly Plugin[],
  { minify = false, codeSplitting = false }: { minify?: boolean; codeSplitting?: boolean } = {},
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      minify,
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  if (output.length !== 1 && !codeSplitting) throw new Error(`${entry} became ${output.length} files, not one`);
  return join(root, 'dist', output[0].fileName);
}

/** Gives a peer's server the routes. */
export function contestantPlugins(routes: readonly Route[]): Plugin[] {
  return [
    {
      name: 'routes',
      resolveId: (id) => (id === 'virtual:routes' ? `\0${id}` : undefined),
      load: (id) => (id === '\0virtual:routes' ? routesModule(routes) : undefined),
    },
  ];
}
