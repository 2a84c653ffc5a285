/** A definition for data outside of requests, also as a schema that other libraries read: https://standardschema.dev. */
export interface DataSchema<T = unknown> {
  /**
   * Checks a value as the body of a request is checked.
   *
   * @returns A copy with declared properties alone, and with defaults.
   * @throws {Error} An `InvalidData` if the value is invalid.
   */
  parse(value: unknown): T;
  /** Copies the declared properties of a value, as of a response. It checks nothing. */
  pick(value: object): T;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'unplugin-operations';
    readonly validate: (value: unknown) => StandardResult<T>;
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };
