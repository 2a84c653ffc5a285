import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { McpData, ToolData } from '../../shared/contract/mcp.ts';
import type { QueryStyle } from '../../shared/contract/operation.ts';
import type { InProcessResponse } from '../in-process/platform.ts';

/** The options of the server, with their defaults. */
export interface McpSettings extends Required<Omit<McpOptions, 'resource' | 'hosts'>> {
  readonly resource: string | undefined;
  readonly hosts: readonly string[] | undefined;
  /** The listener of the requests that calls make, if not that of the app: the dev server loads operations first. */
  readonly listener?: ReturnType<Koa['callback']>;
}

/** Parts of the server that a bundle contains only if a tool needs them, by the names of `ToolFeature`. */
export interface McpFeatures {
  /** Calls a tool of the search: its result, or the operation to call; undefined if there is no such tool. */
  readonly search?: (
    data: McpData,
    tools: readonly ToolData[],
    name: string,
    given: Arguments,
  ) => object | readonly [ToolData, Arguments];
  readonly access?: {
    /** Answers a request for the metadata of the resource. */
    metadata(server: McpServer, ctx: McpContext): object | undefined;
    /** The challenge to clients with the metadata in it. */
    challenge(server: McpServer, ctx: McpContext, header: string): string;
    /** The tools that the caller's credentials may call. */
    allowed(server: McpServer, ctx: McpContext): Promise<readonly ToolData[]>;
  };
  /** Wraps the body of a response with its next page, total and version. */
  readonly wrapping?: (tool: ToolData, response: InProcessResponse, result: unknown) => object;
  readonly streams?: {
    /** Reads the items of a stream. */
    read(server: McpServer, ctx: McpContext, request: RpcRequest, call: StreamCall): Stream | Promise<object>;
    /** Sends the messages of a stream as events. */
    send(ctx: McpContext, messages: Stream, finish: (result: object) => object): void;
  };
  /** The content of a file. */
  readonly files?: (
    headers: InProcessResponse['headers'],
    mimeType: string,
    bytes: Buffer,
    url: string,
  ) => readonly object[];
  readonly bodies?: {
    /** Decodes a file, or a list of them. */
    decode(value: unknown): unknown;
    /** Serializes a body that is not JSON, or returns the reason why it cannot be sent. */
    encode(value: unknown, mediaType: string, limit: number): Promise<string | readonly [Buffer, string | undefined]>;
  };
  /** The values of a query as parameters with the usual style. */
  readonly styles?: (query: Arguments, styles: { readonly [name: string]: QueryStyle }) => Arguments;
  /** Compares the headers that repeat arguments with these. */
  readonly argumentHeaders?: (ctx: McpContext, tool: ToolData, given: Arguments) => void;
}

/** The arguments of a call, or a part of them. */
export type Arguments = { readonly [name: string]: unknown };

/** A call whose response is a stream. */
export interface StreamCall {
  readonly tool: ToolData;
  readonly response: InProcessResponse;
  /** Ends the request. */
  readonly cancel: () => void;
}

/** The messages of a stream, the last of which has the result. */
export type Stream = AsyncGenerator<object, object>;

/** Everything that requests share. */
export interface McpServer {
  readonly features: McpFeatures;
  readonly manifest: Manifest;
  readonly data: McpData;
  readonly settings: McpSettings;
  readonly tools: ReadonlyMap<string, ToolData>;
}

/** A message of a client: JSON-RPC 2.0, Request object. */
export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
  /** Whether the client speaks the revision before 2026-07-28. */
  readonly isLegacy: boolean;
}

/** An answer in place of a result: an error of JSON-RPC 2.0, or a challenge for credentials. */
export class RpcRefusal extends Error {
  constructor(
    readonly status: number,
    /** The error object, or the body of a challenge. */
    readonly error: object,
    /** The field `WWW-Authenticate` of a challenge. */
    readonly challenge?: string,
  ) {
    super();
  }
}

/**
 * Makes an error that a client gets: JSON-RPC 2.0, Error object.
 *
 * @param status Of the HTTP response.
 */
export function rpcError(code: number, message: string, status: number = 400, data?: object): RpcRefusal {
  return new RpcRefusal(status, { code, message, data });
}

/** A result, or the messages of a stream, the last of which has the result. */
export type MessageOutcome = object | Stream;

/** The context of a request, as middleware has it. */
export type McpContext = Koa.ParameterizedContext;

/** Why credentials do not suffice. */
export interface Rejection {
  readonly status: number;
  /** The app's `WWW-Authenticate`. */
  readonly header: string;
  /** The text for clients; by default the usual meaning of the status. */
  readonly message?: string | undefined;
}

/** A challenge for credentials (401) or scopes (403): RFC 6750, 3. */
export function challengeOf(server: McpServer, ctx: McpContext, { status, header, message }: Rejection): RpcRefusal {
  const [error, usual] =
    status === 401
      ? ['invalid_token', 'The credentials are missing, invalid or expired.']
      : ['insufficient_scope', 'The credentials lack a scope.'];
  const challenge = server.features.access?.challenge(server, ctx, header) ?? header;
  return new RpcRefusal(status, { error, error_description: message ?? usual }, challenge);
}

/** The public URL of the server. */
export function resourceOf({ settings: { resource, path } }: McpServer, ctx: McpContext): string {
  return resource ?? `${ctx.protocol}://${ctx.host}${path}`;
}
