import { isResponse } from './response/platform-bodies.ts';
import { isError } from './response/http-error.ts';

/**
 * Checks the result of a function of the app that decides about a request. An error that is returned counts as thrown: a forgotten `throw` doesn't let a
 * request pass.
 *
 * @param maker The function, for the message.
 * @throws {unknown} The result, if it is an error.
 * @throws {TypeError} If it is a `Response` or a function, which decide nothing.
 */
export function checkDecision<T>(result: T, maker: string): T {
  if (isError(result)) throw result;
  const wrong = isResponse(result) ? 'a Response' : typeof result === 'function' ? 'a function' : undefined;
  if (wrong === undefined) return result;
  throw new TypeError(`${maker} returned ${wrong}, so the request was refused. To refuse a request, throw a problem.`);
}

/**
 * Checks the result of a function that finds the caller. A result of a database is truthy even if it is empty: so is an empty list.
 *
 * @throws {TypeError} If it cannot be the identity of one caller.
 */
export function checkIdentity<T>(result: T, maker: string): T {
  checkDecision(result, maker);
  const wrong = typeof result === 'object' && result !== null ? foundIn(result) : undefined;
  if (wrong === undefined) return result;
  throw new TypeError(
    `${maker} returned ${wrong}, which can be empty, so the request was refused. Return the row or object of the caller, or undefined.`,
  );
}

/** The fields of results of databases: pg and SQLite, D1, DynamoDB, Supabase; and a query that hasn't run. */
const RESULTS: readonly (readonly [fields: readonly string[], type: (value: unknown) => boolean])[] = [
  [['rows'], Array.isArray],
  [['results', 'meta'], Array.isArray],
  [['$metadata'], () => true],
  [['data', 'error', 'status'], () => true],
  [['execute'], (value) => typeof value === 'function'],
];

function foundIn(result: object): string | undefined {
  if (Array.isArray(result)) return 'a list';
  if (Symbol.iterator in result || Symbol.asyncIterator in result) return 'an iterable';
  if (result instanceof Date) return 'a date';
  if (result instanceof ArrayBuffer || ArrayBuffer.isView(result)) return 'bytes';
  const isResult = RESULTS.some(
    ([fields, isOfType]) =>
      fields.every((field) => field in result) &&
      isOfType((result as { readonly [name: string]: unknown })[fields[0]!]),
  );
  return isResult ? 'a query or its result' : undefined;
}
