import type { QueryStyles } from '../../shared/contract/operation.ts';
import type { StreamKind } from '../../shared/contract/streams.ts';

/** The operations of a client, by method and path. */
export interface OperationTable {
  readonly [operation: string]: {
    /** The operationId. */
    readonly id?: string;
    /** The media type of the request body (default: `application/json`). */
    readonly body?: string;
    /** The query parameters that are not written in the usual way. */
    readonly styles?: QueryStyles;
    /** The property of the body that has the rows (default: `items`). */
    readonly items?: string;
    /** Present if the response is a stream. */
    readonly stream?: StreamKind;
    /** The media types of the response (default: JSON). An empty one means that it can have no body. */
    readonly types?: readonly string[];
    /** Whether a request has an `Idempotency-Key`. */
    readonly idempotent?: true;
  };
}
