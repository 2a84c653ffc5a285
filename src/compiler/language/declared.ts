import type { Method, Place, Schema, SecurityRequirement } from '../../contract/operation.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** A schema that a type names. */
export interface Reference {
  readonly name: string;
  readonly at: Location;
  /** Leads to a part of it: a JSON Pointer. */
  readonly pointer?: string;
  /** How many type arguments it is given, where that is known. */
  readonly arity?: number;
}

/** A `@param`, before it is known where in a request an unprefixed one goes. */
export interface DeclaredParameter {
  readonly name: string;
  /** From a prefix such as `query.`. */
  readonly in: Place | 'body' | undefined;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly deprecated?: boolean;
  readonly example?: unknown;
}

/** A `@returns` or `@throws`. */
export interface DeclaredResponse {
  readonly status: string;
  readonly description: string | undefined;
  /** Absent where there is no body. */
  readonly schema: Schema | undefined;
  /** Absent where the comment does not say. */
  readonly mediaType: string | undefined;
  /** Whether the type is `Page<T>`. */
  readonly isPage: boolean;
  readonly headers: readonly Declared<DeclaredHeader>[];
  readonly example?: unknown;
}

/** A `@header`. */
export interface DeclaredHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string | undefined;
}

/** A `@see`. */
export interface SeeAlso {
  readonly url: string;
  readonly description?: string;
}

/** All that a comment declares, each in the order it does. */
export interface Declarations {
  readonly description: string | undefined;
  readonly methods: readonly Declared<Method>[];
  readonly parameters: readonly Declared<DeclaredParameter>[];
  readonly parameterIncludes: readonly Declared<string>[];
  readonly responses: readonly Declared<DeclaredResponse>[];
  readonly responseIncludes: readonly Declared<string>[];
  /** What the responses say that have neither a type nor a status. */
  readonly untyped: readonly Declared<string>[];
  /** Of every response. */
  readonly headers: readonly Declared<DeclaredHeader>[];
  readonly summary: readonly Declared<string>[];
  readonly tags: readonly Declared<string>[];
  readonly deprecated: readonly Declared<true | string>[];
  readonly operationId: readonly Declared<string>[];
  readonly security: readonly Declared<SecurityRequirement>[];
  readonly consumes: readonly Declared<string>[];
  readonly produces: readonly Declared<string>[];
  readonly see: readonly Declared<SeeAlso>[];
  readonly internal: readonly Declared<true>[];
  readonly extensions: readonly Declared<readonly [name: string, value: unknown]>[];
  /** The schemas that the types name. */
  readonly references: readonly Reference[];
  /** The defaults and examples, to be checked once all definitions are known. */
  readonly samples: readonly Declared<Sample>[];
}

/** A value that a comment gives for a schema. */
export interface Sample {
  readonly what: 'default' | 'example' | 'value';
  readonly schema: Schema;
  readonly value: unknown;
  /** Whether it does no harm where it is not allowed. */
  readonly isWarning?: boolean;
}

/** Declarations while they are read. */
export type Draft = {
  -readonly [K in keyof Declarations]: Declarations[K] extends readonly (infer I)[] ? I[] : Declarations[K];
} & {
  /** What an `@example` or a `@header` that follows is said of. */
  latest: 'parameter' | 'response' | undefined;
};

/** What a comment without directives declares. */
export function emptyDraft(description?: string): Draft {
  return {
    description,
    methods: [],
    parameters: [],
    parameterIncludes: [],
    responses: [],
    responseIncludes: [],
    untyped: [],
    headers: [],
    summary: [],
    tags: [],
    deprecated: [],
    operationId: [],
    security: [],
    consumes: [],
    produces: [],
    see: [],
    internal: [],
    extensions: [],
    references: [],
    samples: [],
    latest: undefined,
  };
}
