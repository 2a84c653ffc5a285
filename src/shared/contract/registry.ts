import type { Cursor } from './cursor-position.ts';
import type { ListRequest } from './list-request.ts';
import type { Page, Paging } from './paging.ts';
import type { Problem } from './problem.ts';

// The types of a project's operations. The interfaces are empty until the project's operations.d.ts augments them.

/** The operations of the project, by method and path (`GET /pets/{id}`). Each one has the shape of {@link OperationTypes}. */
export interface Operations {}

/** Method and path of operations, by operationId. */
export interface OperationIds {}

/** The versions of the API, by name. */
export interface Versions {}

/** The name of a version. Without an `operations.d.ts`, or without versions, any string is allowed. */
export type VersionName = [keyof Versions] extends [never] ? string : NameOf<Versions>[keyof Versions];

/** The payloads of the project's events, as their senders pass them, by name: `Events['invoice.paid']`. */
export interface Events {}

/** The options of custom directives, by the names of the directives: `createApp(operations, { directives: { permission: ... } })`. */
export interface DirectiveOptions {}

/** The types of the definitions that operations use: `Schemas['Pet']`. Without an `operations.d.ts`, every name is allowed. */
export interface Schemas extends UnknownSchemas {}

// eslint-disable-next-line typescript/no-explicit-any -- see NotKnown
type UnknownSchemas = [keyof Operations] extends [never] ? { readonly [name: string]: any } : {};

/** The values of the extensions that operations have, by name: `Extensions['x-role']`. */
export interface Extensions {}

/** `ctx.operation.extensions`. Without an `operations.d.ts`, every name is allowed. */
export type OperationExtensions = [keyof Operations] extends [never]
  ? { readonly [name: string]: unknown }
  : { readonly [Name in keyof Extensions]?: Extensions[Name] };

/** The problems of the project: its definition `Problem`, or that of RFC 9457. */
export type ProjectProblem = Schemas extends { readonly Problem: infer Defined } ? Defined : Problem;

/**
 * The result types of verifiers, by security scheme. Augment it to type your verifiers and `ctx.auth`.
 *
 * @example declare module 'unplugin-operations/types' { interface Auth { bearer: User } }
 */
export interface Auth {}

/** The type of `ctx.auth` for a security scheme. */
export type AuthOf<Scheme extends string> = Scheme extends keyof Auth ? Auth[Scheme] : unknown;

/** The input of a request, by location and by the names of the contract. */
export interface Input {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly body: unknown;
  /** The media type of the body, if the operation takes several. */
  readonly type?: string | undefined;
}

/** The types of an operation, for its handler and its clients. */
interface OperationTypes {
  /** `ctx.input`, with defaults filled in. */
  readonly input: unknown;
  /** `ctx.auth`. */
  readonly auth: unknown;
  /** The handler's result. */
  readonly result: unknown;
  /** A row; only for list operations. */
  readonly item?: unknown;
  /** An item, as a client receives it; only for streams. */
  readonly stream?: unknown;
  /** `ctx.cursor`; only for lists with a cursor. */
  readonly cursor?: unknown;
  /** `ctx.list`; only for lists whose rows or order clients choose. */
  readonly list?: unknown;
  /** `ctx.current`; only for conditional writes. */
  readonly current?: unknown;
  /** Whether a request needs an `Idempotency-Key`; absent if it takes none. */
  readonly idempotent?: 'optional' | 'required';
  /** The names of the limits; only for operations with `@rate-limit`. */
  readonly limits?: string;
  /** A client's input; absent for undocumented operations. */
  readonly request?: unknown;
  /** The body that a client receives. */
  readonly response?: unknown;
  /** The bodies of its errors, by status: `{ body }`, or `{ problem }` for `application/problem+json`. */
  readonly errors?: unknown;
  /** The types for the client of its version, with the method and path there; only for operations of older versions. */
  readonly older?: unknown;
}

/** The types of an operation without a name. */
interface UntypedOperation extends OperationTypes {
  readonly input: Input;
  readonly auth: Record<string, unknown>;
  readonly item: unknown;
  readonly cursor: Cursor | undefined;
  readonly list: ListRequest;
  readonly current: unknown;
  readonly idempotent: 'optional';
  readonly limits: string;
}

/** The types of operations with an unknown name, and of all of them before `operations.d.ts` exists. */
// eslint-disable-next-line typescript/no-explicit-any -- see above
type NotKnown = { readonly [part in keyof UntypedOperation]: any };

/** An operationId, or a method and path. Without an `operations.d.ts`, any string is allowed. */
export type OperationName = [keyof Operations] extends [never]
  ? string
  : [keyof OperationIds] extends [never]
    ? NameOf<Operations>[keyof Operations]
    : NameOf<OperationIds>[keyof OperationIds] | keyof Operations;

/** The names of an interface. TypeScript's messages list a union of these, where `keyof` stays `keyof`. */
type NameOf<T> = { readonly [name in keyof T]: name };

/** The paths of operations and of the directories around them. Without an `operations.d.ts`, any string is allowed. */
export type DirectoryPath = [keyof Operations] extends [never] ? string : '/' | PathsTo<PathOf<keyof Operations>>;

