import type { Place, ViolationParams } from './enforcement.ts';

/** A violation in the input of a request. */
export interface InputError {
  /** The location of the input. */
  readonly in: Place | 'body';
  /** The name of the parameter or of the body's property. */
  readonly name: string;
  /** The location in the value, as a JSON Pointer (RFC 6901); empty for the value itself. */
  readonly pointer: string;
  /** The constraint, without the name: `must be at least 1`. */
  readonly message: string;
  /** The violated keyword of JSON Schema, or `repeated`, `combined`, `encoding`, `json`, `file`, `depth` or `schema`. */
  readonly keyword: string;
  /** The values of the constraint, with the names that ajv uses: `{ limit: 8 }` for `minLength`. */
  readonly params: ViolationParams;
}

/** The body of every error response, as `application/problem+json`: RFC 9457. */
export interface Problem {
  /** A URI that identifies the problem type; `about:blank` if the status is sufficient. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** Every violation of the input. */
  readonly errors?: readonly InputError[];
}

/** The media type of a {@link Problem}. */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * Creates a problem of type `about:blank`.
 *
 * @param title The reason phrase of the status: RFC 9457, 4.2.1.
 * @param detail Omitted if it is empty or equal to the title.
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
