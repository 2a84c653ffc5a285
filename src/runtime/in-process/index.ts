import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type Koa from 'koa';
import type { Response } from 'light-my-request';
import inject from 'light-my-request';

/** Headers of a connection, which belong to the platform: RFC 9110, 7.6.1. */
export const CONNECTION_HEADERS: readonly string[] = ['connection', 'keep-alive', 'transfer-encoding'];

/** A request that does not come from a socket. */
export interface InProcessRequest<Body = Buffer | Readable> {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly url: string;
  /** Headers by lower-case name. A repeated header is a list. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Body | undefined;
  /** The address of the client; undefined if it is not known. */
  readonly remoteAddress: string | undefined;
  /** The fields that the app sees on `req.socket`. */
  readonly socket: object;
  /** Further fields of `ctx.req`. */
  readonly fields: object;
  /** Aborts the request, as a client that leaves. */
  readonly signal?: AbortSignal;
}

/** Hands a request to an app. A streamed response is there when its headers are. */
export function ask(
  listener: ReturnType<Koa['callback']>,
  { method, url, headers, body, remoteAddress, socket, fields, signal }: InProcessRequest,
  payloadAsStream: boolean,
): Promise<Response> {
  const options = {
    method,
    url: '/',
    headers: { ...headers },
    ...(body !== undefined && { payload: body }),
    ...(signal !== undefined && { signal }),
    // The validation is intended for tests and rejects unknown methods.
    validate: false,
    payloadAsStream,
  };
  return inject((req, res) => {
    // Express replaces the prototype of a response, which has the methods that collect the body.
    Object.assign(res, Object.getPrototypeOf(res));
    // light-my-request normalizes the path and adds a User-Agent.
    req.url = url;
    if (headers['user-agent'] === undefined) delete req.headers['user-agent'];
    // An unknown address is not that of this machine, which light-my-request takes.
    Object.assign<Socket, object>(req.socket, { ...socket, remoteAddress });
    void listener(Object.assign<IncomingMessage, object>(req, fields), res);
  }, options);
}
