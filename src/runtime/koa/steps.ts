import type { Readable } from 'node:stream';
import type { BodyInput, PickValue } from '../../shared/contract/enforcement.ts';
import type { InputError } from '../../shared/contract/problem.ts';
import type { Handler, OperationContext } from './context.ts';
import type { FormReader } from './request/body/form.ts';
import type { BodyReader, ReadBody } from './request/body/read-body.ts';
import type { ReadList } from './request/position.ts';

/** The steps that a feature adds to the way of an operation, in the order of a request. Only guards, `enter`, `admit` and `finish` can be several. */
export interface Steps {
  /** Runs before the `_middleware` files and authentication. It may throw to refuse the request. */
  readonly enter?: Step;
  /** Verifies the credentials of a request and sets `ctx.auth`. */
  readonly authenticate?: (ctx: OperationContext) => Promise<void>;
  /** Runs after authentication, before anything of the request is validated. It may throw to refuse the request. */
  readonly admit?: Step;
  /** Throws if the client may not use the operation: runs between the validation of the parameters and the reading of the body. */
  readonly authorize?: (ctx: OperationContext) => Promise<void>;
  /** Runs after `authorize`, before the body is read. It may throw to refuse the request. */
  readonly afterAuthorize?: Step;
  /** Composes how the bodies of requests are read. */
  readonly composeBody?: (declared: BodyInput, readForm: FormReader | undefined) => BodyReader;
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
  /**
   * Reports undeclared properties of a valid body that the client means something by.
   *
   * @param copy The body with the declared properties alone.
   */
  readonly checkBody?: CheckBody;
  /** Warns of the undeclared properties of a request's body. */
  readonly reportInput?: ReportCopy;
  /** Wraps the handler, which runs after the input has been validated. */
  readonly guard?: (handler: Handler) => Handler;
  /** Creates the body of a stream from the handler's result; undefined if it is sent as it is. */
  readonly openStream?: (ctx: OperationContext, value: unknown, tools: () => ItemTools) => Readable | undefined;
  /** Converts the handler's result to a body. */
  readonly toBody?: (ctx: OperationContext, value: unknown) => unknown;
  /** Warns of the undeclared properties of a response's body. */
  readonly reportOutput?: ReportCopy;
  /** Warns of a text that the handler has set as the body, with parts that the contract doesn't declare. */
  readonly reportText?: (ctx: OperationContext, pick: PickValue | undefined) => void;
  /** Warns of a Response that the handler returns, with parts that the contract doesn't declare. */
  readonly reportResponse?: (ctx: OperationContext, value: unknown, find: FindPick | undefined) => void;
  /** Warns of a response that a `_middleware` file has sent without calling `next`. */
  readonly reportSkipped?: (ctx: OperationContext) => void;
  /** Warns of an error whose status the contract lacks. */
  readonly reportThrown?: (ctx: OperationContext, thrown: unknown) => void;
  /** Throws if an item of a stream violates the contract. */
  readonly checkItem?: (ctx: OperationContext, item: unknown) => void;
  /** Throws if the response violates the contract. */
  readonly check?: (ctx: OperationContext) => void;
  /** Completes the response, before it is encoded. */
  readonly finish?: (ctx: OperationContext) => void;
  /** Keeps the response out of shared caches, after all other steps: its headers can be set until the first bytes of a stream are there. */
  readonly keepPrivate?: (ctx: OperationContext) => void;
}

/** A step that may wait. */
export type Step = (ctx: OperationContext) => PromiseLike<void> | void;

/** The step for each item of a stream before it is sent. */
export interface ItemTools {
  /** Copies the declared properties of an item. */
  readonly pick: PickValue | undefined;
  /** Throws if an item violates the contract. */
  readonly check: ((item: unknown) => void) | undefined;
}

/** Compares a body with a copy of its declared properties. */
export type CheckBody = (value: unknown, copy: unknown, errors: InputError[]) => void;

/** Compares a value with a copy of its declared properties. */
type ReportCopy = (ctx: OperationContext, value: unknown, copy: unknown) => void;

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
