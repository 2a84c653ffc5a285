import type Koa from 'koa';
import type { BodyInput } from '../../shared/contract/enforcement.ts';
import type { OperationEntry } from '../../shared/contract/manifest.ts';
import type { Handler, OperationContext } from './context.ts';
import type { BodyReader } from './request/body/read-body.ts';
import type { FindPick, ReadInput, Step, Steps } from './steps.ts';

/** An operation's way through a request, which `serve.ts` runs: decisions that each request would otherwise make again. */
export interface Way extends Omit<
  Steps,
  | 'enter'
  | 'admit'
  | 'authorize'
  | 'afterAuthorize'
  | 'finish'
  | 'guard'
  | 'toBody'
  | 'composeBody'
  | 'readForm'
  | 'readList'
  | 'readPosition'
> {
  readonly app: Koa | undefined;
  /** The operation's path as @koa/router writes it. */
  readonly routePath: string;
  readonly operationId: string | undefined;
  /** The names of the path parameters, in order. */
  readonly names: readonly string[];
  /** The headers of every response. */
  readonly headers: OperationEntry['headers'];
  /** Runs before the `_middleware` files and authentication; undefined if no feature has such a step. */
  readonly enter: Step | undefined;
  /** Runs after authentication; undefined if no feature has such a step. */
  readonly admit: Step | undefined;
  /** Runs between the validation of the parameters and the reading of the body; undefined if no feature has such a step. */
  readonly authorize: Step | undefined;
  /** Completes the response; undefined if no feature does. */
  readonly finish: Steps['finish'] | undefined;
  readonly body: BodyInput | undefined;
  /** Reads the body; undefined if the operation has none. */
  readonly readBody: BodyReader | undefined;
  readonly readInput: ReadInput;
  /** Changes `ctx.params` as the handler's input is changed; undefined if no path parameter is. */
  readonly changeParams: ((ctx: OperationContext) => void) | undefined;
  /** Refuses a valid input that the app cannot take; undefined if it takes all. */
  readonly inspect: ((ctx: OperationContext) => Error | undefined) | undefined;
  /** Whether a step before the handler is asynchronous. */
  readonly waits: boolean;
  /** The handler with its guards. */
  readonly handler: Handler;
  /** Runs a function inside the `_middleware` files; undefined if there are none. */
  readonly around: ((ctx: OperationContext, inner: () => unknown) => Promise<unknown>) | undefined;
  /** Converts the handler's result to a body; undefined if the result is the body. */
  readonly toBody: Steps['toBody'] | undefined;
  /**
   * Whether middleware sees a response before it is written. If not, its media type is set when it is written, and a value without undeclared properties isn't
   * copied.
   */
  readonly isSeen: boolean;
  /** The status of a result. */
  readonly status: number;
  /** The declared statuses without a body. The first one is that of a result that is undefined; 204 is the default. */
  readonly emptyStatuses: readonly number[];
  /** The JSON media type of a result; undefined if the contract declares another format. */
  readonly jsonType: string | undefined;
  /** Finds the pick of a body; undefined if bodies stay as they are. */
  readonly findPick: FindPick | undefined;
}
