import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CAC } from 'cac';
import { resolveOptions } from '../build/project/options.ts';
import { locateProject } from '../build/project/project.ts';
import type { AllowArguments } from '../tools/openapi/fetch/allowed.ts';
import { allowedOf } from '../tools/openapi/fetch/allowed.ts';
import type { TreeArguments } from './tree-options.ts';
import { warn, withAllowed, withTree } from './tree-options.ts';
import { importPlugin, importVite, viteProjectOf } from './vite-project.ts';

/** The arguments, as cac parses them. */
interface Arguments extends TreeArguments, AllowArguments {
  readonly port?: unknown;
  readonly limits?: boolean;
}

const NO_VITE = 'The mock server needs Vite. Install it: npm install --save-dev vite';

/** The parts of Vite that are called here. */
interface Vite {
  createServer(config: object): Promise<ViteServer>;
}

/** The parts of Vite's server that are called here. */
interface ViteServer {
  listen(): Promise<unknown>;
  printUrls(): void;
  close(): Promise<void>;
}

/** A project to serve, and a function that removes the files made for it. */
interface ServedProject {
  readonly config: object;
  readonly remove: () => void;
}

/** Adds `operations mock [description]`. */
export function defineMock(cli: CAC, endProgress: () => void, fail: (error: unknown) => void): void {
  const command = cli.command(
    'mock [description]',
    'Serve examples in place of the handlers that are not written yet, or of a description',
  );
  withAllowed(withTree(command))
    .option('--port <port>', 'The port (default: 5173, or the next free one)')
    .option('--limits', 'Refuse the requests above the rate limits of a description (default: count them)')
    .action(async (description: string | undefined, args: Arguments) => {
      try {
        // Its message would appear in the lines that Vite prints.
        endProgress();
        await serveMock(description, args);
      } catch (error) {
        fail(error);
      }
    });
}

async function serveMock(description: string | undefined, args: Arguments): Promise<void> {
  const port = portOf(args.port);
  if (args.limits === true && description === undefined)
    throw new Error(
      'The option --limits is for a description. In your app, set { rateLimits: { refuseInDev: true } }.',
    );
  const vite = await importVite<Vite>(resolve(args.root ?? '.'), NO_VITE);
  const { config, remove } =
    description === undefined
      ? { ...(await viteProjectOf(args)), remove: nothing }
      : await importedProject(description, args);
  try {
    const server = await vite.createServer({
      ...config,
      server: { host: 'localhost', ...(port !== undefined && { port, strictPort: true }) },
      'unplugin-operations': { mock: true },
    });
    await listen(server);
    server.printUrls();
    // Vite ends the process at SIGTERM, and Node at SIGINT.
    process.once('SIGINT', () => void server.close().then(() => process.exit(0)));
    process.once('exit', remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** Listens, or closes the server: its watchers would keep the process alive. */
async function listen(server: ViteServer): Promise<void> {
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
}

function portOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (Number.isInteger(given) && Number(given) >= 0 && Number(given) <= 65_535) return Number(given);
  throw new Error(`Invalid option --port: expected a number from 0 to 65535, got ${String(given)}.`);
}

function nothing(): void {}

/** Imports a description into a directory that is removed at the end. */
async function importedProject(description: string, args: Arguments): Promise<ServedProject> {
  const { readDescription, importDocuments } = await import('../tools/import/import-project.ts');
  const { documents, base } = await readDescription(description, allowedOf(args));
  const root = mkdtempSync(join(tmpdir(), 'operations-mock-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    const options = { root, base, dts: false } as const;
    const { left } = importDocuments(documents, locateProject(resolveOptions(options), root), {
      isDryRun: false,
      isLossy: true,
      isVerbose: false,
    });
    if (left > 0)
      warn(
        `${left === 1 ? '1 operation is' : `${left} operations are`} left out. For the reasons, run: operations import ${description} --dry-run`,
      );
    linkPackage(root);
    const plugin = await importPlugin();
    const app = args.limits === true ? refusingApp(root) : {};
    return { config: { root, configFile: false, plugins: [plugin({ ...options, ...app })] }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Writes an app that refuses the requests above the limits. */
function refusingApp(root: string): { readonly app: string } {
  writeFileSync(
    join(root, 'api.js'),
    `import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations, { rateLimits: { refuseInDev: true } });\n`,
  );
  return { app: 'api.js' };
}

/** Lets the files of a directory import this package. */
function linkPackage(root: string): void {
  const own = dirname(createRequire(import.meta.url).resolve('unplugin-operations/package.json'));
  mkdirSync(join(root, 'node_modules'));
  // A junction needs no rights on Windows.
  symlinkSync(own, join(root, 'node_modules/unplugin-operations'), 'junction');
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
}
