import type { OutgoingHttpHeaders } from 'node:http';
import type { ShownBody } from './captured-body.ts';
import type { Masks } from './masks.ts';
import { MASK } from './masks.ts';
import type { LoggedRequest } from './request-entry.ts';
import type { ShownFailure } from './shown-failure.ts';
import { essenceOf } from '../../shared/contract/media-essence.ts';

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

/** Prepares a request for the list. */
export function summaryOf(entry: LoggedRequest, masks: Masks): RequestSummary {
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

/** Prepares a request with its input and answer. */
export function detailsOf(entry: LoggedRequest, masks: Masks): RequestDetails {
  const { req, res, input, requestBody, responseBody, leftOut, failures } = entry;
  const sent = entry.end === undefined ? res.getHeaders() : entry.responseHeaders;
  return {
    ...summaryOf(entry, masks),
    requestHeaders: maskHeaders(req.headers, masks),
    requestBody: requestBody.show(...contentType(req.headers), masks),
    input: masks.value(filledParts(input)),
    responseHeaders: maskHeaders(sent, masks),
    responseBody: responseBody.show(...contentType(sent), masks),
    leftOutOfRequest: [...leftOut.request],
    leftOutOfResponse: [...leftOut.response],
    canRepeat: requestBody.complete() !== undefined,
    failures,
  };
}

/** The parts of an input that have a value. */
function filledParts(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).filter(([name, part]) => name === 'body' || !isEmptyPart(part)));
}

function isEmptyPart(part: unknown): boolean {
  return part === undefined || (typeof part === 'object' && part !== null && Object.keys(part).length === 0);
}

function contentType(headers: OutgoingHttpHeaders): [mediaType: string, isEncoded: boolean] {
  return [essenceOf(String(headers['content-type'] ?? '')), headers['content-encoding'] !== undefined];
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
