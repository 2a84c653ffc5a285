import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { Operation, Parameter, Schema, SecurityRequirement } from '../../../shared/contract/operation.ts';

/** Whether a change affects the data that clients send or receive. */
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
  /** The custom directives that its operations can have. */
  readonly custom?: CustomDirectives;
  /** Set for a description, which has no lines of directives. */
  readonly isDocument?: true;
  /** The names of the directives of an operation that could not be read. */
  readonly unreadOf?: (operation: Operation) => readonly string[];
  /** The files whose `authorize` guards an operation, outermost first. Absent for a document, which does not have them. */
  readonly guardsOf?: (operation: Operation) => readonly string[];
  /** The files with middleware that can refuse a client, outermost first, once for each of its functions. Absent for a document. */
  readonly middlewareOf?: (operation: Operation) => readonly string[];
  /** Those of them that are known to keep clients out. Absent for a document. */
  readonly knownGuardsOf?: (operation: Operation) => readonly string[];
  /** The method and the path that an operation has in all versions; undefined without versions. Absent for a document. */
  readonly sharedRouteOf?: (operation: Operation) => string | undefined;
}

/** A part of an operation. */
export interface ContractPart {
  readonly operation: Operation;
  readonly kind: 'operation' | 'parameter' | 'body' | 'response' | 'header' | 'security' | 'guard' | 'directive';
  /** Of a parameter, a header or a custom directive; the file of a guard or of middleware. */
  readonly name?: string;
  readonly in?: Parameter['in'];
  /** Of a response or its header. */
  readonly status?: string;
  /** The property in the schema of the part: names, `[]` for items. */
  readonly path?: readonly string[];
  /** The named schema that the property is declared in, and the path in it. */
  readonly definition?: { readonly name: string; readonly path: readonly string[] };
}
