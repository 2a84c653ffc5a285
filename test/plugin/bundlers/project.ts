import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Makes a project with Koa and this package in it, and goes there until the test is over. */
export async function enterProject(files: Readonly<Record<string, string>>): Promise<string> {
  const project = scratch();
  await writeTree(project, { 'package.json': '{ "type": "module" }', ...files });
  await linkPackages(project, ['koa', '@koa']);
  await enter(project);
  return project;
}

/** Makes a directory the working directory until the test is over. */
export async function enter(directory: string): Promise<void> {
  const from = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(from));
}

/** Puts links to packages of this checkout, and to the package itself, in a project. */
export async function linkPackages(project: string, names: readonly string[]): Promise<void> {
  const modules = join(project, 'node_modules');
  await mkdir(modules, { recursive: true });
  await symlink(root, join(modules, 'unplugin-operations'));
  for (const name of names) await symlink(join(root, 'node_modules', name), join(modules, name));
}

/**
 * Copies a bundle into an empty directory.
 *
 * @throws {Error} Where it is more than one file (and its map).
 */
export async function isolate(file: string): Promise<{ directory: string; file: string }> {
  const others = (await readdir(join(file, '..'))).filter((name) => !/\.map$|LICENSE/.test(name));
  if (others.length !== 1) throw new Error(`not one file: ${others.join(', ')}`);
  const directory = scratch();
  await cp(file, join(directory, basename(file)));
  return { directory, file: basename(file) };
}

/** Serves a bundle from an empty directory until the test is over. */
export async function serveIsolated(bundle: string): Promise<{ url: string; directory: string; file: string }> {
  const { directory, file } = await isolate(bundle);
  const served = await startNode(file, { cwd: directory, env: { PORT: String(await freePort()) } });
  onTestFinished(() => void served.stop('SIGKILL'));
  return { url: served.url, directory, file };
}

/** A server that prints what each operation answers, as JSON, and ends. */
export const PRINTER = `import operations, { metadata } from 'virtual:operations';
const answers = {};
for (const { method, path, handler } of operations.operations) {
  const contract = metadata.find((operation) => operation.method === method && operation.path === path);
  answers[method + ' ' + path] = [contract.description ?? contract.summary, JSON.stringify(contract.responses[0]?.content), await handler({})];
}
console.log(JSON.stringify(answers));
`;

/** Runs a bundle of {@link PRINTER} with plain node. */
export async function printed(file: string): Promise<Record<string, [string, string, unknown]>> {
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return JSON.parse(stdout) as Record<string, [string, string, unknown]>;
}
