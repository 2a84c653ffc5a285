import type { Schema } from '../../../src/shared/contract/operation.ts';

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
