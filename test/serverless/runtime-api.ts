import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an invocation came to: what the function returned, or why it failed. */
export interface Invocation {
  readonly result?: any;
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
}

/** A streamed response: JSON, eight null bytes and the body. */
async function readStreamed(req: IncomingMessage): Promise<{ head: unknown; chunks: string[]; isWhole: boolean }> {
  const chunks: string[] = [];
  try {
    for await (const chunk of req) chunks.push(String(chunk));
  } catch {
    // The runtime has cut the connection.
  }
  const [head = '', ...rest] = chunks.join('|').split('\0'.repeat(8));
  const body = rest
    .join('')
    .split('|')
    .filter((text) => text !== '');
  const isWhole = req.complete && req.trailers['lambda-runtime-function-error-type'] === undefined;
  return { head: JSON.parse(head.replaceAll('|', '')), chunks: body, isWhole };
}

/** The side of AWS that a function's runtime talks to. */
export interface RuntimeApi {
  /** `127.0.0.1:41234` */
  readonly address: string;
  invoke(event: unknown): Promise<Invocation>;
  close(): void;
}

/** A stand-in for the Lambda Runtime API, version 2018-06-01: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const events: { id: string; event: unknown }[] = [];
  const finished = new Map<string, (invocation: Invocation) => void>();
  let waiting: ServerResponse | undefined;
  let count = 0;

  const next = (): void => {
    if (waiting === undefined || events.length === 0) return;
    const { id, event } = events.shift()!;
    waiting
      .writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': id,
        'Lambda-Runtime-Deadline-Ms': String(Date.now() + 30_000),
        'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:eu-north-1:000011112222:function:pets',
      })
      .end(JSON.stringify(event));
    waiting = undefined;
  };

  const finish = async (req: IncomingMessage, id: string, kind: string): Promise<void> => {
    if (req.headers['lambda-runtime-function-response-mode'] === 'streaming' && kind === 'response') {
      finished.get(id)?.({ result: await readStreamed(req) });
      return;
    }
    const body: unknown = JSON.parse(Buffer.concat(await req.toArray()).toString());
    finished.get(id)?.(kind === 'response' ? { result: body } : { error: body as NonNullable<Invocation['error']> });
  };

  const server = createServer((req, res) => {
    const [, id, kind] = /^\/2018-06-01\/runtime\/invocation\/(.+)\/(response|error)$/.exec(req.url!) ?? [];
    if (req.url === '/2018-06-01/runtime/invocation/next') {
      waiting = res;
      next();
    } else if (id !== undefined) {
      void finish(req, id, kind!).then(() => res.writeHead(202, { 'Content-Type': 'application/json' }).end('{}'));
    } else {
      res.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoke(event) {
      const id = `request-${(count += 1)}`;
      return new Promise((resolve) => {
        finished.set(id, resolve);
        events.push({ id, event });
        next();
      });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
