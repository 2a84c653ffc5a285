import type { OperationIds, Operations, ProjectProblem } from '../../shared/contract/registry.ts';
import type { ResponseError } from './response.ts';
import type { Key } from './types.ts';

/** A {@link ResponseError} whose status and body are known. */
export interface TypedError<Status extends number, Body, Problem> extends Omit<
  ResponseError,
  'status' | 'body' | 'problem'
> {
  readonly status: Status;
  /** The body: parsed JSON, or text. */
  readonly body: Body;
  /** The body if it is a problem: RFC 9457. */
  readonly problem: Problem;
}

/** The documented operations, by operationId and by method and path. */
export type ErrorSource = [keyof Operations] extends [never] ? string : Key | DocumentedId;

type DocumentedId = keyof { [Id in keyof OperationIds as OperationIds[Id] extends Key ? Id : never]: Id };

/**
 * The errors of an operation, as a union that the status distinguishes: those that it declares, those of the server, and all others.
 *
 * @example (error: ErrorOf<'getPet'>) => error.status === 404 && error.body
 */
export type ErrorOf<Name extends ErrorSource> = [keyof Operations] extends [never]
  ? ResponseError
  : Name extends keyof Operations
    ? Union<BodiesOf<Name>>
    : Name extends keyof OperationIds
      ? Union<BodiesOf<OperationIds[Name] & keyof Operations>>
      : never;

type BodiesOf<K extends keyof Operations> = Operations[K] extends { errors: infer Bodies } ? Bodies : {};

type Union<Bodies> =
  | { [Name in keyof Bodies]: Failure<StatusOf<Name, Bodies>, Bodies[Name]> }[keyof Bodies]
  | ('default' extends keyof Bodies ? never : Undeclared<StatusOf<'default', Bodies>>);

/** Distributes over the bodies of a status. A range whose statuses are all declared has none left. */
type Failure<Status extends number, Body> = [Status] extends [never]
  ? never
  : Body extends { problem: infer Problem }
    ? TypedError<Status, Problem, Problem>
    : Body extends { body: infer Other }
      ? TypedError<Status, Other, undefined>
      : never;

type Undeclared<Status extends number> = TypedError<Status, unknown, ProjectProblem | undefined>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The statuses of each class. They are literals, because only literals distinguish the members of a union. */
interface Classes {
  '3XX': NumberIn<`3${Digit}${Digit}`>;
  '4XX': NumberIn<`4${Digit}${Digit}`>;
  '5XX': NumberIn<`5${Digit}${Digit}`>;
}

/** The statuses that a key of the declared bodies stands for: `404`, `4XX` or `default`, without those of more specific keys. */
type StatusOf<Name, Bodies> = Name extends keyof Classes
  ? Exclude<Classes[Name], NumberIn<keyof Bodies>>
  : Name extends 'default'
    ? Exclude<Classes[Exclude<keyof Classes, keyof Bodies>], NumberIn<keyof Bodies>>
    : NumberIn<Name>;
