import type { Place } from '../../contract/enforcement.ts';
import type { Method, Schema, SecurityRequirement } from '../../contract/operation.ts';
import type { Declared, Location } from '../diagnostics/source.ts';

/** A schema that a type names. */
export interface Reference {
  readonly name: string;
  readonly at: Location;
  /** Leads to a part of it: a JSON Pointer. */
  readonly pointer?: string;
  /** The number of type arguments, if known. */
  readonly arity?: number;
}

/** A `@param`, before the location of an unprefixed one is known. */
export interface DeclaredParameter {
  readonly name: string;
  /** From a prefix such as `query.`. */
  readonly in: Place | 'body' | undefined;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  /** Set by the facet `explode: false`. */
  readonly explode?: false;
}

/** A `@returns` or `@throws`. */
export interface DeclaredResponse {
  readonly status: string;
  readonly description: string | undefined;
  /** Absent if there is no body. */
  readonly schema: Schema | undefined;
  /** Absent if the comment does not give one. */
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

/** Everything that a comment declares, in its order. */
export interface Declarations {
  readonly description: string | undefined;
  readonly methods: readonly Declared<Method>[];
  readonly parameters: readonly Declared<DeclaredParameter>[];
  readonly parameterIncludes: readonly Declared<string>[];
  readonly responses: readonly Declared<DeclaredResponse>[];
  readonly responseIncludes: readonly Declared<string>[];
  /** The texts of responses that have neither a type nor a status. */
  readonly untyped: readonly Declared<string>[];
  /** The headers of every response. */
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
  /** The defaults and examples, which are checked once all definitions are known. */
  readonly samples: readonly Declared<Sample>[];
}

/** A value that a comment gives for a schema. */
export interface Sample {
  readonly what: 'default' | 'example' | 'value';
  readonly schema: Schema;
  readonly value: unknown;
  /** Whether an invalid value is only a warning. */
  readonly isWarning?: boolean;
}

/** Declarations while they are read. */
export type Draft = {
  -readonly [K in keyof Declarations]: Declarations[K] extends readonly (infer I)[] ? I[] : Declarations[K];
} & {
  /** The target of an `@example` or a `@header` that follows. */
  latest: 'parameter' | 'response' | undefined;
};

/** The declarations of a comment without directives. */
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
