import type { Readable } from 'node:stream';
import type Koa from 'koa';
import type { BodyInput, PickValue } from '../../shared/contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import type { InputError } from '../../shared/contract/problem.ts';
import type { Handler, OperationContext } from './context.ts';
import type { BodyLimits, RuntimeOptions } from './options.ts';
import type { FormReader } from './request/body/form.ts';
import type { BodyReader, ReadBody } from './request/body/read-body.ts';
import type { ReadList } from './request/position.ts';
import type { ProblemWriter } from './response/problem-format.ts';

/** An app's manifest and options, resolved. */
export interface Runtime {
  /** The app that `createApp` made; undefined for a router, which serves any app. */
  readonly app: Koa | undefined;
  readonly manifest: Manifest;
  readonly limits: BodyLimits;
  readonly checksResponses: boolean;
  readonly picksResponses: boolean;
  /** Whether U+0000 in the input is a 400. */
  readonly refusesNul: boolean;
  /** The keys that sign cursors: the first one signs, all of them verify. */
  readonly secrets: readonly string[];
  readonly problems: ProblemWriter;
  /** The features of the manifest. */
  readonly features: { readonly [name: string]: ReturnType<Feature> };
  /** The way of an operation, composed at its first request. */
  wayOf(operation: OperationEntry): Way;
}

/**
 * A feature of operations: the table is build/codegen/manifest/feature-table.ts, and only manifests whose operations have it import it.
 *
 * Called once for an app, and what it returns once for each operation that has the feature.
 */
export type Feature = (runtime: Runtime, options: RuntimeOptions) => (operation: OperationEntry) => Steps;

/** The steps that a feature adds to the way of an operation, in the order of a request. Only guards can be several. */
export interface Steps {
  /** Verifies the credentials of a request and sets `ctx.auth`. */
  readonly authenticate?: (ctx: OperationContext) => Promise<void>;
  /** Throws if the client may not use the operation: runs between the validation of the parameters and the reading of the body. */
  readonly authorize?: (ctx: OperationContext) => Promise<void>;
  /** Composes how the bodies of requests are read. */
  readonly composeBody?: (readForm: FormReader | undefined) => BodyReader;
  /** Reads a multipart form. */
  readonly readForm?: FormReader;
  /** Reads the parameters that page a list, and sets `ctx.paging`. */
  readonly readList?: ReadList;
  /**
   * Reads the position in a list, after the input has been validated.
   *
   * @param limit Maximum number of rows on the page.
   * @returns A violation, if there is one.
   */
  readonly readPosition?: (ctx: OperationContext, text: string | undefined, limit: number) => InputError | undefined;
  /** Warns of the undeclared properties of a request's body. */
  readonly reportInput?: Report;
  /** Wraps the handler, which runs after the input has been validated. */
  readonly guard?: (handler: Handler) => Handler;
  /** Creates the body of a stream from the handler's result; undefined if it is sent as it is. */
  readonly openStream?: (ctx: OperationContext, value: unknown, tools: () => ItemTools) => Readable | undefined;
  /** Converts the handler's result to a body. */
  readonly toBody?: (ctx: OperationContext, value: unknown) => unknown;
  /** Warns of the undeclared properties of a response's body. */
  readonly reportOutput?: Report;
  /** Warns of a text that the handler has set as the body, with what the contract does not declare. */
  readonly reportText?: (ctx: OperationContext, pick: PickValue | undefined) => void;
  /** Warns of a Response that the handler returns, with what the contract does not declare. */
  readonly reportResponse?: (ctx: OperationContext, value: unknown, find: FindPick | undefined) => void;
  /** Warns of an error whose status the contract lacks. */
  readonly reportThrown?: (ctx: OperationContext, thrown: unknown) => void;
  /** Throws if an item of a stream violates the contract. */
  readonly checkItem?: (ctx: OperationContext, item: unknown) => void;
  /** Throws if the response violates the contract. */
  readonly check?: (ctx: OperationContext) => void;
  /** Completes the response, before it is encoded. */
  readonly finish?: (ctx: OperationContext) => void;
}

/** What happens to each item of a stream before it is sent. */
export interface ItemTools {
  /** Copies the declared properties of an item. */
  readonly pick: PickValue | undefined;
  /** Throws if an item violates the contract. */
  readonly check: ((item: unknown) => void) | undefined;
}

/** Compares a value with a copy of its declared properties. */
type Report = (ctx: OperationContext, value: unknown, copy: unknown) => void;

/**
 * Validates the parameters and the body of a request and sets `ctx.input`, and `ctx.paging` for a list operation.
 *
 * @param body The parsed body, or undefined if the request has none.
 * @param takesBody Whether the body has been read.
 * @returns A 400 that lists every violation of the contract; undefined if there is none.
 */
export type ReadInput = (ctx: OperationContext, body: ReadBody | undefined, takesBody: boolean) => Error | undefined;

/** Finds the pick of a body by its status and media type; undefined if the response is open. */
export type FindPick = (status: number, type: string) => PickValue | undefined;

/** An operation's way through a request, which `serve.ts` runs: what each request would otherwise decide again. */
export interface Way extends Omit<
  Steps,
  'guard' | 'toBody' | 'composeBody' | 'readForm' | 'readList' | 'readPosition'
> {
  readonly app: Koa | undefined;
  /** The operation's path as @koa/router writes it. */
  readonly routePath: string;
  readonly body: BodyInput | undefined;
  /** Reads the body; undefined if the operation has none. */
  readonly readBody: BodyReader | undefined;
  readonly readInput: ReadInput;
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
  /** The status of a result. */
  readonly status: number;
  /** The declared statuses without a body. The first one is that of a result that is undefined; 204 is the default. */
  readonly emptyStatuses: readonly number[];
  /** The JSON media type of a result; undefined if the contract declares another format. */
  readonly jsonType: string | undefined;
  /** Finds the pick of a body; undefined if bodies stay as they are. */
  readonly findPick: FindPick | undefined;
}
