import type { Place } from '../../../shared/contract/enforcement.ts';
import type {
  Exemplified,
  Method,
  ParameterStyle,
  Schema,
  SecurityRequirement,
} from '../../../shared/contract/operation.ts';
import type { PlainError } from '../diagnostics/type-messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Described, DescribedDraft } from './described.ts';
import type { DeclaredSet } from './list-includes.ts';

/** A schema that a type names. */
export interface Reference {
  readonly name: string;
  readonly at: Location;
  /** Leads to a part of it: a JSON Pointer. */
  readonly pointer?: string;
  /** The number of type arguments, if known. */
  readonly arity?: number;
  /** Set if it is the whole type of a response. */
  readonly isOutermost?: true;
  /** Set if it is the whole type of a `@throws`. */
  readonly error?: () => PlainError;
  /** The module that its file imports it from. */
  readonly importedFrom?: string;
  /** The module of which it is the default export, which can have another name there. */
  readonly defaultOf?: string;
}

/** A `@param`, before the location of an unprefixed one is known. */
export interface DeclaredParameter extends Exemplified {
  readonly name: string;
  /** From a prefix such as `query.`. */
  readonly in: Place | 'body' | undefined;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly deprecated?: boolean;
  /** Set by the facet `explode: false`. */
  readonly explode?: false;
  /** Set by the facet `style`. */
  readonly style?: ParameterStyle;
  /** Set by the facet `weaker`: it allows more than the parameter of an outer directory on purpose. */
  readonly weaker?: true;
}

/** A `@returns` or `@throws`. */
export interface DeclaredResponse extends Exemplified {
  readonly status: string;
  readonly description: string | undefined;
  /** Absent if there is no body. */
  readonly schema: Schema | undefined;
  /** Empty if the comment does not give one. */
  readonly mediaTypes: readonly string[];
  readonly headers: readonly Declared<DeclaredHeader>[];
}

/** A `@header`. */
export interface DeclaredHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string | undefined;
}

/** A value that a comment gives for a schema. */
export interface Sample {
  readonly what: 'default' | 'example' | 'value';
  readonly schema: Schema;
  readonly value: unknown;
  /** Whether an invalid value is only a warning. */
  readonly isWarning?: boolean;
}

/** A line `@security`. */
export interface DeclaredSecurity extends Declared<SecurityRequirement> {
  /** The location of `(weaker)`, which declares that it requires less than the outer line on purpose. */
  readonly weakerAt?: Location;
}

/** A media type of `@consumes`. */
export interface DeclaredMediaType extends Declared<string> {
  /** The maximum size of such a body, in bytes. */
  readonly maxBytes?: number;
}

/** Everything that a comment declares, in its order, while it is read. */
export class Draft {
  readonly methods: Declared<Method>[] = [];
  readonly parameters: Declared<DeclaredParameter>[] = [];
  readonly parameterIncludes: Declared<string>[] = [];
  /** `@param-include cursor (...)`, and the other built-in sets that have entries. */
  readonly listSets: Declared<DeclaredSet>[] = [];
  readonly responses: Declared<DeclaredResponse>[] = [];
  readonly responseIncludes: Declared<string>[] = [];
  /** The texts of responses that have neither a type nor a status. */
  readonly untyped: Declared<string>[] = [];
  /** The headers of every response. */
  readonly headers: Declared<DeclaredHeader>[] = [];
  /** The values of directives with a description. */
  readonly described: DescribedDraft = new Map();
  readonly security: DeclaredSecurity[] = [];
  readonly consumes: DeclaredMediaType[] = [];
  readonly produces: Declared<string>[] = [];
  readonly extensions: Declared<readonly [name: string, value: unknown]>[] = [];
  /** The schemas that the types name. */
  readonly references: Reference[] = [];
  /** The defaults and examples, which are checked once all definitions are known. */
  readonly samples: Declared<Sample>[] = [];
  /** The target of an `@example` or a `@header` that follows. */
  latest: 'parameter' | 'response' | undefined;

  /** @param pathNames The names of the parameters that the path has. */
  constructor(
    readonly description: string | undefined = undefined,
    readonly pathNames: readonly string[] = [],
  ) {}
}

/** Everything that a comment declares. */
export type Declarations = { readonly described: Described } & {
  readonly [K in Exclude<keyof Draft, 'latest' | 'pathNames' | 'described'>]: Draft[K] extends (infer I)[]
    ? readonly I[]
    : Draft[K];
};
