import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import operations from 'virtual:operations';
import Koa from 'koa';
import compose from 'koa-compose';
import { createApp, createRouter } from 'unplugin-operations/koa';
import { describe, onTestFinished } from 'vitest';
import type { Place } from './places.ts';
import { MIDDLEWARE } from './places.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: string;
  /** The body as JSON. */
  readonly json: any;
}

interface Init {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | FormData;
}

export interface Served {
  readonly app: Koa;
  readonly server: Server;
  readonly port: number;
  /** The messages of the app's `error` events. */
  readonly errors: string[];
  /** @example await ask('GET /pets') */
  ask(target: string, init?: Init): Promise<Answer>;
}

/** The text of a page of the docs. */
export const readDocs = (page: string): string => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');

/** Serves an app on a free port until the test is over. */
export async function listen(app: Koa): Promise<Served> {
  const errors: string[] = [];
  app.on('error', (error: Error) => errors.push(error.message));
  const server = app.listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { app, server, port, errors, ask: (target, init = {}) => ask(port, target, init) };
}

/** Serves the operations with middleware in a place, in its order. */
export type Serve = (...middleware: Koa.Middleware<any, any>[]) => Promise<Served>;

/** An app with the operations behind middleware, which is installed by a function. */
export function create(place: Place, install: (app: Koa) => void): Koa {
  const app = place === 'createRouter' ? new Koa() : createApp(operations);
  app.keys = ['key'];
  install(app);
  if (place === 'createRouter') app.use(createRouter(operations).routes());
  return app;
}

const serveIn =
  (place: Place): Serve =>
  (...middleware) =>
    listen(
      create(place, (app) => {
        if (place === '_middleware') app.context['tested'] = compose(middleware);
        else for (const item of middleware) app.use(item);
      }),
    );

/** Tests a middleware in each place in which it works. */
export function inEachPlace(name: keyof typeof MIDDLEWARE, tests: (serve: Serve, place: Place) => void): void {
  const rows = MIDDLEWARE[name].map((place: Place) => [name, place] as const);
  describe.each(rows)('%s in %s', (_name, place) => {
    tests(serveIn(place), place);
  });
}

/** The media type of an error that middleware throws: in front of `createRouter`, the Koa app answers it. */
export function errorTypeIn(place: Place): string {
  return place === 'createRouter' ? 'text/plain; charset=utf-8' : 'application/problem+json';
}

/** Serves a middleware in one place. */
export const serve = (place: Place, ...middleware: Koa.Middleware<any, any>[]): Promise<Served> =>
  serveIn(place)(...middleware);

async function ask(port: number, target: string, { headers = {}, body }: Init): Promise<Answer> {
  const [method, path] = target.split(' ') as [string, string];
  const form = body instanceof FormData ? new Response(body) : undefined;
  const content =
    form === undefined ? (body as string | Uint8Array | undefined) : Buffer.from(await form.arrayBuffer());
  const type = form?.headers.get('content-type');
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, method, path, headers: { ...(type && { 'Content-Type': type }), ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const answer = { status: response.statusCode ?? 0, headers: response.headers, bytes, body: bytes.toString() };
          resolve({
            ...answer,
            get json(): unknown {
              return JSON.parse(answer.body);
            },
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(content);
  });
}
