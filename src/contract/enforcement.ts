// What a build makes of a contract so that the runtime can enforce it: functions and plain data, nothing that would have to be compiled at start-up.

/** What is wrong with a value, at a place in it. */
export interface Violation {
  /** A JSON Pointer (RFC 6901) into the value; empty for the value itself. */
  readonly pointer: string;
  /** `must be at most 100`: what the place must be, to follow its name. */
  readonly message: string;
}

/** A schema as functions: a quick one that decides, and a slow one for what it refuses. */
export interface Validator {
  readonly check: (value: unknown) => boolean;
  /** All that is wrong with a value: at least one violation where `check` refuses it, none where it does not. */
  readonly explain: (value: unknown) => readonly Violation[];
}

/** The types of JSON that a text may stand for: RFC 8259. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** How texts become a value: OpenAPI 3.1, Parameter Object, `style`. */
export interface Decoding {
  /** What a single text may stand for; the first that it can be taken for is taken, a string last. Empty where only a list or an object is allowed. */
  readonly types: readonly ScalarType[];
  /** Present where the value may be a list: how each item becomes one. */
  readonly items?: Decoding;
  /** Present where the value may be an object: how each property becomes one; `*` stands for those that no one declared. */
  readonly properties?: { readonly [name: string]: Decoding };
}

/** What a request brings, as the runtime takes it. */
export interface InputValidator extends Validator {
  /**
   * A copy of a value that `check` has let pass, with its defaults filled in, and without the properties that no one declared where a body is
   * declared property by property; absent where that would change nothing.
   */
  readonly fill?: (value: unknown) => unknown;
}

/** Where a parameter stands in a request: OpenAPI 3.1, Parameter Object. */
export type Place = 'path' | 'query' | 'header' | 'cookie';

/** A parameter as the runtime reads it. */
export interface ParameterInput extends InputValidator {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly decoding: Decoding;
  /** Makes the default anew each time, for a handler may change it. */
  readonly default?: () => unknown;
}

/** A body under one media type. */
export interface ContentInput extends InputValidator {
  /** `application/json`, or a range such as `image/*`; never with parameters. */
  readonly mediaType: string;
  /** How the fields of a form become a value; only for urlencoded and multipart bodies. */
  readonly decoding?: Decoding;
  /** Whether all of the body is a file: its bytes are not decoded, whatever the media type. */
  readonly bytes?: true;
  /** The fields that are files, or lists of files; `*` for those that no one declared. Only for multipart bodies. */
  readonly files?: readonly string[];
  /** Reads the body; only for multipart bodies, for it takes code that most apps have no need of. */
  readonly read?: BodyReader;
}

/** Reads a body; what it takes and what it gives is the runtime's affair. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type BodyReader = (body: any, options: any) => Promise<any>;

/** The body as the runtime reads it. */
export interface BodyInput {
  readonly required: boolean;
  readonly content: readonly ContentInput[];
  /** What stands for a body that is not there: an object with its defaults, where it is declared property by property and none is required. */
  readonly absent?: () => unknown;
}

/** What an operation takes. */
export interface OperationInput {
  readonly parameters: readonly ParameterInput[];
  readonly body?: BodyInput;
}

/** What an operation may answer under one status. */
export interface ResponseCheck {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** None where there is no body. */
  readonly content: readonly (Validator & { readonly mediaType: string })[];
  readonly headers: readonly (Validator & { readonly name: string; readonly required: boolean })[];
}

/** A way to say who is asking: OpenAPI 3.1, Security Scheme Object, what the runtime needs of it. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'oauth2' | 'openIdConnect' | 'mutualTLS' };
