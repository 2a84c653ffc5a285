import Koa from 'koa';
import type { ProblemMembers } from '../../../shared/contract/problem.ts';
import type { OptionTable } from '../option-table.ts';
import { ANY, checkOptions, OBJECT } from '../option-table.ts';
import { usageError } from '../usage-error.ts';

/** The options of {@link problem} in addition to the members. */
export interface ProblemOptions {
  /** Headers of the response. */
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** The error that caused this one. It is never sent. */
  readonly cause?: unknown;
}

const OPTIONS: OptionTable<ProblemOptions> = { headers: OBJECT, cause: ANY };

/** An error of http-errors, as `ctx.throw` creates it. */
export type ThrownProblem = InstanceType<typeof Koa.HttpError>;

// A registered symbol, because a bundle may contain two copies of this module.
const MEMBERS: unique symbol = Symbol.for('unplugin-operations.problem') as never;

/**
 * Creates an error that is answered with a problem: RFC 9457. All its members are sent, also those of a 5xx and extension members.
 *
 * @param status From 400 to 599.
 * @param given The members, or the `detail` alone. The default of `type` is `about:blank`, that of `title` is the reason phrase of the status.
 * @throws {TypeError} If an option is unknown or invalid, the status is not one of an error, a member is named `status` or `stack`, or a standard one is not a string.
 * @example throw problem(404, 'Unknown book');
 * @example throw problem(409, { type: '/problems/sold-out', detail: 'The last copy is sold.', left: 0 });
 */
export function problem(
  status: number,
  given: ProblemMembers | string = {},
  options: ProblemOptions = {},
): ThrownProblem {
  checkOptions('problem', options, OPTIONS);
  const { headers, cause } = options;
  const members: ProblemMembers = typeof given === 'string' ? { detail: given } : given;
  if (!Number.isInteger(status) || status < 400 || status > 599)
    throw usageError(`The status of a problem must be an integer from 400 to 599, not ${String(status)}.`);
  for (const name of ['status', 'stack'])
    if (Object.hasOwn(members, name)) throw usageError(`A problem cannot have a member named "${name}".`);
  // An error as the detail would be sent with all its fields, such as the request of an HTTP client with its credentials.
  for (const name of ['type', 'title', 'detail', 'instance'])
    if (!['string', 'undefined'].includes(typeof members[name]))
      throw usageError(`The member "${name}" of a problem must be a string.`);
  const error = createError(status, members.detail ?? members.title);
  if (headers !== undefined) error.headers = headers as { [name: string]: string };
  if (cause !== undefined) Object.defineProperty(error, 'cause', { value: cause, writable: true, configurable: true });
  error.expose = true;
  setMembers(error, { ...members });
  return error;
}

/** The members of an error that {@link problem} created. */
export function membersOf(error: object): ProblemMembers | undefined {
  return (error as { [MEMBERS]?: ProblemMembers })[MEMBERS];
}

/** Makes an error answer with a problem of these members. */
export function setMembers(error: object, members: ProblemMembers): void {
  Object.defineProperty(error, MEMBERS, { value: members });
}

/** Makes an error answer with the problem of another one, if that has one. */
export function copyMembers(from: object, to: object): void {
  const value = membersOf(from);
  if (value !== undefined) setMembers(to, value);
}

/** Creates an error as `ctx.throw` does. It takes Koa's own copy of http-errors, because another copy would not recognize the error. */
function createError(status: number, message: string | undefined): ThrownProblem {
  try {
    const context = new Koa().context as unknown as Koa.Context;
    return message === undefined ? context.throw(status) : context.throw(status, message);
  } catch (error) {
    Error.captureStackTrace(error as Error, problem);
    return error as ThrownProblem;
  }
}
