import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';

/** The ways to serve operations: each must answer as the others do. */
export const KINDS: readonly Kind[] = [
  { name: 'createApp', create: (operations, options) => createApp(operations, options) },
  {
    name: 'createApp with middleware',
    create: (operations, options) => createApp(operations, options).use((_ctx, next) => next()),
  },
  {
    name: 'createRouter in a Koa app',
    create: (operations, options) => {
      const app = new Koa();
      app.use((_ctx, next) => next());
      return app.use(createRouter(operations, options).routes());
    },
  },
  {
    name: 'createRouter with middleware of its own',
    create: (operations, options) =>
      new Koa().use(
        createRouter(operations, options)
          .use((_ctx, next) => next())
          .routes(),
      ),
  },
];

/** What is asked of an app; what its middleware made of the context's type is its own affair. */
export interface App {
  callback(): RequestListener;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface Kind {
  readonly name: string;
  create(operations: Manifest, options?: RuntimeOptions): App;
}

/** A promise, and what resolves it. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open?.() };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

export interface Answer {
  readonly status: number;
  readonly message: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON. */
  readonly json: unknown;
}

export interface Served {
  readonly url: string;
  readonly server: Server;
  /** What the app's `error` event was emitted with. */
  readonly errors: Error[];
  /** Asks exactly for what is given: no URL is normalised. */
  ask(
    target: string,
    options?: { headers?: Record<string, string | string[]>; body?: string | Uint8Array },
  ): Promise<Answer>;
}

/**
 * Serves an app on a free port until the test is over.
 *
 * @example await (await serve(app)).ask('GET /pets/1')
 */
export async function serve(app: App): Promise<Served> {
  const errors: Error[] = [];
  app.on('error', (error: Error) => errors.push(error));
  const served = await listen(app.callback());
  return { ...served, errors };
}

/** Where `localhost` is: each test would have to look it up twice. */
let found: Promise<LookupAddress> | undefined;

/** Serves a listener on a free port until the test is over. */
export async function listen(listener: RequestListener): Promise<Omit<Served, 'errors'>> {
  const server = createServer(listener);
  // On a busy machine, more than Node's 5 seconds can pass before the client takes its connection again.
  server.keepAliveTimeout = 120_000;
  const { address } = await (found ??= lookup('localhost'));
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, server, ask: (target, options = {}) => ask(url, target, options) };
}

/** Answers as `dns.lookup` has for `localhost`. */
const findHost: LookupFunction = (_name, options, done) => {
  void found?.then(({ address, family }) =>
    options.all === true ? done(null, [{ address, family }]) : done(null, address, family),
  );
};

function ask(
  url: string,
  target: string,
  options: { headers?: Record<string, string | string[]>; body?: string | Uint8Array },
): Promise<Answer> {
  const [method, path] = target.split(' ') as [string, string];
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, path, headers: options.headers ?? {}, lookup: findHost }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, statusMessage: message = '', headers } = response;
        resolve({
          status,
          message,
          headers,
          body,
          get json() {
            return JSON.parse(body) as unknown;
          },
        });
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The agent has kept a connection to a server of an earlier test, whose port this one has got.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(ask(url, target, options));
      else reject(error);
    });
    asked.end(options.body);
  });
}
