import type { Page, Paging } from './paging.ts';

// What a project's operations are to TypeScript. The interfaces are empty until the project's own operations.d.ts adds to them.

/** The operations of the project, by method and path (`GET /pets/{id}`): each is as {@link OperationTypes} has it. */
export interface Operations {}

/** The method and path of each operation that has an operationId. */
export interface OperationIds {}

/** The types of the definitions that operations use, by their names: `Schemas['Pet']`; any name where there is no operations.d.ts yet. */
export interface Schemas extends UnknownSchemas {}

// eslint-disable-next-line typescript/no-explicit-any -- see NotYetKnown
type UnknownSchemas = [keyof Operations] extends [never] ? { readonly [name: string]: any } : {};

/**
 * What the verifiers of security schemes make of a request, by the schemes' names; a project adds its own, and then verifiers are of these schemes and
 * return these types.
 *
 * @example declare module 'unplugin-operations/types' { interface Auth { bearer: User } }
 */
export interface Auth {}

/** What `ctx.auth` has for a security scheme. */
export type AuthOf<Scheme extends string> = Scheme extends keyof Auth ? Auth[Scheme] : unknown;

/** The input of a request, each under its name as the contract spells it. */
export interface Input {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly body: unknown;
}

/** An operation as its handler and its callers see it. */
interface OperationTypes {
  /** `ctx.input`: with its defaults. */
  readonly input: unknown;
  /** `ctx.auth`. */
  readonly auth: unknown;
  /** What the handler returns. */
  readonly result: unknown;
  /** A row; only of a list operation. */
  readonly item?: unknown;
  /** What a client gives; absent for an operation that is in no document. */
  readonly request?: unknown;
  /** What a client gets. */
  readonly response?: unknown;
}

/** What is known of an operation that has no name here. */
interface UntypedOperation extends OperationTypes {
  readonly input: Input;
  readonly auth: Record<string, unknown>;
  readonly item: unknown;
}

/** Where there is no operations.d.ts yet, code that relies on it must not fail for that. */
// eslint-disable-next-line typescript/no-explicit-any -- see above
type NotYetKnown = { readonly [part in keyof UntypedOperation]: any };

/** An operation by its operationId, or by its method and path; any text where there is no operations.d.ts yet. */
export type OperationName = [keyof Operations] extends [never] ? string : keyof Operations | keyof OperationIds;

/** The types of an operation. */
export type OperationOf<Name> = [Name] extends [never]
  ? UntypedOperation
  : [keyof Operations] extends [never]
    ? NotYetKnown
    : Name extends keyof Operations
      ? Operations[Name]
      : Name extends keyof OperationIds
        ? Operations[OperationIds[Name] & keyof Operations]
        : never;

/** `ctx.input` of an operation. */
export type InputOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly input: infer Value } ? Value : never;

/** `ctx.auth` of an operation. */
export type VerifiedOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly auth: infer Value } ? Value : never;

/** `ctx.paging` of an operation: undefined where it is no list operation. */
export type PagingOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly item: unknown } ? Paging : undefined;

/** What the handler of an operation returns. */
export type OperationResult<Name extends OperationName> =
  OperationOf<Name> extends { readonly result: infer Value } ? Value : never;

/** What the handler of a list operation returns. */
export type Rows<Item> = readonly Item[] | Page<Item>;

/** What a client may ask of a list operation; `page` and `page_size`, or `limit` and `offset`. */
export interface PagingQuery {
  /** Rows a page. */
  readonly page_size?: number | undefined;
  /** The page, counted from 1. */
  readonly page?: number | undefined;
  /** Rows to return at most. */
  readonly limit?: number | undefined;
  /** Rows to skip. */
  readonly offset?: number | undefined;
  /** Whether to count all rows: the count comes in `X-Total-Count`. */
  readonly total?: boolean | 0 | 1 | undefined;
}

/** Bytes as a handler gets them: a Buffer, but where there are no types of Node's, as in a front end. */
export type Bytes = typeof globalThis extends { Buffer: { alloc: (size: number) => infer Made } } ? Made : Uint8Array;

/** A body that goes out as it is: text, bytes, a stream of Node's or the web's, a Blob. */
export type RawBody =
  | string
  | Uint8Array
  | { pipe: (...args: never[]) => unknown }
  | { getReader: (...args: never[]) => unknown }
  | { arrayBuffer: () => Promise<ArrayBuffer> };
