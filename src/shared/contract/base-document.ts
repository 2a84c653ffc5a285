import type { ProblemFormat } from './problem.ts';

/** The parts of the document that directives cannot set: OpenAPI 3.1, OpenAPI Object. */
export interface BaseDocument {
  readonly info?: { readonly [field: string]: unknown };
  readonly servers?: readonly unknown[];
  readonly tags?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly components?: {
    readonly securitySchemes?: SecuritySchemes;
  };
  readonly externalDocs?: { readonly [field: string]: unknown };
  /** The format of error responses. It is not part of the document. */
  readonly 'x-problem'?: ProblemFormat;
  readonly [extension: `x-${string}`]: unknown;
}

/** The security schemes of a document, by name. */
export interface SecuritySchemes {
  readonly [name: string]: { readonly [field: string]: unknown };
}
