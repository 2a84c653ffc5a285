import type { ServerResponse } from 'node:http';

/** The part of a page that has to be read again. */
export type Change = 'state' | 'requests' | 'deliveries';

/** The open pages, which learn of changes by server-sent events. */
export interface Events {
  open(res: ServerResponse): void;
  send(change: Change): void;
  close(): void;
}

/** How long to collect changes, in milliseconds. */
const PAUSE = 50;

/** Prepares the events. */
export function createEvents(): Events {
  const pages = new Set<ServerResponse>();
  const changes = new Set<Change>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    const text = [...changes].map((change) => `event: ${change}\ndata:\n\n`).join('');
    changes.clear();
    for (const page of pages) page.write(text);
  };
  return {
    open(res) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      res.write('event: state\ndata:\n\nevent: requests\ndata:\n\n');
      pages.add(res);
      res.once('close', () => pages.delete(res));
    },
    send(change) {
      if (pages.size === 0) return;
      changes.add(change);
      timer ??= setTimeout(flush, PAUSE).unref();
    },
    close() {
      clearTimeout(timer);
      for (const page of pages) page.end();
    },
  };
}
