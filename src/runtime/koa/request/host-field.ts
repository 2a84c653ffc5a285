import type { IncomingMessage } from 'node:http';
import { isRepeated } from './fields.ts';

/** A host with or without a port (RFC 9110, 7.2), except that a comma joins the hosts of two fields. */
const HOST = /^(?:\[[\w:.%-]+\]|[\w\-.~!$&'()*+;=%]*)(?::\d*)?$/;

/**
 * Whether a request names two hosts, or one that is malformed. A proxy may have read another host or path: RFC 9112, 3.2; RFC 9113, 8.3.1. Deno joins the
 * field and the target to a URL, and Bun joins two fields.
 */
export function hasInvalidHost(req: IncomingMessage): boolean {
  if (isRepeated(req, 'host')) return true;
  const { host, ':authority': authority } = req.headers;
  if (host !== undefined && !HOST.test(host)) return true;
  if (req.httpVersionMajor < 2 || authority === undefined) return false;
  return !HOST.test(String(authority)) || (host !== undefined && host !== authority);
}
