import type { Place } from '../../shared/contract/enforcement.ts';
import type { Method, Schema, SecurityRequirement } from '../../shared/contract/operation.ts';

/** A reference to a component of the same document: OpenAPI 3.1, Reference Object. */
export interface Reference {
  readonly $ref: string;
}

/** A document that describes an API: OpenAPI 3.1, OpenAPI Object. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly unknown[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly webhooks?: { readonly [name: string]: PathItem } | undefined;
  readonly components?: Components | undefined;
  readonly security: readonly SecurityRequirement[];
  readonly tags?: readonly Tag[] | undefined;
  /** `externalDocs` and extensions. */
  readonly [field: string]: unknown;
}

/** Metadata of the API: OpenAPI 3.1, Info Object. */
export interface Info {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly [field: string]: unknown;
}

/** A name that groups operations: OpenAPI 3.1, Tag Object. */
export interface Tag {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Reusable objects, by kind and name: OpenAPI 3.1, Components Object. */
export interface Components {
  readonly schemas?: { readonly [name: string]: Schema };
  readonly responses?: { readonly [name: string]: ResponseObject };
  readonly parameters?: { readonly [name: string]: ParameterObject };
  readonly headers?: { readonly [name: string]: HeaderObject };
  readonly securitySchemes?: { readonly [name: string]: object };
}

/** The operations of one path: OpenAPI 3.1, Path Item Object. */
export type PathItem = { readonly [method in Lowercase<Method> | 'x-query']?: OperationObject };

/** An operation: OpenAPI 3.1, Operation Object. */
export interface OperationObject {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: { readonly description?: string; readonly url: string };
  readonly operationId?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: { readonly [status: string]: ResponseObject | Reference };
  readonly deprecated?: true;
  readonly security?: readonly SecurityRequirement[];
  readonly [extension: `x-${string}`]: unknown;
}

/** A parameter: OpenAPI 3.1, Parameter Object. */
export interface ParameterObject {
  readonly name: string;
  readonly in: Place;
  readonly description?: string;
  readonly required?: true;
  readonly deprecated?: true;
  /** Whether it takes the rest of the path. */
  readonly 'x-multi-segment'?: true;
  readonly style?: 'deepObject' | 'form' | 'pipeDelimited' | 'spaceDelimited';
  readonly explode?: boolean;
  /** Absent if the value is in a media type. */
  readonly schema?: Schema;
  readonly content?: ContentObject;
  readonly example?: unknown;
  /** By name, if there are several. */
  readonly examples?: { readonly [name: string]: { readonly value: unknown } };
  /** How the fields of a form are written, if not as usual. */
  readonly encoding?: { readonly [name: string]: { readonly style: 'deepObject'; readonly explode: true } };
  /** The maximum size of the body of a request, in bytes. */
  readonly 'x-max-bytes'?: number;
}

/** A request body: OpenAPI 3.1, Request Body Object. */
export interface RequestBodyObject {
  readonly description?: string;
  readonly content: ContentObject;
  readonly required?: true;
}

/** The content of a body, by media type: OpenAPI 3.1, Media Type Object. */
export interface ContentObject {
  readonly [mediaType: string]: MediaTypeObject;
}

/** A body for one media type: OpenAPI 3.1, Media Type Object. */
export interface MediaTypeObject {
  /** Absent for a stream in a document of OpenAPI 3.2, which has `itemSchema` instead. */
  readonly schema?: Schema;
  /** The schema of the items of a stream: OpenAPI 3.2, Media Type Object. */
  readonly itemSchema?: Schema;
  readonly example?: unknown;
  /** By name, if there are several. */
  readonly examples?: { readonly [name: string]: { readonly value: unknown } };
  /** How the fields of a form are written, if not as usual. */
  readonly encoding?: { readonly [name: string]: { readonly style: 'deepObject'; readonly explode: true } };
}

/** A response: OpenAPI 3.1, Response Object. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: { readonly [name: string]: HeaderObject | Reference };
  readonly content?: ContentObject;
}

/** A response header: OpenAPI 3.1, Header Object. */
export interface HeaderObject {
  readonly description?: string;
  readonly required?: true;
  readonly schema: Schema;
  readonly example?: unknown;
}
