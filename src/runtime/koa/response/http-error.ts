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

/** Whether a thrown value is an error. `instanceof` fails for errors of another realm. */
export function isError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}
