import type Koa from 'koa';
import { hasLeft, onEnd } from './ending.ts';

const CONTROLLER: unique symbol = Symbol('abort controller');

interface Aborting {
  [CONTROLLER]?: AbortController;
}

/** The fields that contexts inherit. They cost nothing unless they are read. */
const FIELDS: Readonly<Record<string, (ctx: Koa.ParameterizedContext) => unknown>> = {
  signal: (ctx) => controllerOf(ctx).signal,
  lastEventId(ctx) {
    const id = ctx.get('Last-Event-ID');
    // Browsers send it as UTF-8, and Node reads headers as Latin-1.
    return id === '' ? undefined : Buffer.from(id, 'latin1').toString();
  },
};

/**
 * Adds `ctx.signal` and `ctx.lastEventId` to the contexts of an app, unless it has fields of these names.
 *
 * @param context `app.context`.
 */
export function addSignal(context: object): void {
  if ('signal' in context && 'lastEventId' in context) return;
  for (const [name, read] of Object.entries(FIELDS)) {
    if (name in context) continue;
    Object.defineProperty(context, name, {
      get(this: Koa.ParameterizedContext) {
        return read(this);
      },
      // An app can have its own field.
      set(value: unknown) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
}

/** Aborts the signal of a request. */
export function abortRequest(ctx: Koa.ParameterizedContext): void {
  controllerOf(ctx).abort();
}

function controllerOf(ctx: Koa.ParameterizedContext & Aborting): AbortController {
  const known = ctx[CONTROLLER];
  if (known !== undefined) return known;
  const controller = (ctx[CONTROLLER] = new AbortController());
  onEnd(ctx, () => {
    if (hasLeft(ctx)) controller.abort();
  });
  return controller;
}

/** Whether an error reports that a signal was aborted. */
export function isAbort(error: unknown): boolean {
  try {
    return (error as Error).name === 'AbortError';
  } catch {
    // The value cannot be read.
    return false;
  }
}

/** Whether an error only reports that `ctx.signal` was aborted, after which no client waits for a response. */
export function isOwnAbort(ctx: Koa.ParameterizedContext & Aborting, error: unknown): boolean {
  return ctx[CONTROLLER]?.signal.aborted === true && isAbort(error);
}
