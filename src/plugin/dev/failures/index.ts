import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { createProblem, PROBLEM_WRITER } from '../../../shared/contract/problem.ts';
import { prefersPage } from '../prefers-page.ts';
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
  readonly headerSent: boolean;
  readonly operation?: { readonly id: string };
  set(headers: Readonly<Record<string, string>>): void;
}

/** How an app writes problems: `ProblemWriter` of the runtime. */
interface Writer {
  write(problem: Problem, ctx: FailedContext, error?: Error): string;
  refuse(status: number, detail: string | undefined, ctx: FailedContext): string;
}

/** A page, as it is sent to a browser. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** The functions that describe and print the failures of apps. */
export interface FailureTools extends Sources {
  /** The directory that paths are relative to. */
  readonly root: string;
  print(text: string): void;
  /** Keeps the failures of a request, to show them. */
  note(req: IncomingMessage, failures: readonly Failure[]): void;
  /** The failures of a request as a page, for a person who opened its address. */
  pageOf(req: IncomingMessage, failures: readonly Failure[]): Page;
  /** The detail of the 404 of a path that no operation has; undefined if one has it. */
  unknownPath(url: string): string | undefined;
}

/** The additions to problems from their failures. */
type Explaining = Pick<FailureTools, 'pageOf' | 'unknownPath'> & {
  describe(thrown: unknown): Failure[];
};

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
export function createFailures({ root, print, note, pageOf, unknownPath, ...sources }: FailureTools): Failures {
  const attached = new WeakSet<FailingApp>();
  const describe = (thrown: unknown): Failure[] => describeFailures(thrown, root, sources);
  return {
    attach(app, hasOwnFormat) {
      if (attached.has(app)) return;
      attached.add(app);
      app.prependListener('error', (thrown, ctx) => {
        if (!isFailure(thrown)) return;
        const failures = describe(thrown);
        if (ctx !== undefined) note(ctx.req, failures);
        if (app.silent !== true) print(`${requestOf(thrown, ctx)}\n${formatFailures(failures)}`);
      });
      if (!hasOwnFormat) explainProblems(app.context, { describe, pageOf, unknownPath });
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
function explainProblems(context: object, tools: Explaining): void {
  const writers = new WeakMap<object, Writer>();
  const own = (context as { readonly [PROBLEM_WRITER]?: Writer })[PROBLEM_WRITER];
  if (own !== undefined) writers.set(context, explaining(own, tools));
  Object.defineProperty(context, PROBLEM_WRITER, {
    configurable: true,
    get(this: object) {
      return writers.get(this) ?? writers.get(context);
    },
    set(this: object, writer: Writer) {
      writers.set(this, explaining(writer, tools));
    },
  });
}

function explaining(writer: Writer, { describe, pageOf, unknownPath }: Explaining): Writer {
  return {
    ...writer,
    write(problem, ctx, error) {
      const isHidden = problem.status >= 500 && problem.detail === undefined && error !== undefined;
      if (!isHidden) return writer.write(problem, ctx, error);
      const failures = describe(error);
      if (ctx.headerSent || !prefersPage(ctx.req)) return writer.write(explained(problem, error, failures), ctx, error);
      const { headers, html } = pageOf(ctx.req, failures);
      ctx.set(headers);
      return html;
    },
    refuse(status, detail, ctx) {
      const unknown = status === 404 && !detail ? unknownPath(ctx.originalUrl) : undefined;
      if (unknown === undefined) return writer.refuse(status, detail, ctx);
      return writer.write(createProblem(status, STATUS_CODES[status]!, { detail: unknown }), ctx);
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
