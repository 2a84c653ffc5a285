import type { OperationIds, Operations } from '../../shared/contract/registry.ts';
import type { CallArguments, Pending, PendingPage, RequestOptions, ReservedName, StreamOptions } from './types.ts';

/** The types in operations.d.ts of an older version's operation for its client. */
interface Older<Version> {
  readonly version: Version;
  readonly route: string;
}

/** The operations of an older version, by method and path. */
type OlderOperations<Version> = {
  [
    K in keyof Operations as Operations[K] extends { readonly older: infer O extends Older<Version> }
      ? O['route']
      : never
  ]: Operations[K] extends { readonly older: infer O } ? O : never;
};

/** The operation of a name in `OperationIds`. */
type OlderOf<Key> = Key extends keyof Operations
  ? Operations[Key] extends { readonly older: infer O }
    ? O
    : never
  : never;

type ResultOf<O> = O extends { readonly stream: infer Item }
  ? AsyncIterable<Item>
  : O extends { readonly response: infer Body; readonly item: infer Item }
    ? PendingPage<Body, Item>
    : O extends { readonly response: infer Body }
      ? Pending<Body>
      : never;

type ArgumentsOf<O> = O extends { readonly request: infer Input }
  ? CallArguments<Input, O extends { readonly stream: unknown } ? StreamOptions : RequestOptions>
  : never;

/** The client of an older version: a method for each operationId, and `request` for any method and path. */
export type VersionClient<Version extends string> = {
  readonly [
    Id in keyof OperationIds as Id extends `${Version}.${infer Name}`
      ? [OlderOf<OperationIds[Id]>] extends [never]
        ? never
        : Exclude<Name, ReservedName>
      : never
  ]: (...args: ArgumentsOf<OlderOf<OperationIds[Id]>>) => ResultOf<OlderOf<OperationIds[Id]>>;
} & {
  /** Calls an operation by its method and path. */
  request<K extends keyof OlderOperations<Version>>(
    operation: K,
    ...args: ArgumentsOf<OlderOperations<Version>[K]>
  ): ResultOf<OlderOperations<Version>[K]>;
};
