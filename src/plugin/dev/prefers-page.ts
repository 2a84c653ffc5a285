import type { IncomingMessage } from 'node:http';

/** Whether a person opened the address of a request in a browser: programs accept anything, or JSON. */
export function prefersPage({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): boolean {
  return /\btext\/html\b/.test(accept) && !/\bjson\b/.test(accept);
}
