import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../../shared/contract/problem.ts';
import { PROBLEM_WRITER } from '../../../shared/contract/problem.ts';
import type { Failure, Sources } from './describe.ts';
import { describeFailures, formatFailures, traceOf } from './describe.ts';

/** The part of a Koa app that is used here. */
export interface FailingApp {
  readonly context: object;
  readonly silent?: boolean;
  prependListener(event: 'error', listener: (thrown: unknown, ctx?: FailedContext) => void): unknown;
}

/** The part of Koa's context that is used here. */
interface FailedContext {
  readonly req: IncomingMessage;
  readonly method: string;
  readonly originalUrl: string;
  readonly operation?: { readonly id: string };
}

/** How an app writes problems: `ProblemWriter` of the runtime. */
interface Writer {
  write(problem: Problem, ctx: unknown, error?: Error): string;
}

/** What the failures of apps need to be described and printed. */
export interface FailureTools extends Sources {
  /** The directory that paths are relative to. */
  readonly root: string;
  print(text: string): void;
}

/** Describes the failures of apps: in the terminal, and in problems. */
export interface Failures {
  /**
   * Adds to an app, once.
   *
   * @param hasOwnFormat Whether the project has its own format for problems, which nothing is added to.
   */
  attach(app: FailingApp, hasOwnFormat: boolean): void;
  /** Describes an error with its calls in the project's code; undefined if it has none. */
  describe(thrown: unknown): string | undefined;
}

/** Prepares the descriptions. All of this exists in the dev server only: builds do not contain it. */
export function createFailures({ root, print, ...sources }: FailureTools): Failures {
  const attached = new WeakSet<FailingApp>();
  const describe = (thrown: unknown): Failure[] => describeFailures(thrown, root, sources);
  return {
    attach(app, hasOwnFormat) {
      if (attached.has(app)) return;
      attached.add(app);
      app.prependListener('error', (thrown, ctx) => {
        if (app.silent === true || !isFailure(thrown)) return;
        print(`${requestOf(thrown, ctx)}\n${formatFailures(describe(thrown))}`);
      });
      if (!hasOwnFormat) explainProblems(app.context, describe);
    },
    describe(thrown) {
      const failures = describe(thrown);
      return failures.some(({ calls }) => calls.length > 0) ? formatFailures(failures) : undefined;
    },
  };
}

/** Whether an error is answered with a 5xx status, or came too late for one. */
function isFailure(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  const { status, statusCode, headerSent } = thrown as Error & { [name: string]: unknown };
  const sent = status || statusCode;
  return headerSent === true || typeof sent !== 'number' || sent < 400 || sent >= 500;
}

function requestOf(error: Error, ctx: FailedContext | undefined): string {
  if (ctx === undefined) return 'An error outside of a request';
  const { method, originalUrl, operation } = ctx;
  const place = operation === undefined ? '' : ` (${operation.id})`;
  const isLate = (error as { readonly headerSent?: unknown }).headerSent === true;
  return `${method} ${originalUrl} failed${isLate ? ' after its response had begun' : ''}${place}`;
}

/** Adds message and trace to the problems of hidden errors. Every context that inherits from this one gets its writer through it. */
function explainProblems(context: object, describe: (thrown: unknown) => Failure[]): void {
  const writers = new WeakMap<object, Writer>();
  const own = (context as { readonly [PROBLEM_WRITER]?: Writer })[PROBLEM_WRITER];
  if (own !== undefined) writers.set(context, explaining(own, describe));
  Object.defineProperty(context, PROBLEM_WRITER, {
    configurable: true,
    get(this: object) {
      return writers.get(this) ?? writers.get(context);
    },
    set(this: object, writer: Writer) {
      writers.set(this, explaining(writer, describe));
    },
  });
}

function explaining(writer: Writer, describe: (thrown: unknown) => Failure[]): Writer {
  return {
    ...writer,
    write(problem, ctx, error) {
      const isHidden = problem.status >= 500 && problem.detail === undefined && error !== undefined;
      return writer.write(isHidden ? explained(problem, error, describe(error)) : problem, ctx, error);
    },
  };
}

function explained(problem: Problem, error: Error, failures: readonly Failure[]): Problem {
  const { violations } = error as { readonly violations?: unknown };
  const trace = traceOf(failures);
  return {
    ...problem,
    detail: failures[0]?.message,
    ...(Array.isArray(violations) && violations.length > 0 && { errors: violations.map(violationOf) }),
    ...(trace.length > 0 && { trace }),
  } as Problem;
}

function violationOf(violation: object): object {
  return { in: 'response', ...violation };
}
