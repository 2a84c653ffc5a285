import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { CapturedBody } from './captured-body.ts';
import { captureBody } from './captured-body.ts';
import type { ShownFailure } from './shown-failure.ts';

/** A request in the log, with the part of it that has passed. */
export interface LoggedRequest {
  readonly id: number;
  readonly time: Date;
  readonly start: number;
  loadedAt: number | undefined;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly url: string;
  readonly operation: string | undefined;
  readonly requestBody: CapturedBody;
  readonly responseBody: CapturedBody;
  readonly leftOut: { readonly request: Set<string>; readonly response: Set<string> };
  input: unknown;
  end: number | undefined;
  responseHeaders: OutgoingHttpHeaders;
  failures: readonly ShownFailure[];
  didYouMean: string | undefined;
}

/** Keeps the bodies as they pass, without reading them. */
export function begin(
  req: IncomingMessage,
  res: ServerResponse,
  operation: string | undefined,
  id: number,
): LoggedRequest {
  const { method = '', url = '' } = req;
  const [requestBody, responseBody] = [captureBody(), captureBody()];
  const { push } = req;
  req.push = (chunk: unknown, encoding?: BufferEncoding) => {
    requestBody.add(chunk, encoding);
    return push.call(req, chunk, encoding);
  };
  for (const name of ['write', 'end'] as const) {
    const send = res[name] as (...args: unknown[]) => unknown;
    (res as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
      responseBody.add(args[0], typeof args[1] === 'string' ? args[1] : undefined);
      return send.apply(res, args);
    };
  }
  const entry: LoggedRequest = {
    id,
    req,
    res,
    method,
    url,
    operation,
    requestBody,
    responseBody,
    time: new Date(),
    start: performance.now(),
    loadedAt: undefined,
    leftOut: {
      request: new Set<string>(),
      response: new Set<string>(),
    },
    input: undefined,
    end: undefined,
    responseHeaders: {},
    failures: [],
    didYouMean: undefined,
  };
  res.once('close', () => {
    entry.end = performance.now();
    entry.responseHeaders = { ...res.getHeaders() };
  });
  return entry;
}
