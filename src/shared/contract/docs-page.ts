/** A static file of the docs page. */
export interface DocsFile {
  /** The name of the file, with a hash of its content. */
  readonly name: string;
  /** The content, gzipped, as Base64. */
  readonly data: string;
}

/** The docs page of an API, as a build embeds it. */
export interface DocsPage {
  readonly title: string;
  /** The origins of other servers that the page sends requests to. */
  readonly origins: readonly string[];
  readonly script: DocsFile;
  readonly style: DocsFile;
  /** The script of the page that OAuth redirects to. */
  readonly redirectScript: DocsFile;
  /** In the dev server: the address of its operations with their places in the editor. */
  readonly overview?: string;
  /** The OpenAPI document. */
  readonly document: DocsFile;
  /** Who can call each operation, which the document does not have: a {@link DocsAccess} as JSON. */
  readonly access: DocsFile;
  /** All versions of the API, the oldest one first; the last one has the files of the page. Absent without versions. */
  readonly versions?: readonly DocsVersion[];
}

/** A version of the API on the docs page. */
export interface DocsVersion extends Pick<DocsPage, 'document' | 'access'> {
  readonly name: string;
}

/** Who can call the operations of the docs page. */
export interface DocsAccess {
  /** The prefix of the paths, which the document can have in its servers. */
  readonly base: string;
  /** By method and path: `token: admin`. */
  readonly operations: Readonly<Record<string, string>>;
}
