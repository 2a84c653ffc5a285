import type { AddressInfo } from 'node:net';
import { createServer } from '../shared/contract/node-http.ts';
import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import type { CAC } from 'cac';
import { TOOLS } from '../build/project/dev-paths.ts';
import { bridgeTools } from './tools-bridge.ts';
import type { TreeArguments } from './tree-options.ts';
import { withTree } from './tree-options.ts';
import { flagOf } from './usage.ts';
import { importVite, viteProjectOf } from './vite-project.ts';

/** The arguments, as cac parses them. */
interface ToolsArguments extends TreeArguments {
  readonly header?: string | readonly string[];
  readonly budget?: unknown;
}

/** The part of Vite that is used here. */
interface Vite {
  createServer(config: object): Promise<{ readonly middlewares: RequestListener; close(): Promise<void> }>;
}

const NO_VITE = 'The command mcp runs the project in Vite, which is not installed: npm install --save-dev vite';

/** The options of the tree, without its root. */
const TREE_OPTIONS = [
  'operations',
  'definitions',
  'base',
  'webhooks',
  'ignore',
  'strict',
  'pageSize',
  'maxPageSize',
] as const;

/** Adds `operations mcp`. */
export function defineToolServer(cli: CAC, endProgress: () => void): void {
  withTree(cli.command('mcp', 'Serve the tools of the project to a local client (Model Context Protocol, stdio)'))
    .option('--header <header>', 'A header of every call, such as "Authorization: Bearer 1234" (repeatable)')
    .option(
      '--budget <tokens>',
      'The tokens that the list of tools can cost before a search replaces it (default: 2000)',
    )
    .action(async (args: ToolsArguments) => {
      endProgress();
      await serveTools(args);
    });
}

async function serveTools(args: ToolsArguments): Promise<void> {
  const headers = givenHeaders(args.header);
  const budget = budgetOf(args.budget);
  const query = budget === undefined ? '' : `?budget=${budget}`;
  const write = takeOutput();
  const server = await startProject(args);
  await bridgeTools({ input: process.stdin, write, headers, url: server.url + query });
  await server.close();
  // The project may keep timers and connections.
  process.exit();
}

/** @throws {Error} If a header has no name. */
function givenHeaders(given: ToolsArguments['header'] = []): Record<string, string> {
  const fields = [given].flat().map((text) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined)
      throw new Error(`Invalid option --header: expected "Name: value", got ${JSON.stringify(text)}.`);
    return [name, value!];
  });
  return Object.fromEntries(fields) as Record<string, string>;
}

/** @throws {Error} If the budget is not a whole number. */
export function budgetOf(budget: unknown): number | undefined {
  if (budget === undefined) return undefined;
  if (Number.isSafeInteger(budget) && Number(budget) >= 0) return Number(budget);
  throw new Error(`Invalid option --budget: expected a whole number, got ${String(budget)}.`);
}

/** Keeps standard output for the protocol: everything else goes to standard error. */
function takeOutput(): (text: string) => void {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (text: string) => void;
  stdout.write = stderr.write.bind(stderr);
  // A client that has left reads no answers.
  stdout.once('error', () => process.exit());
  return write;
}

/** Starts the project in Vite's dev server, on a free port of the loopback. */
async function startProject(args: ToolsArguments): Promise<{ readonly url: string; close(): Promise<void> }> {
  const vite = await importVite<Vite>(resolve(args.root ?? '.'), NO_VITE);
  const { config, isConfigured } = await viteProjectOf(args);
  if (isConfigured) refuseOptions(args);
  const project = await vite.createServer({
    ...config,
    appType: 'custom',
    clearScreen: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    // No page is served.
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const server = createServer((req, res) => project.middlewares(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${TOOLS}`,
    async close() {
      server.closeAllConnections();
      await project.close();
    },
  };
}

/** @throws {Error} If an option of the tree is given, which the project has in its configuration. */
function refuseOptions(args: ToolsArguments): void {
  const name = TREE_OPTIONS.find((option) => args[option] !== undefined);
  if (name !== undefined)
    throw new Error(`The option "${flagOf(name)}" has no effect: mcp runs the project with its vite.config.`);
}
