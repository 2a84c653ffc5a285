// The generated form of a contract that the runtime enforces: functions and plain data, with nothing left to compile at start-up.

/** A violation of a schema, at a location in the value. */
export interface Violation {
  /** A JSON Pointer (RFC 6901) into the value; empty for the value itself. */
  readonly pointer: string;
  /** The constraint, to follow a name: `must be at most 100`. */
  readonly message: string;
  /** The violated keyword: `maximum`. */
  readonly keyword: string;
  /** The values of the constraint, with the names that ajv uses: `{ comparison: '<=', limit: 100 }`. */
  readonly params: ViolationParams;
}

/** The values of a violated constraint, by name. */
export type ViolationParams = { readonly [name: string]: unknown };

/** A schema as functions: a fast one that decides, and a slow one that explains a failure. */
export interface Validator {
  readonly check: (value: unknown) => boolean;
  /** All violations of a value: at least one if `check` returns false, otherwise none. */
  readonly explain: (value: unknown) => readonly Violation[];
}

/** The JSON types that a text can represent: RFC 8259. A `checkbox` is the text `on`, which is true: WHATWG HTML, 4.10.5.1.15. */
export type ScalarType = 'string' | 'integer' | 'number' | 'checkbox' | 'boolean' | 'null';

/** How to decode texts to a value: OpenAPI 3.1, Parameter Object, `style`. */
export interface Decoding {
  /** The types of a single text. The first one that gives a valid value wins, string comes last. Empty if only a list or an object is allowed. */
  readonly types: readonly ScalarType[];
  /** How to decode the items; present if the value can be a list. */
  readonly items?: Decoding;
  /** Set if the items of a query parameter are separated by commas instead of repeated: OpenAPI 3.1, Parameter Object, `explode`. */
  readonly explode?: false;
  /** The separator of the items, if it is not a comma. */
  readonly separator?: '|' | ' ';
  /** Set if the text is JSON. */
  readonly json?: true;
  /** Set if the properties of an object are separate query parameters. */
  readonly spread?: true;
  /** How to decode the properties; present if the value can be an object. `*` is for undeclared properties. */
  readonly properties?: { readonly [name: string]: Decoding };
}

/** The validator of an input. */
export interface InputValidator extends Validator {
  /**
   * Copies a valid value, without undeclared properties, and fills in defaults.
   *
   * Absent if it would change nothing.
   */
  readonly fill?: (value: unknown) => unknown;
  /** Set if the copy is checked too: without undeclared properties, two items of a list can be equal. */
  readonly again?: true;
}

/** The location of a parameter: OpenAPI 3.1, Parameter Object. */
export type Place = (typeof PLACES)[number];

/** All locations, in the order of the specification. */
export const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** A parameter, as the runtime reads it. */
export interface ParameterInput extends InputValidator {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly decoding: Decoding;
  /** Creates the default. Each request gets a new one, because a handler may change it. */
  readonly default?: () => unknown;
}

/** A body under one media type. */
export interface ContentInput extends InputValidator {
  /** `application/json`, or a range such as `image/*`; never with parameters. */
  readonly mediaType: string;
  /** How to decode the fields of a form; only for urlencoded and multipart bodies. */
  readonly decoding?: Decoding;
  /** The maximum size of the body, in bytes; absent if that of the app applies. */
  readonly maxBytes?: number;
  /** Whether the body is a file. Its bytes are not decoded, regardless of the media type. */
  readonly bytes?: true;
  /** The fields that are files or lists of files; `*` is for undeclared fields. Only for multipart bodies. */
  readonly files?: readonly string[];
  /** The objects with such fields, and the names of these: `user[avatar]`. `*` is for undeclared properties of the object. */
  readonly fileParts?: { readonly [name: string]: readonly string[] };
}

/** A body, as the runtime reads it. */
export interface BodyInput {
  readonly required: boolean;
  readonly content: readonly ContentInput[];
  /** Creates the value of a missing body: an object with defaults, if the body is declared property by property and none is required. */
  readonly absent?: () => unknown;
}

/** The input of an operation. */
export interface OperationInput {
  readonly parameters: readonly ParameterInput[];
  readonly body?: BodyInput;
}

/** Copies the declared properties of a value. */
export type PickValue = (value: unknown) => unknown;

/**
 * The picks of an operation's declared responses, by status (`200`, `4XX`, `default`). A response with several media types has one for each. An
 * open response has none: `{}`.
 */
export interface ResponsePicks {
  readonly [status: string]: PickValue | { readonly [mediaType: string]: PickValue };
}

/** The declared response of one status. */
export interface ResponseCheck {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** The allowed media types; empty if the response has no body. */
  readonly content: readonly (Validator & { readonly mediaType: string })[];
  readonly headers: readonly (Validator & { readonly name: string; readonly required: boolean })[];
}

/** An authentication scheme, reduced to the fields that the runtime needs: OpenAPI 3.1, Security Scheme Object. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'oauth2' | 'openIdConnect' | 'mutualTLS' };

/** Whether a text can be the name of a header, or of a cookie: RFC 9110, 5.1 and 5.6.2. */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text);
}
