import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { McpData } from '../../shared/contract/mcp.ts';
import { costOf, DEFAULT_BUDGET } from '../../shared/contract/mcp.ts';
import type { OptionRule, OptionTable } from '../koa/option-table.ts';
import { ANY, checkOptions, LIMIT, LIST, refuseArguments, TEXT, PATH } from '../koa/option-table.ts';
import { sentPath } from '../koa/shown-path.ts';
import { usageError } from '../koa/usage-error.ts';
import { withoutForwarded } from './forwarded-headers.ts';
import { checkOrigin } from './origin.ts';
import { handle } from './methods.ts';
import { complete } from './outcome.ts';
import { parseMessage, readMessage } from './message.ts';
import type { McpFeatures, McpServer } from './protocol.ts';
import { RpcRefusal, rpcError } from './protocol.ts';
import { watchRuntimes } from './runtimes.ts';

/**
 * Defines the export of `virtual:operations/mcp`: it creates the middleware of a server of the Model Context Protocol, revisions 2026-07-28 and
 * 2025-11-25.
 *
 * @example app.use(mcp({ path: '/mcp' }));
 */
export function defineMcp(
  manifest: Manifest,
  data: McpData,
  features: McpFeatures,
): (options?: McpOptions) => Koa.Middleware {
  watchRuntimes(manifest);
  return (options = {}, ...others: readonly unknown[]) => {
    refuseArguments('mcp', others);
    return createMcp(serverOf({ manifest, data, features }, options));
  };
}

/** The input from a build. */
type Built = Pick<McpServer, 'manifest' | 'data' | 'features'>;

function createMcp(server: McpServer): Koa.Middleware {
  return (ctx, next) => {
    // Only the spelling that code in front has seen, which createApp normalizes if there is none.
    if (sentPath(ctx) === server.settings.path) return answer(server, ctx);
    const metadata = server.features.access?.metadata(server, ctx);
    if (metadata === undefined) return next();
    ctx.body = metadata;
    return undefined;
  };
}

const GUARDS: OptionRule = { ...LIST, isGuard: true };

/** The rules of {@link McpOptions}, and of the `listener` that the dev server passes. */
const OPTIONS: OptionTable<McpOptions & { listener: unknown }> = {
  path: PATH,
  prefix: TEXT,
  forward: GUARDS,
  origins: LIST,
  hosts: GUARDS,
  resource: { expected: 'a URL', isValid: (value) => typeof value === 'string' && URL.canParse(value) },
  authorizationServers: LIST,
  budget: LIMIT,
  streamItems: LIMIT,
  instructions: TEXT,
  listener: ANY,
};

/** @throws {TypeError} If an option is invalid. */
function serverOf({ manifest, data, features }: Built, options: McpOptions): McpServer {
  checkOptions('mcp', options, OPTIONS);
  const settings = {
    path: '/mcp',
    forward: [],
    origins: [],
    budget: DEFAULT_BUDGET,
    prefix: '',
    streamItems: 100,
    instructions: data.description ?? '',
    authorizationServers: data.issuers,
    resource: undefined,
    hosts: undefined,
    // An option that is undefined has its default.
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
  const tools = withoutForwarded(data, settings.forward);
  if (features.access === undefined && settings.authorizationServers.length > 0)
    throw usageError('The option authorizationServers of mcp needs a security scheme in openapi.yaml.');
  if (features.search === undefined && costOf(data.tools) > settings.budget)
    throw usageError(
      `The option budget of mcp is too small: a search replaces only lists above ${DEFAULT_BUDGET} tokens.`,
    );
  return { manifest, data: tools, features, settings, tools: new Map(tools.tools.map((tool) => [tool.name, tool])) };
}

async function answer(server: McpServer, ctx: Koa.ParameterizedContext): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  let id: string | number | undefined;
  try {
    checkOrigin(server, ctx);
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw rpcError(-32600, 'Send messages with POST.', 405);
    }
    const message = await readMessage(server, ctx);
    id = message.id;
    const request = parseMessage(ctx, message);
    if (request === undefined) {
      ctx.status = 202;
      // Without it, Koa sends "Accepted".
      ctx.body = '';
      return;
    }
    const outcome = await handle(server, ctx, request);
    const finish = (result: object): object => ({ jsonrpc: '2.0', id, result: complete(server, request, result) });
    if (Symbol.asyncIterator in outcome) server.features.streams!.send(ctx, outcome, finish);
    else ctx.body = finish(outcome);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    ctx.status = error.status;
    if (error.challenge) ctx.set('WWW-Authenticate', error.challenge);
    ctx.body = error.challenge === undefined ? { jsonrpc: '2.0', id, error: error.error } : error.error;
  }
}
