/** The diagnostics channel of {@link DeveloperReport}. The dev server listens to it. */
export const REPORT_CHANNEL = 'unplugin-operations.report';

/** A report for the developer of an API about one request. */
export interface DeveloperReport {
  /** The request, as `node:http` has it. */
  readonly req: object;
  /** A warning; undefined if the same one was reported before. */
  readonly warning: string | undefined;
  /** The undeclared properties that were left out, as JSON Pointers. */
  readonly leftOut?: { readonly from: 'request' | 'response'; readonly pointers: readonly string[] };
  /** An error whose stack leads to the code that the warning is about. */
  readonly origin?: Error;
  /** Set by the listener that prints the warning. Otherwise it is a warning of Node. */
  isPrinted: boolean;
}

/** The name of the channel on which the runtime publishes requests: `node:diagnostics_channel`'s `tracingChannel`. */
export const REQUEST_CHANNEL = 'unplugin-operations.request';

/** The channel of the requests whose operation has returned. */
export const REQUEST_END: string = `tracing:${REQUEST_CHANNEL}:asyncEnd`;