type PathOf<Key> = Key extends `${string} ${infer Path}` ? Path : never;

/** A path, and the beginnings of it that end before a slash. */
type PathsTo<Path, Before extends string = ''> = Path extends `/${infer Segment}/${infer Rest}`
  ? `${Before}/${Segment}` | PathsTo<`/${Rest}`, `${Before}/${Segment}`>
  : Path extends string
    ? `${Before}${Path}`
    : never;

/** The operations with a path or one below it. */
export type OperationBelow<Path extends string> = [Path] extends [never]
  ? never
  : [keyof Operations] extends [never]
    ? Path
    : Extract<keyof Operations, Path extends '/' ? string : `${string} ${Path}` | `${string} ${Path}/${string}`>;

/** The name of an operation, or the path of a directory, which determines the type of a guard. */
export type GuardedName = OperationName | DirectoryPath;

/** The operations that a guard runs for: the one of a name, or all of a directory and below. */
export type GuardedOperation<Name extends GuardedName> = [Name] extends [never]
  ? never
  : Name extends `/${string}`
    ? OperationBelow<Name>
    : Extract<Name, OperationName>;

/** The types of an operation. */
export type OperationOf<Name> = [Name] extends [never]
  ? UntypedOperation
  : [keyof Operations] extends [never]
    ? NotKnown
    : Name extends keyof Operations
      ? Operations[Name]
      : Name extends keyof OperationIds
        ? Operations[OperationIds[Name] & keyof Operations]
        : // An unknown name is reported once, where it is written.
          NotKnown;

/** `ctx.input` of an operation. */
export type InputOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly input: infer Value } ? Value : never;

/** `ctx.auth` of an operation. */
export type VerifiedOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly auth: infer Value } ? Value : never;

/** `ctx.paging` of an operation; undefined if it is not a list operation. */
export type PagingOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly item: unknown } ? Paging : undefined;

/** `ctx.cursor` of an operation; undefined if its list has no cursor. */
export type CursorOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly cursor: infer Value } ? Value : undefined;

/** `ctx.list` of an operation; undefined if clients choose neither the rows nor the order of its list. */
export type ListOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly list: infer Value } ? Value : undefined;

/** `ctx.current` of an operation; undefined if it is not a conditional write. */
export type CurrentOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly current: infer Value } ? Value : undefined;

/** Whether an operation takes an `Idempotency-Key`. */
export type IdempotencyKind<Name extends OperationName> =
  OperationOf<Name> extends { readonly idempotent: infer Kind extends 'optional' | 'required' } ? Kind : 'none';

/** The names of an operation's limits. */
export type LimitNameOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly limits: infer Names extends string } ? Names : never;

/** The fields that custom directives add to `ctx` of an operation. */
export type CustomFieldsOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly fields: infer Fields } ? Fields : unknown;

/** `ctx.auth` of any operation with `@idempotent`: each of their security schemes can be present. */
export type IdempotentAuth = AuthOfAll<'idempotent'>;

/** `ctx.auth` of any operation with `@rate-limit`: each of their security schemes can be present. */
export type LimitedAuth = AuthOfAll<'limits'>;

/** `ctx.auth` of any operation whose types have a field. */
type AuthOfAll<Field extends string> = [keyof Operations] extends [never]
  ? NotKnown['auth']
  : { readonly [Scheme in SchemeOf<Operations[keyof Operations], Field>]?: AuthOf<Scheme> };

type SchemeOf<Operation, Field extends string> = Operation extends { readonly auth: infer Verified } & {
  readonly [field in Field]: unknown;
}
  ? keyof Verified & string
  : never;

/** The result of an operation's handler. */
export type OperationResult<Name extends OperationName> =
  OperationOf<Name> extends { readonly result: infer Value } ? Value : never;

/** The result of a list operation's handler. */
export type Rows<Item> = readonly Item[] | Page<Item>;

/** The paging parameters of a client's request: `page` and `page_size`, or `limit` and `offset`. */
export interface PagingQuery {
  /** Rows per page. */
  readonly page_size?: number | undefined;
  /** Page number, starting at 1. */
  readonly page?: number | undefined;
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined;
  /** Number of rows to skip. */
  readonly offset?: number | undefined;
  /** Whether to count all rows. The response has the count in `X-Total-Count`. */
  readonly total?: boolean | 0 | 1 | undefined;
}

/** The parameters of a client's request for a list with a cursor. */
export interface CursorQuery extends Pick<PagingQuery, 'page_size'> {
  /** Where to go on: the `cursor` of the link `next`. */
  readonly cursor?: string | undefined;
}

/** Bytes in a handler: a Buffer, or a Uint8Array if Node's types are missing, as in a front end. */
export type Bytes = typeof globalThis extends { Buffer: { alloc: (size: number) => infer Made } } ? Made : Uint8Array;

/** A body that is sent unchanged: text, bytes, a Node or web stream, a Blob. */
export type RawBody =
  | string
  | Uint8Array
  | { pipe: (...args: never[]) => unknown }
  | { getReader: (...args: never[]) => unknown }
  | { arrayBuffer: () => Promise<ArrayBuffer> };
