import type { TracingChannel } from 'node:diagnostics_channel';
import { tracingChannel } from 'node:diagnostics_channel';
import { REQUEST_CHANNEL } from '../../shared/contract/developer-report.ts';
import type { OperationEntry } from '../../shared/contract/manifest.ts';
import type { OperationContext } from './context.ts';

/**
 * The message of the channel's events. All events of one request have the same object.
 *
 * @example tracingChannel('unplugin-operations.request').asyncEnd.subscribe((message) => log(message as RequestTrace));
 */
export interface RequestTrace {
  readonly ctx: OperationContext;
  readonly operation: OperationEntry;
  /** The path template, below the prefix of the router or of koa-mount: `/v1/pets/{id}`. */
  readonly route: string;
  /** The thrown value. Set if the request was invalid, or if its operation or a `_middleware` file has thrown. */
  error?: unknown;
}

/** The channel on which `stop` announces that a server ends, to the streams that it is sending. */
export const STOP_CHANNEL = 'unplugin-operations.stop';

/**
 * The events of each request that an operation serves.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#tracingchannel-channels
 */
export const requestChannel: TracingChannel<unknown, RequestTrace> = tracingChannel(REQUEST_CHANNEL);
