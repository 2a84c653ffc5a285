import type { IncomingMessage, ServerResponse } from 'node:http';
import { code, escape, table } from './markup.ts';

/** The number of requests that are kept. */
const SIZE = 20;

/** The length of a URL that is kept, in characters. */
const URL_SIZE = 200;

/** A request that the API has answered. */
interface Entry {
  readonly time: Date;
  readonly request: string;
  /** The id of the operation; undefined if the path or the method is unknown. */
  readonly operation: string | undefined;
  readonly status: string;
  /** The time until the response was sent, in milliseconds. */
  readonly duration: number;
}

/** The latest requests to the API, in the dev server. */
export interface RequestLog {
  /** Adds a request when its response ends. */
  record(req: IncomingMessage, res: ServerResponse, operation: string | undefined): void;
  /** Writes the requests as HTML, the latest first. */
  html(): string;
}

/** Creates an empty log. */
export function createRequestLog(): RequestLog {
  const entries: Entry[] = [];
  return {
    record({ method = '', url = '' }, res, operation) {
      const time = new Date();
      const start = performance.now();
      const request = `${method} ${url.length > URL_SIZE ? `${url.slice(0, URL_SIZE)}...` : url}`;
      res.once('close', () => {
        const status = res.writableFinished ? String(res.statusCode) : 'aborted';
        entries.unshift({ time, request, operation, status, duration: performance.now() - start });
        entries.splice(SIZE);
      });
    },
    html() {
      if (entries.length === 0) return '<p>None yet. Reload this page after a request.</p>';
      const rows = entries.map(({ time, request, operation, status, duration }) => [
        escape(time.toTimeString().slice(0, 8)),
        code(request),
        escape(status),
        `${duration.toFixed(1)} ms`,
        operation === undefined ? '' : code(operation),
      ]);
      return table(['Time', 'Request', 'Status', 'Duration', 'Operation'], rows);
    },
  };
}
