import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { REQUEST_END } from '../../shared/contract/developer-report.ts';
import type { Report } from '../../shared/contract/developer-report.ts';
import type { CapturedBody, ShownBody } from './captured-body.ts';
import { captureBody } from './captured-body.ts';
import type { Masks } from './masks.ts';
import { MASK } from './masks.ts';
import type { ShownFailure } from './shown-failure.ts';

/** The number of requests that are kept. */
const SIZE = 100;

/** A request in the list of the page. */
export interface RequestSummary {
  readonly id: number;
  readonly time: string;
  readonly method: string;
  readonly url: string;
  readonly operation: string | undefined;
  /** Undefined until the response has begun. */
  readonly status: number | undefined;
  /** Whether the response is over, still being sent, or was cut off. */
  readonly state: 'done' | 'open' | 'aborted';
  /** The time of the handling. */
  readonly milliseconds: number;
  /** The time before it in which modules were loaded, in milliseconds. */
  readonly loading: number;
  readonly leftOut: number;
  /** The path that an unknown one may be a misspelling of. */
  readonly didYouMean: string | undefined;
}

/** A request with its input and answer. */
export interface RequestDetails extends RequestSummary {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: ShownBody;
  /** `ctx.input`; undefined if the handler was not reached. */
  readonly input: unknown;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: ShownBody;
  readonly leftOutOfRequest: readonly string[];
  readonly leftOutOfResponse: readonly string[];
  readonly canRepeat: boolean;
  /** The error that it was answered with, and its causes. */
  readonly failures: readonly ShownFailure[];
}

/** A request as it was sent, to send it again. Only the server has it, because it holds credentials. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The latest requests to the API, in the dev server. */
export interface RequestLog {
  /**
   * Adds a request.
   *
   * @param meant Finds the path that its own may be a misspelling of, if that is unknown.
   */
  record(
    req: IncomingMessage,
    res: ServerResponse,
    operation: string | undefined,
    meant?: () => string | undefined,
  ): void;
  /** Adds a request if nothing has its path: then it may be meant for an operation. */
  recordUnknown(req: IncomingMessage, res: ServerResponse, meant: () => string | undefined): void;
  /** Adds the error that a request is answered with. */
  fail(req: IncomingMessage, failures: readonly ShownFailure[]): void;
  /** Notes that all modules that a request needs are loaded. */
  loaded(req: IncomingMessage): void;
  /** Adds what was left out of a request or its response. */
  report(report: Report): void;
  /** The latest first. */
  list(masks: Masks): RequestSummary[];
  details(id: number, masks: Masks): RequestDetails | undefined;
  sent(id: number): SentRequest | undefined;
  /** The operations that handle a request now. */
  underWay(): readonly string[];
  close(): void;
}

