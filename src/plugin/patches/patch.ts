/** A change of a package that Koa needs. Its functions return the same results as without the change. */
export interface Patch {
  /** The files that are changed. */
  readonly files: RegExp | readonly RegExp[];
  /** A text that a file must contain. */
  readonly marker?: string;
  /** Returns the new text of a file. */
  readonly apply: (code: string, file: string) => string;
  /** The issue of the package; undefined if there is none. */
  readonly upstream?: string;
}
