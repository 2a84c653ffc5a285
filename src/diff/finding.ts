import type { Location } from '../compiler/diagnostics/source.ts';
import type { Operation, Parameter, Schema, SecurityRequirement } from '../contract/operation.ts';

/** The severities of oasdiff: a break, a possible break, and a compatible change. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** Whether a change affects what clients send or what they receive. */
export type Direction = 'request' | 'response' | 'none';

/** A contract to compare. */
export interface Contract {
  /** The name in reports: `main`, `openapi.json`; empty for the working tree. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** The named schemas that operations use. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The alternatives for operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** The authentication schemes by name: OpenAPI 3.1, Security Scheme Object. */
  readonly securitySchemes: { readonly [name: string]: unknown };
  /** Finds where a part is declared. */
  readonly locate: (part: Part) => Location | undefined;
}

/** A part of an operation. */
export interface Part {
  readonly operation: Operation;
  readonly kind: 'operation' | 'parameter' | 'body' | 'response' | 'header' | 'security';
  /** Of a parameter or a header. */
  readonly name?: string;
  readonly in?: Parameter['in'];
  /** Of a response or its header. */
  readonly status?: string;
  /** The property in the schema of the part: names, `[]` for items. */
  readonly path?: readonly string[];
  /** The named schema that the property is declared in, and the path in it. */
  readonly definition?: { readonly name: string; readonly path: readonly string[] };
}

/** A difference between two contracts. */
export interface Finding {
  /** The name of a check of oasdiff, or one of the same form. */
  readonly id: string;
  readonly severity: Severity;
  readonly direction: Direction;
  /** A sentence, without the operation. */
  readonly message: string;
  /** The operations that have it: `GET /pets`. Empty for a change of an authentication scheme. */
  readonly operations: readonly string[];
  /** The location in the baseline, and the one now. Absent if the part does not exist there. */
  readonly before?: Location;
  readonly after?: Location;
  readonly witness?: Witness;
}

/** A request that the baseline accepts and the new contract refuses. */
export interface Witness {
  readonly curl: string;
  /** The reason of the refusal. */
  readonly reason: string;
}
