import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import { featuresOf } from '../../../src/build/codegen/tools/tool-features.ts';
import type { ToolsInput } from '../../../src/build/codegen/tools/index.ts';
import { buildTools } from '../../../src/build/codegen/tools/index.ts';
import type { McpData } from '../../../src/shared/contract/mcp.ts';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { access } from '../../../src/runtime/mcp/resource-access.ts';
import { argumentHeaders } from '../../../src/runtime/mcp/argument-headers.ts';
import { bodies } from '../../../src/runtime/mcp/form-bodies.ts';
import { files as fileContents } from '../../../src/runtime/mcp/file-content.ts';
import { defineMcp } from '../../../src/runtime/mcp/index.ts';
import type { McpFeatures } from '../../../src/runtime/mcp/protocol.ts';
import { search } from '../../../src/runtime/mcp/search.ts';
import { streams } from '../../../src/runtime/mcp/stream-result.ts';
import { styles } from '../../../src/runtime/mcp/query-styles.ts';
import { wrapping } from '../../../src/runtime/mcp/wrapping.ts';
import { compile } from '../../build/compiler/compile.ts';
import type { TreeOptions } from '../koa/compiled.ts';
import { compileTree } from '../koa/compiled.ts';
import type { Answer, Served } from '../koa/serve.ts';
import { serve } from '../koa/serve.ts';

export const VERSION = '2026-07-28';

type Headers = Record<string, string | string[]>;

/** What a test serves: operations and their tools. */
export interface ToolServer extends Served {
  readonly data: McpData;
  readonly app: Koa;
  /** Sends a message of revision 2026-07-28. */
  send(method: string, params?: object, headers?: Headers): Promise<Answer>;
  /** Calls a tool, and returns its result. */
  call(name: string, args?: object, headers?: Headers): Promise<ToolResult>;
  /** Sends a message of revision 2025-11-25. */
  sendLegacy(method: string, params?: object, headers?: Headers): Promise<Answer>;
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly [field: string]: unknown }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export function inputOf(files: Readonly<Record<string, string>>, { definitions = {} }: TreeOptions = {}): ToolsInput {
  const compilation = compile(files, {
    definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })),
  });
  return {
    operations: compilation.operations.map(({ contract }) => contract),
    schemas: compilation.schemas,
    document: compilation.document,
    info: { title: 'shop', version: '1.0.0' },
  };
}

/** The tools of a tree. */
export function toolsOf(
  files: Readonly<Record<string, string>>,
  tree: TreeOptions = {},
  hasSearch: boolean = false,
): McpData {
  return buildTools({ ...inputOf(files, tree), hasSearch });
}

/** All features: a test's server has only those that a build imports for its tools. */
const FEATURES = { access, argumentHeaders, bodies, files: fileContents, search, streams, styles, wrapping };

function featuresFor(data: McpData, input: ToolsInput): McpFeatures {
  return Object.fromEntries(featuresOf(data, input).map((name) => [name, FEATURES[name]]));
}

/** Serves the tools of a tree until the test is over. */
export async function serveTools(
  files: Readonly<Record<string, string>>,
  options: McpOptions & { readonly tree?: TreeOptions; readonly runtime?: RuntimeOptions } = {},
  extend: (app: Koa) => void = () => {},
): Promise<ToolServer> {
  const { tree = {}, runtime = {}, ...given } = options;
  const manifest = await compileTree(files, tree);
  const input = inputOf(files, tree);
  const data = buildTools(input);
  const mcp = defineMcp(manifest, data, featuresFor(data, input));
  const app = createApp(manifest, runtime);
  extend(app);
  app.use(mcp(given));
  const served = await serve(app);
  return { ...served, app, data, ...clientOf(served, given.path) };
}

/** The ways to send messages to a server. */
export function clientOf(
  { ask }: Pick<Served, 'ask'>,
  path: string = '/mcp',
): Pick<ToolServer, 'send' | 'call' | 'sendLegacy'> {
  const send: ToolServer['send'] = (method, params = {}, headers = {}) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientCapabilities': {},
      ...(params as { readonly [name: string]: object })['_meta'],
    };
    const named = method === 'tools/call' ? { 'mcp-name': String((params as { name?: unknown }).name) } : {};
    return ask(`POST ${path}`, {
      headers: { ...JSON_TYPES, 'mcp-protocol-version': VERSION, 'mcp-method': method, ...named, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    });
  };
  return {
    send,
    async call(name, args, headers) {
      const { json } = await send('tools/call', { name, ...(args && { arguments: args }) }, headers);
      const { result, error } = json as { result?: ToolResult; error?: { message: string } };
      if (result === undefined) throw new Error(error?.message ?? JSON.stringify(json));
      return result;
    },
    sendLegacy: (method, params = {}, headers = {}) =>
      ask(`POST ${path}`, {
        headers: { ...JSON_TYPES, 'mcp-protocol-version': '2025-11-25', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
  };
}
