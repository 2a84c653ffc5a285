import type { Place } from './enforcement.ts';

/** What is wrong with one input of a request. */
export interface InputError {
  readonly in: Place | 'body';
  readonly name: string;
  /** Where in the value, as a JSON Pointer (RFC 6901); empty for all of it. */
  readonly pointer: string;
  /** Without the name: `must be at least 1`. */
  readonly message: string;
}

/** The body of every error the runtime answers, as `application/problem+json`: RFC 9457. */
export interface Problem {
  /** A URI that names the kind of problem; `about:blank` where the status says all. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** All that is wrong with the input. */
  readonly errors?: readonly InputError[];
}

/** The media type of a {@link Problem}. */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * A problem that says no more than its status and, where there are any, a detail and the errors of the input.
 *
 * @param title The status's reason phrase: RFC 9457, 4.2.1.
 * @param detail Left out where it only repeats the title.
 * @example createProblem(404, 'Not Found') // { type: 'about:blank', title: 'Not Found', status: 404 }
 */
export function createProblem(status: number, title: string, detail?: string, errors?: readonly InputError[]): Problem {
  return {
    type: 'about:blank',
    title,
    status,
    ...(detail !== undefined && detail !== '' && detail !== title && { detail }),
    ...(errors !== undefined && { errors }),
  };
}
