import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { createServer } from '../../shared/contract/node-http.ts';
import type { HttpEvent } from './lambda-event.ts';
import type { LambdaHandler } from './result.ts';

/**
 * Serves a Lambda function on this machine, with the events of a function URL: for `npm start`, not for production.
 *
 * @param handler The result of `lambdaHandler`, without `streaming`.
 * @param port Of the loopback interface.
 * @example serveLambda(handler, 3000);
 */
export function serveLambda(handler: LambdaHandler, port: number): Server {
  const server = createServer((req, res) => void serve(handler, req, res));
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    process.stderr.write(`Port ${port} is taken. Set the environment variable PORT to use another port.\n`);
    process.exit(1);
  });
  return server.listen(port, 'localhost', () => void process.stdout.write(`http://localhost:${port}\n`));
}

async function serve(handler: LambdaHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const event = eventOf(req, Buffer.concat((await req.toArray()) as Buffer[]));
    const result = await handler(event, {
      awsRequestId: randomUUID(),
      functionName: 'local',
      getRemainingTimeInMillis: () => Infinity,
    });
    res.statusCode = result.statusCode;
    for (const [name, value] of Object.entries(result.headers ?? {})) res.setHeader(name, value);
    if (result.cookies?.length) res.setHeader('Set-Cookie', result.cookies);
    res.end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
  } catch (error) {
    // As a failed invocation.
    process.stderr.write(`${inspect(error)}\n`);
    if (!res.headersSent) res.writeHead(502);
    res.end();
  }
}

function eventOf(req: IncomingMessage, body: Buffer): HttpEvent {
  const { method = 'GET', url = '/', headers, socket } = req;
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const { cookie, ...others } = headers;
  const joined = Object.entries(others).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: { ...Object.fromEntries(joined), 'x-forwarded-proto': 'http' },
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    requestContext: {
      domainName: 'local.lambda-url.localhost',
      http: { method, sourceIp: socket.remoteAddress ?? '' },
    },
    ...(body.length > 0 && { body: body.toString('base64'), isBase64Encoded: true }),
  };
}
