import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_END } from '../../shared/contract/developer-report.ts';
import type { DeveloperReport } from '../../shared/contract/developer-report.ts';
import type { Masks } from './masks.ts';
import type { LoggedRequest } from './request-entry.ts';
import { begin } from './request-entry.ts';
import type { RequestDetails, RequestSummary } from './request-views.ts';
import { detailsOf, summaryOf } from './request-views.ts';
import type { ShownFailure } from './shown-failure.ts';

/** The number of requests that are kept. */
const SIZE = 100;

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
  /** Adds a request if nothing has its path: it may be intended for an operation. */
  recordUnknown(req: IncomingMessage, res: ServerResponse, meant: () => string | undefined): void;
  /** Adds the error that a request is answered with. */
  fail(req: IncomingMessage, failures: readonly ShownFailure[]): void;
  /** Records that all modules that a request needs are loaded. */
  loaded(req: IncomingMessage): void;
  /** Adds the parts left out of a request or its response. */
  report(report: DeveloperReport): void;
  /** The latest first. */
  list(masks: Masks): RequestSummary[];
  details(id: number, masks: Masks): RequestDetails | undefined;
  sent(id: number): SentRequest | undefined;
  /** The operations that handle a request now. */
  underWay(): readonly string[];
  close(): void;
}

/** Files that a page loads by itself, such as its icon, aren't intended for an operation. */
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
  const add = (entry: LoggedRequest): void => {
    entries.unshift(entry);
    entries.splice(SIZE);
    changed();
  };
  const start = (req: IncomingMessage, res: ServerResponse, operation?: string): LoggedRequest => {
    const entry = begin(req, res, operation, ++count);
    byRequest.set(req, entry);
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
    details: (id, masks) => entries.filter((entry) => entry.id === id).map((entry) => detailsOf(entry, masks))[0],
    sent: (id) => sentOf(entries.find((entry) => entry.id === id)),
    underWay: () => entries.flatMap(underWay),
    close: () => void unsubscribe(REQUEST_END, readInput),
  };
}

/** A request as it was sent; undefined if its body was cut off. */
function sentOf(entry: LoggedRequest | undefined): SentRequest | undefined {
  const body = entry?.requestBody.complete();
  if (entry === undefined || body === undefined) return undefined;
  return { method: entry.method, url: entry.url, headers: entry.req.headers, body };
}

function underWay({ end, method, url, operation }: LoggedRequest): string[] {
  return end === undefined && operation !== undefined ? [`${method} ${url.split('?')[0]} (${operation})`] : [];
}
