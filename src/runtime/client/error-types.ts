import type { OperationIds, Operations, ProjectProblem } from '../../shared/contract/registry.ts';
import type { ResponseError } from './response.ts';
import type { OperationKey } from './types.ts';

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
export type ErrorSource = [keyof Operations] extends [never] ? string : OperationKey | DocumentedId;

export type DocumentedId = keyof {
  [Id in keyof OperationIds as OperationIds[Id] extends OperationKey ? Id : never]: Id;
};

/**
 * The errors of an operation, as a union that the status distinguishes: those that it declares, those of the server, and all others.
 *
 * @example (error: ErrorOf<'getPet'>) => error.status === 404 && error.body
 */
export type ErrorOf<Name extends ErrorSource> = [keyof Operations] extends [never]
  ? ResponseError
  : Name extends keyof Operations
    ? ErrorUnion<ErrorBodies<Name>>
    : Name extends keyof OperationIds
      ? ErrorUnion<ErrorBodies<OperationIds[Name] & keyof Operations>>
      : never;

/** The bodies of an operation's errors, by status. */
export type ErrorBodies<K extends keyof Operations> = Operations[K] extends { errors: infer Bodies } ? Bodies : {};

/** The errors of some bodies, by status. */
export type ErrorUnion<Bodies> =
  | { [Name in keyof Bodies]: DeclaredError<StatusOf<Name, Bodies>, Bodies[Name]> }[keyof Bodies]
  | ('default' extends keyof Bodies ? never : OtherError<StatusOf<'default', Bodies>>);

/** Distributes over the bodies of a status. A range whose statuses are all declared has none left. */
export type DeclaredError<Status extends number, Body> = [Status] extends [never]
  ? never
  : Body extends { problem: infer Problem }
    ? TypedError<Status, Problem, Problem>
    : Body extends { body: infer Other }
      ? TypedError<Status, Other, undefined>
      : never;

/** An error that the operation does not declare. */
export type OtherError<Status extends number> = TypedError<Status, unknown, ProjectProblem | undefined>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The statuses of each class. They are literals, because only literals distinguish the members of a union. */
export interface StatusClasses {
  '3XX': NumberIn<`3${Digit}${Digit}`>;
  '4XX': NumberIn<`4${Digit}${Digit}`>;
  '5XX': NumberIn<`5${Digit}${Digit}`>;
}

/** The statuses of a key of the declared bodies: `404`, `4XX` or `default`, without those of more specific keys. */
export type StatusOf<Name, Bodies> = Name extends keyof StatusClasses
  ? StatusIn<Name, keyof Bodies>
  : Name extends 'default'
    ? OtherStatus<keyof Bodies>
    : NumberIn<Name>;

type Statuses = { [Status in StatusClasses[keyof StatusClasses]]: Status };

// The indexed access gives each union a name, which editors show instead of 300 numbers.

/** The statuses of a class, without the declared ones. */
export type StatusIn<Class extends keyof StatusClasses, Declared> = Statuses[Exclude<
  StatusClasses[Class],
  NumberIn<Declared>
>];

/** The statuses of errors, without the declared ones. */
export type OtherStatus<Declared> = Statuses[Exclude<
  StatusClasses[Exclude<keyof StatusClasses, Declared>],
  NumberIn<Declared>
>];
