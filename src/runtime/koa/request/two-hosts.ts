import type { IncomingMessage } from 'node:http';
import { isRepeated } from './fields.ts';

/** Whether a request names two hosts. A proxy may have read the other one: RFC 9112, 3.2; RFC 9113, 8.3.1. */
export function hasTwoHosts(req: IncomingMessage): boolean {
  if (isRepeated(req, 'host')) return true;
  if (req.httpVersionMajor < 2) return false;
  const { host, ':authority': authority } = req.headers;
  return host !== undefined && authority !== undefined && host !== authority;
}
