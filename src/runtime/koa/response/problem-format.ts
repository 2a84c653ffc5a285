import type Koa from 'koa';
import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { createProblem, PROBLEM_TYPE, PROBLEM_WRITER } from '../../../shared/contract/problem.ts';
import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import { usageError } from '../usage-error.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';

/**
 * Creates the body of an error response from its problem.
 *
 * @param error The error that is answered. It may contain data that clients must not see. Undefined for 404, 405 and 501 responses.
 */
export type FormatProblem = (problem: Problem, ctx: Koa.ParameterizedContext, error: Error | undefined) => unknown;

/** How an app writes problems. */
export interface ProblemWriter {
  readonly mediaType: string;
  /** The status that is sent in place of one that the runtime chose. */
  statusOf(status: number): number;
  /** @throws {TypeError} If the body cannot be serialized. */
  write(problem: Problem, ctx: Koa.ParameterizedContext, error?: Error): string;
  /**
   * Writes the problem of a request that no operation has answered.
   *
   * @throws {TypeError} If the body cannot be serialized.
   */
  refuse(status: number, detail: string | undefined, ctx: Koa.ParameterizedContext): string;
}

/**
 * Resolves how problems are written.
 *
 * @throws {TypeError} If only one of the project's `Problem` and the option `formatProblem` exists.
 */
export function resolveProblems({ problem = {} }: Pick<Manifest, 'problem'>, format?: FormatProblem): ProblemWriter {
  const { isOwn = false, mediaType = PROBLEM_TYPE, status = {} } = problem;
  if (isOwn && format === undefined)
    throw usageError('The project defines "Problem", so the server needs the option formatProblem to write it.');
  if (!isOwn && format !== undefined)
    throw usageError('The option formatProblem needs a definition "Problem", which describes what it returns.');
  // Few texts: a detail of a refusal is made of methods.
  const texts = new Map<string, string>();
  return {
    mediaType,
    statusOf: (code) => status[code] ?? code,
    refuse(code, detail = '', ctx) {
      const key = code + detail;
      const text = texts.get(key) ?? this.write(createProblem(code, STATUS_CODES[code] ?? '', { detail }), ctx);
      if (format === undefined) texts.set(key, text);
      return text;
    },
    write(body, ctx, error) {
      const value = format === undefined ? body : format(body, ctx, error);
      if (typeof value === 'string' && !isJsonType(mediaType)) return value;
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError(`formatProblem returned a value of type ${typeof value}`);
      return text;
    },
  };
}

const STANDARD = resolveProblems({ problem: undefined });

/**
 * Sets how the problems of a context are written.
 *
 * @param context The context of one request, or `app.context` for all requests.
 */
export function useProblems(context: object, writer: ProblemWriter): void {
  (context as { [PROBLEM_WRITER]?: ProblemWriter })[PROBLEM_WRITER] = writer;
}

/** How the problems of a request are written. */
export function problemsOf(context: object): ProblemWriter {
  return (context as { [PROBLEM_WRITER]?: ProblemWriter })[PROBLEM_WRITER] ?? STANDARD;
}
