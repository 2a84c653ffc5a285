/** Headers that identify a request or a trace, and not the requested content. */
const PASSING: ReadonlySet<string> = new Set([
  'traceparent',
  'tracestate',
  'baggage',
  'x-request-id',
  'request-id',
  'x-correlation-id',
]);

/** Whether a request header only identifies an attempt or a trace, so that the response does not depend on it. */
export function isPassingHeader(name: string): boolean {
  return PASSING.has(name.toLowerCase());
}
