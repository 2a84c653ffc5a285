import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../contract/manifest.ts';
import type { McpData, ToolData } from '../contract/mcp.ts';

/** The options of the server, with their defaults. */
export interface McpSettings extends Required<Omit<McpOptions, 'resource' | 'hosts'>> {
  readonly resource: string | undefined;
  readonly hosts: readonly string[] | undefined;
  /** The listener of the requests that calls make, if not that of the app: the dev server loads operations first. */
  readonly listener?: ReturnType<Koa['callback']>;
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

/** An answer in place of a result: an error of JSON-RPC 2.0, or a challenge for credentials. */
export class Refusal extends Error {
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
export function rpcError(code: number, message: string, status: number = 400, data?: object): Refusal {
  return new Refusal(status, { code, message, data });
}

/** A result, or the messages of a stream, the last of which has the result. */
export type Outcome = object | AsyncGenerator<object, object>;

/** The context of a request, as middleware has it. */
export type McpContext = Koa.ParameterizedContext;
