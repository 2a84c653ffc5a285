/** A client, by what its requests carry. */
export interface Caller {
  /** The header fields of its requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameters that it adds to each query, such as an API key. */
  readonly query?: Readonly<Record<string, string>>;
  /** Its IP address. The default is one of RFC 5737, which no client has. */
  readonly address?: string;
}

/** Options of `measureAccess`. */
export interface AccessOptions {
  /** Values of path, query and header parameters, by name. A path parameter without a value is `1`, or another usual value that the contract takes. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The path in front of the operations, if the app has them below one. */
  readonly prefix?: string;
  /** Other paths that the app serves by GET, such as `/docs/openapi.json` and `/metrics`. A caller gets in if it gets a response with a 2xx status. */
  readonly paths?: readonly string[];
}
