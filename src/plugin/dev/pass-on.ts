import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Connect } from 'vite';

/** Passes the requests that an app leaves unanswered on to Vite, and back to the app if Vite has no answer either. */
export interface PassOn {
  /** Adds the outermost middleware to an app, once. */
  attach(app: { readonly middleware: unknown[] }): void;
  /**
   * Allows a request to be passed on. Call it before the app handles it.
   *
   * @param hasFile Whether the front end has exactly this page or file. Then it replaces a 404 of the app's own too.
   */
  allow(req: IncomingMessage, res: ServerResponse, next: Connect.NextFunction, hasFile: boolean): void;
  /** Keeps an answer for the case that Vite has none. */
  keep(req: IncomingMessage, answer: () => void): void;
  /** Gives the answer that is kept for a request; returns whether there is one. */
  answer(req: IncomingMessage): boolean;
}

/** The request before the app has seen it. */
interface Allowed {
  readonly next: Connect.NextFunction;
  readonly hasFile: boolean;
  readonly before: State;
}

/** The part of a request and its response that middleware changes before anything is sent. */
interface State {
  readonly url: string | undefined;
  readonly statusCode: number;
  readonly headers: OutgoingHttpHeaders;
}

/** The part of Koa's context that is used here. */
interface PassedContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly status: number;
  readonly body: unknown;
  respond?: boolean;
}

/** Prepares the exchange of requests between one app and Vite. */
export function createPassOn(): PassOn {
  const allowed = new WeakMap<IncomingMessage, Allowed>();
  const kept = new WeakMap<IncomingMessage, () => void>();

  /** Runs Vite's middleware; resolves to whether it answered. */
  const passOn = ({ req, res }: PassedContext, { next, before }: Allowed): Promise<boolean> => {
    const cookies = res.getHeader('Set-Cookie');
    restore(req, res, before);
    if (cookies !== undefined) res.setHeader('Set-Cookie', cookies);
    return new Promise((resolve) => {
      kept.set(req, () => resolve(false));
      res.once('close', () => resolve(true));
      next();
    });
  };

  const middleware = async (ctx: PassedContext, next: () => Promise<unknown>): Promise<void> => {
    const request = allowed.get(ctx.req);
    let failure: { readonly error: unknown } | undefined;
    try {
      await next();
    } catch (error) {
      failure = { error };
    }
    const { req, res } = ctx;
    if (request !== undefined && (failure === undefined ? isLeft(ctx, request) : isLost(failure.error, request))) {
      const app = stateOf(req, res);
      if (await passOn(ctx, request)) {
        ctx.respond = false;
        return;
      }
      restore(req, res, app);
    }
    if (failure !== undefined) throw failure.error;
  };

  return {
    attach(app) {
      if (app.middleware[0] !== middleware) app.middleware.unshift(middleware);
    },
    allow(req, res, next, hasFile) {
      allowed.set(req, { next, hasFile, before: stateOf(req, res) });
    },
    keep: (req, answer) => void kept.set(req, answer),
    answer(req) {
      const answer = kept.get(req);
      answer?.();
      return answer !== undefined;
    },
  };
}

/** Whether an app has left a request unanswered, or its own 404 makes way for a file. */
function isLeft({ res, status, body, respond }: PassedContext, { hasFile }: Allowed): boolean {
  const isOpen = respond !== false && !res.headersSent && !res.destroyed;
  return isOpen && status === 404 && (body == null || hasFile);
}

/** Whether an app has thrown a 404 that makes way for a file. */
function isLost(error: unknown, { hasFile }: Allowed): boolean {
  return hasFile && (error as { status?: unknown } | null | undefined)?.status === 404;
}

function stateOf({ url }: IncomingMessage, res: ServerResponse): State {
  return { url, statusCode: res.statusCode, headers: { ...res.getHeaders() } };
}

function restore(req: IncomingMessage, res: ServerResponse, { url, statusCode, headers }: State): void {
  if (url !== undefined) req.url = url;
  res.statusCode = statusCode;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
}
