/** An error of a driver, or one that wraps it. */
interface DriverError {
  readonly code?: unknown;
  /** The code of SQLite, in `node:sqlite`. */
  readonly errcode?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** An error and its causes: libraries wrap the errors of their drivers. */
export function* causesOf(error: unknown): Iterable<DriverError> {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as DriverError).cause) yield each;
}
