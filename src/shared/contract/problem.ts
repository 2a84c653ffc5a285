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
  /** The violated keyword of JSON Schema, or `repeated`, `combined`, `encoding`, `json`, `file`, `depth`, `nul` or `schema`. */
  readonly keyword: string;
  /** The values of the constraint, with the names that ajv uses: `{ limit: 8 }` for `minLength`. */
  readonly params: ViolationParams;
}

/** The body of an error response, as `application/problem+json`: RFC 9457. */
export interface Problem {
  /** A URI that identifies the problem type; `about:blank` if the status is sufficient. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** A URI that identifies this occurrence. */
  readonly instance?: string;
  /** Every violation of the input. */
  readonly errors?: readonly InputError[];
  /** Extension members: RFC 9457, 3.2. */
  readonly [member: string]: unknown;
}

/** The members of a problem, all optional, and its extension members. Its status is a separate member. */
export interface ProblemMembers {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly errors?: readonly InputError[];
  readonly status?: never;
  readonly stack?: never;
  readonly [member: string]: unknown;
}

/** How an API deviates from {@link Problem}: the field `x-problem` of `openapi.yaml`. */
export interface ProblemFormat {
  /** The media type of every error response (default: `application/problem+json`). */
  readonly mediaType?: string;
  /** The statuses that the runtime sends in place of others, such as `{ 400: 422 }`. */
  readonly status?: { readonly [status: string]: number };
}

/** A {@link ProblemFormat} in the manifest. */
export interface ServedProblemFormat extends ProblemFormat {
  /** Whether the project defines `Problem` itself, so that the server must format problems. */
  readonly isOwn?: true;
}

/** The media type of a {@link Problem}. */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The property of a context that writes its problems. It is a registered symbol, because a bundle may contain two copies of the runtime, and the
 * dev server adds to it.
 */
export const PROBLEM_WRITER: unique symbol = Symbol.for('unplugin-operations.problems') as never;

/**
 * Creates a problem, of type `about:blank` by default.
 *
 * @param reason The reason phrase of the status, which is the title of `about:blank`: RFC 9457, 4.2.1.
 * @param members The other members. An empty detail, or one equal to the title, is omitted.
 * @example createProblem(404, 'Not Found') // { type: 'about:blank', title: 'Not Found', status: 404 }
 */
export function createProblem(status: number, reason: string, members: ProblemMembers = {}): Problem {
  const { type = 'about:blank', title = reason, detail, instance, errors } = members;
  const problem: { -readonly [member in keyof Problem]: Problem[member] } = { type, title, status };
  if (detail !== undefined && detail !== '' && detail !== title) problem.detail = detail;
  if (instance !== undefined) problem.instance = instance;
  if (errors !== undefined) problem.errors = errors;
  const extensions = Object.keys(members).filter((name) => !MEMBERS.has(name));
  if (extensions.length === 0) return problem;
  return { ...problem, ...Object.fromEntries(extensions.map((name) => [name, members[name]])) };
}

/** The members that are not extensions. */
const MEMBERS: ReadonlySet<string> = new Set(['type', 'title', 'detail', 'instance', 'errors']);