interface LoggedRequest {
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

/** What a page loads by itself, such as its icon, is not meant for an operation. */
const PART_OF_PAGE = /^(?:audio|font|image|manifest|object|script|style|track|video)$/;

/**
 * Creates an empty log.
 *
 * @param changed Called when a request begins, and when its response ends.
 */
export function createRequestLog(changed: () => void): RequestLog {
  const entries: LoggedRequest[] = [];
  const byRequest = new WeakMap<object, LoggedRequest>();
  let count = 0;
  const readInput = (message: unknown): void => {
    const { ctx } = message as { readonly ctx: { readonly req: object; readonly input?: unknown } };
    const entry = byRequest.get(ctx.req);
    if (entry !== undefined) entry.input = ctx.input;
  };
  subscribe(REQUEST_END, readInput);
  const find = (id: number): LoggedRequest | undefined => entries.find((entry) => entry.id === id);
  const add = (entry: LoggedRequest): void => {
    entries.unshift(entry);
    entries.splice(SIZE);
    changed();
  };
  const start = (req: IncomingMessage, res: ServerResponse, operation?: string): LoggedRequest => {
    const entry = begin(req, res, operation, ++count);
    byRequest.set(req, entry);
    res.once('close', () => {
      entry.end = performance.now();
      entry.responseHeaders = { ...res.getHeaders() };
    });
    return entry;
  };
  return {
    record(req, res, operation, meant) {
      const entry = start(req, res, operation);
      add(entry);
      res.once('close', () => {
        if (res.statusCode === 404) entry.didYouMean = meant?.();
        changed();
      });
    },
    recordUnknown(req, res, meant) {
      if (PART_OF_PAGE.test(String(req.headers['sec-fetch-dest']))) return;
      const entry = start(req, res);
      res.once('close', () => {
        if (res.statusCode !== 404) return;
        entry.didYouMean = meant();
        add(entry);
      });
    },
    fail(req, failures) {
      const entry = byRequest.get(req);
      if (entry !== undefined) entry.failures = failures;
    },
    loaded(req) {
      const entry = byRequest.get(req);
      if (entry !== undefined) entry.loadedAt = performance.now();
    },
    report({ req, leftOut }) {
      const entry = byRequest.get(req);
      for (const pointer of leftOut?.pointers ?? []) entry?.leftOut[leftOut!.from].add(pointer);
    },
    list: (masks) => entries.map((entry) => summaryOf(entry, masks)),
    details(id, masks) {
      const entry = find(id);
      return entry && detailsOf(entry, masks);
    },
    sent(id) {
      const entry = find(id);
      const body = entry?.requestBody.complete();
      if (entry === undefined || body === undefined) return undefined;
      return { method: entry.method, url: entry.url, headers: entry.req.headers, body };
    },
    underWay: () =>
      entries.flatMap(({ end, method, url, operation }) =>
        end === undefined && operation !== undefined ? [`${method} ${url.split('?')[0]} (${operation})`] : [],
      ),
    close: () => void unsubscribe(REQUEST_END, readInput),
  };
}

/** Keeps the bodies as they pass, without reading them. */
function begin(req: IncomingMessage, res: ServerResponse, operation: string | undefined, id: number): LoggedRequest {
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
  return {
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
}

function summaryOf(entry: LoggedRequest, masks: Masks): RequestSummary {
  const { id, time, method, url, operation, res, start, loadedAt = start, end, leftOut, didYouMean } = entry;
  return {
    id,
    method,
    operation,
    didYouMean,
    time: time.toTimeString().slice(0, 8),
    url: masks.url(url),
    status: end !== undefined || res.headersSent ? res.statusCode : undefined,
    state: end === undefined ? 'open' : res.writableFinished ? 'done' : 'aborted',
    milliseconds: tenths((end ?? performance.now()) - loadedAt),
    loading: tenths(loadedAt - start),
    leftOut: leftOut.request.size + leftOut.response.size,
  };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function detailsOf(entry: LoggedRequest, masks: Masks): RequestDetails {
  const { req, res, input, requestBody, responseBody, leftOut, failures } = entry;
  const sent = entry.end === undefined ? res.getHeaders() : entry.responseHeaders;
  return {
    ...summaryOf(entry, masks),
    requestHeaders: maskHeaders(req.headers, masks),
    requestBody: requestBody.show(...contentOf(req.headers), masks),
    input: masks.value(filledParts(input)),
    responseHeaders: maskHeaders(sent, masks),
    responseBody: responseBody.show(...contentOf(sent), masks),
    leftOutOfRequest: [...leftOut.request],
    leftOutOfResponse: [...leftOut.response],
    canRepeat: requestBody.complete() !== undefined,
    failures,
  };
}

/** The parts of an input that have a value. */
function filledParts(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).filter(([name, part]) => name === 'body' || !isEmpty(part)));
}

function isEmpty(part: unknown): boolean {
  return part === undefined || (typeof part === 'object' && part !== null && Object.keys(part).length === 0);
}

function contentOf(headers: OutgoingHttpHeaders): [mediaType: string, isEncoded: boolean] {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  return [type, headers['content-encoding'] !== undefined];
}

function maskHeaders(headers: OutgoingHttpHeaders, masks: Masks): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = [value].flat().join(', ');
      if (masks.hides(name)) return [[name, MASK]];
      return [[name, /^(?:location|referer|link)$/.test(name) ? masks.url(text) : text]];
    }),
  );
}
