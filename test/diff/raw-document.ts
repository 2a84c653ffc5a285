import type { Schema } from '../../src/contract/operation.ts';

/** OpenAPI 3.0 as GitHub publishes it, without texts. */
export interface RawDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: RawOperation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly [kind: string]: { readonly [name: string]: object };
  };
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly servers?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: { readonly [status: string]: object };
}

/** Follows references to the value that they lead to. */
export function resolve<T>(document: object, value: object): T {
  let target = value as { readonly $ref?: string };
  while (target.$ref !== undefined) {
    const keys = target.$ref.slice('#/'.length).split('/');
    target = keys.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], document) as typeof target;
  }
  return target as T;
}
