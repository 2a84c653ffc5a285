import type { IncomingMessage } from 'node:http';
import type { Connect } from 'vite';
import type { FrontEnd } from './front-end.ts';
import { requestPath } from './request-path.ts';

/** A file that does not exist, of a type that Vite does not make. */
const NOWHERE = '@operations-nowhere.txt';

/** Hides requests from Vite that it may not answer. Other plugins see them before Vite and after it. */
export interface HiddenRequests {
  /** Comes before Vite's middleware, and after that of other plugins. */
  readonly hide: Connect.NextHandleFunction;
  /** Comes directly after Vite's middleware. */
  readonly show: Connect.NextHandleFunction;
  isHidden(req: IncomingMessage): boolean;
}

/**
 * Prepares to hide requests.
 *
 * @param base Vite's option `base`.
 */
export function createHiddenRequests(frontEnd: FrontEnd, base: string): HiddenRequests {
  const urls = new WeakMap<IncomingMessage, string>();
  return {
    hide(req, _res, next) {
      const { url = '/' } = req;
      if (!frontEnd.isServed(req, requestPath(url))) {
        urls.set(req, url);
        req.url = base + NOWHERE;
      }
      next();
    },
    show(req, _res, next) {
      const url = urls.get(req);
      if (url !== undefined) req.url = url;
      next();
    },
    isHidden: (req) => urls.has(req),
  };
}
