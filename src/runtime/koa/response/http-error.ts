/** An HTTP error of Koa, as `ctx.throw` creates it. The fields are unknown, because code can throw anything. */
export interface HttpError extends Error {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly expose?: unknown;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** The call that failed, if it is an error of the operating system. */
  readonly syscall?: unknown;
}

/** The status of an error, of any type. */
export function statusOf({ status, statusCode }: HttpError): unknown {
  return status || statusCode;
}

/**
 * The message of an error that clients may read. That of an error of the operating system names a file or an address of the server: koa-send throws it
 * with a 404.
 *
 * @param status The status of the response. Details of server errors are never exposed.
 */
export function exposedMessage({ expose, syscall, message }: HttpError, status: number): string | undefined {
  return expose === true && status < 500 && syscall === undefined ? message : undefined;
}

/**
 * The headers of an error that clients may read: those of http-errors, whose `expose` decides whether clients may read them. An error of an HTTP client has the
 * headers of another server.
 */
export function exposedHeaders({ expose, headers }: HttpError): NonNullable<HttpError['headers']> {
  return typeof expose === 'boolean' ? (headers ?? {}) : {};
}

/** Whether a thrown value is an error. `instanceof` fails for errors of another realm. */
export function isError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}
