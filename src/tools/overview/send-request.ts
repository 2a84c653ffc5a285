import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestServer } from './loopback-request.ts';
import type { AnsweredHead, SentHead } from './send-headers.ts';
import { REQUEST_HEAD, RESPONSE_HEAD } from './send-headers.ts';

/**
 * Sends a request of the page to the dev server, and its response to the page. A browser would follow redirects, and sends no header `Cookie`.
 *
 * @param fail Answers with a status and a reason.
 */
export function sendRequest(
  req: IncomingMessage,
  res: ServerResponse,
  fail: (status: number, detail: string) => void,
): void {
  const head = readHead(req);
  if (head === undefined) return fail(400, `The header ${REQUEST_HEAD} must have a method, a path and headers.`);
  const start = performance.now();
  let sent: ReturnType<typeof requestServer>;
  try {
    sent = requestServer(req, { ...head, headers: sentHeaders(req, head), length: lengthOf(req, head) });
  } catch (error) {
    return fail(400, (error as Error).message);
  }
  sent.once('response', (response) => {
    answer(res, response, performance.now() - start);
    response.pipe(res);
    // A truncated text must not look complete.
    response.once('error', () => res.destroy());
    response.once('aborted', () => res.destroy());
  });
  sent.once('error', (error) => (res.headersSent ? res.destroy() : fail(502, error.message)));
  res.once('close', () => sent.destroy());
  req.pipe(sent);
}

function answer(res: ServerResponse, response: IncomingMessage, milliseconds: number): void {
  const { statusCode = 0, statusMessage = '', headers, rawHeaders } = response;
  const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
  const head: AnsweredHead = { status: statusCode, reason: statusMessage, headers: pairs, milliseconds };
  res.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    [RESPONSE_HEAD]: encodeURIComponent(JSON.stringify(head)),
    // The browser keeps the cookies of a session.
    ...(headers['set-cookie'] !== undefined && { 'Set-Cookie': headers['set-cookie'] }),
  });
}

function readHead({ headers }: IncomingMessage): SentHead | undefined {
  try {
    const { method, url, headers: fields } = JSON.parse(decodeURIComponent(String(headers[REQUEST_HEAD]))) as SentHead;
    const isValid = typeof method === 'string' && typeof url === 'string' && url.startsWith('/');
    return isValid && typeof fields === 'object' && fields !== null ? { method, url, headers: fields } : undefined;
  } catch {
    return undefined;
  }
}

/** The headers of the request, with the host and the cookies of the page. Those of the form come first, because servers take the first one. */
function sentHeaders({ headers }: IncomingMessage, { headers: fields }: SentHead): Record<string, string> {
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const cookie = [sent['cookie'], headers.cookie].filter(Boolean).join('; ');
  const host = headers.host ?? headers[':authority'];
  return {
    accept: '*/*',
    ...sent,
    ...(cookie !== '' && { cookie }),
    ...(host !== undefined && { host: String(host) }),
  };
}

/** The size of the body. A request without one has no length if its method has no body either. */
function lengthOf({ headers }: IncomingMessage, { method }: SentHead): number | undefined {
  const length = Number(headers['content-length'] ?? 0);
  return length === 0 && /^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/i.test(method) ? undefined : length;
}
