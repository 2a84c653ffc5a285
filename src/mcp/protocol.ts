import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../contract/manifest.ts';
import type { McpData, ToolData } from '../contract/mcp.ts';

/** The options of the server, with their defaults. */
export interface McpSettings extends Required<Omit<McpOptions, 'resource' | 'hosts'>> {
  readonly resource: string | undefined;
  readonly hosts: readonly string[] | undefined;
}

/** Everything that requests share. */
export interface McpServer {
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

/** An error that a client gets: JSON-RPC 2.0, Error object. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Of the HTTP response. */
    readonly status: number = 400,
    readonly data?: object,
  ) {
    super(message);
  }
}

/** A response of HTTP instead of a result: missing credentials (401), or missing scopes (403). */
export class Challenge {
  constructor(
    readonly status: 401 | 403,
    readonly header: string,
    readonly message: string,
  ) {}
}

/** A result, or the messages of a stream, the last of which has the result. */
export type Outcome = object | Challenge | AsyncGenerator<object, object>;

/** The context of a request, as middleware has it. */
export type McpContext = Koa.ParameterizedContext;
