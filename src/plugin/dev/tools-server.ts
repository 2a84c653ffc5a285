import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { TOOLS } from '../../build/project/dev-paths.ts';
import { userError } from '../../build/project/errors.ts';
import { MCP } from '../../build/project/virtual-modules.ts';
import type { Listener } from './app-lease.ts';
import type { App } from './held-app.ts';

/** The tools in the dev server: the middleware of a built server, run by the app that serves the operations. */
export interface ToolsServer {
  /**
   * @param app The app, whose verifiers and limits are those of the tools.
   * @param listener Serves the requests that calls make, as it serves those of clients.
   * @throws {Error} If light-my-request is not installed.
   */
  serve(app: App, listener: Listener, req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The exports of `virtual:operations/mcp`. */
interface McpModule {
  readonly mcp: (options: McpOptions) => Middleware;
}

/** The options that are used here. */
interface McpOptions {
  readonly path: string;
  readonly listener: Listener;
  readonly hosts: readonly string[];
  readonly budget?: number;
}

type Middleware = (ctx: object, next: () => Promise<void>) => unknown;

/** The part of a Koa app that is used here. */
interface Koa extends App {
  createContext(req: IncomingMessage, res: ServerResponse): object;
  handleRequest(ctx: object, middleware: (ctx: object) => Promise<unknown>): Promise<void>;
}

/** Where clients find the metadata of the server: RFC 9728, 3.1. */
export const TOOLS_METADATA: string = `/.well-known/oauth-protected-resource${TOOLS}`;

/** Prepares the server of the tools. */
export function createToolsServer(server: ViteDevServer): ToolsServer {
  return {
    async serve(app, listener, req, res) {
      const { mcp } = await loadMcp(server);
      // Calls go through the dev server, which loads an operation at its first request.
      const middleware = mcp({ path: TOOLS, listener, ...optionsOf(req) });
      const koa = app as Koa;
      await koa.handleRequest(koa.createContext(req, res), async (ctx) => middleware(ctx, async () => {}));
    },
  };
}

/** The options of a request: its host, and a budget in the address, such as `/__operations/mcp?budget=10000`. */
function optionsOf({ headers, url = '' }: IncomingMessage): Omit<McpOptions, 'path' | 'listener'> {
  const [, budget] = /[?&]budget=(\d+)/.exec(url) ?? [];
  return {
    // The dev server has checked the host.
    hosts: [headers[':authority'] ?? headers.host].flatMap((host) => host ?? []),
    ...(budget !== undefined && { budget: Number(budget) }),
  };
}

async function loadMcp(server: ViteDevServer): Promise<McpModule> {
  try {
    return (await server.ssrLoadModule(MCP)) as McpModule;
  } catch (error) {
    if (!/light-my-request/.test(String(error))) throw error;
    throw userError('The tools need the package light-my-request: npm install light-my-request');
  }
}
