/** What the runtime may be told, all optional. */
export interface RuntimeOptions {
  /** The most that is read of a body, in bytes; 1 MiB where not said. */
  readonly bodyLimit?: number;
}
