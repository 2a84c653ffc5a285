import { isResponse } from './response/platform-bodies.ts';
import { isError } from './response/http-error.ts';

/**
 * Checks the result of a function of the app that decides about a request. An error that is returned counts as thrown: a forgotten `throw` lets
 * nobody in.
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
