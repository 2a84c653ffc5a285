import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createServer } from 'vite';
import type { HttpResult } from '../../src/runtime/lambda/index.ts';
import operations from '../../src/vite.ts';
import type { Cleanup } from '../playground/build.ts';
import { FUNCTION_URL } from '../serverless/aws.ts';
import { readDeployment } from '../serverless/deployment.ts';
import { startRuntimeClient } from '../serverless/function.ts';
import { startWorker } from '../serverless/worker.ts';
import { alias } from '../support/alias.ts';
import { scratch } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import type { Project } from './project.ts';
import { buildWorker } from './project.ts';

/** Sends a request to a platform: `fetch` with a path. A list of headers in which a name occurs twice is sent as it is, by GET. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Where a project runs, as the table of docs/deploy/differences.md names it. */
export type Place = 'dev server' | 'Lambda' | 'Workers';

const to =
  (origin: string): Send =>
  (path, init) =>
    repeats(init?.headers)
      ? sendFields(`${origin}${path}`, init!.headers as [string, string][])
      : fetch(`${origin}${path}`, { redirect: 'manual', ...init });

const repeats = (headers: RequestInit['headers']): boolean =>
  Array.isArray(headers) && new Set(headers.map(([name]) => name!.toLowerCase())).size < headers.length;

/** Sends a GET whose headers may occur several times, which `fetch` would merge. */
async function sendFields(url: string, headers: readonly [string, string][]): Promise<Response> {
  const { host } = new URL(url);
  const sent = request(url, { headers: ['Host', host, ...headers.flat()] }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await new Response(Readable.toWeb(response) as ReadableStream).arrayBuffer();
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status: response.statusCode!, headers: received });
}

/** The paths whose requests the docs' limits count, so that the one of a client that leaves would be refused or change the answer. */
const COUNTED: readonly string[] = ['/reports'];

/** Sends a request as `to` does, after the same one by a client that leaves before its response, if that changes nothing. */
function afterLeaving(origin: string): Send {
  const send = to(origin);
  return async (path, init) => {
    const method = init?.method ?? 'GET';
    const isSafe = (method === 'GET' || method === 'HEAD') && !COUNTED.includes(path);
    if (isSafe) await leave(`${origin}${path}`, method, init?.headers);
    return send(path, init);
  };
}

/** Sends a request, and resets its connection when it is on its way. */
async function leave(url: string, method: string, headers: RequestInit['headers']): Promise<void> {
  const sent = request(url, { method, headers: Object.fromEntries(new Headers(headers)), agent: false });
  sent.on('error', () => {});
  sent.end();
  const left = new Promise((resolve) => sent.once('close', resolve));
  await once(sent, 'socket');
  if (sent.socket!.connecting) await once(sent.socket!, 'connect');
  sent.socket!.write('', () => setTimeout(() => sent.socket!.resetAndDestroy(), 2));
  await left;
}

/** Starts the built file with node. It is what every other place is compared with. */
export async function startBuilt(file: string, project: Project, cleanup: Cleanup): Promise<Send> {
  const env = { ...project.env, PORT: String(await freePort()), EXCHANGE_LISTENS: '1' };
  const served = await startNode(file, { cwd: scratch(cleanup), env });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return to(served.url);
}

/** Starts Vite's dev server in this process. */
export async function startDevServer({ root, app, env, options }: Project, cleanup: Cleanup): Promise<Send> {
  const before = process.cwd();
  const replaced = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  process.chdir(scratch(cleanup));
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations({ ...options, dts: false, ...(app !== undefined && { app }) })],
    server: { port: await freePort(), host: '127.0.0.1', watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await server.listen();
  cleanup(async () => {
    await server.close();
    process.chdir(before);
    for (const [name, value] of Object.entries(replaced))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  return to(`http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}`);
}

/** Invokes the built file's handler with the events of a function URL, in AWS's runtime client if TOOLS_DIR has it. */
export async function startLambda(file: string, project: Project, cleanup: Cleanup): Promise<Send> {
  const invoke = await invokerOf(file, project, cleanup);
  return async (path, init) => {
    const asked = new Request(`http://localhost${path}`, init);
    const bytes = Buffer.from(await asked.arrayBuffer());
    const headers = [...asked.headers];
    if (Array.isArray(init?.headers) && init.body === undefined)
      headers.splice(0, headers.length, ...(init.headers as [string, string][]));
    if (bytes.length > 0) headers.push(['content-length', String(bytes.length)]);
    // As `fetch` sends it.
    const { pathname, search } = new URL(asked.url);
    const event = FUNCTION_URL.event({
      method: asked.method,
      target: `${pathname}${search}`,
      headers,
      ...(bytes.length > 0 && { body: bytes }),
    });
    const { status, headers: received, body } = FUNCTION_URL.receive(await invoke(event));
    const isEmpty = asked.method === 'HEAD' || [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: received as [string, string][] });
  };
}

type Invoke = (event: object) => Promise<HttpResult>;

async function invokerOf(file: string, project: Project, cleanup: Cleanup): Promise<Invoke> {
  if (process.env['TOOLS_DIR'] !== undefined) return runtimeClientOf(file, project, cleanup);
  const host = join(import.meta.dirname, 'lambda-host.mjs');
  const served = await startNode(file, { cwd: scratch(cleanup), env: { ...project.env }, args: [host] });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return async (event) => {
    const response = await fetch(served.url, { method: 'POST', body: JSON.stringify(event) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as HttpResult;
  };
}

async function runtimeClientOf(file: string, { env }: Project, cleanup: Cleanup): Promise<Invoke> {
  const invoke = await startRuntimeClient(dirname(file), 'exchange.handler', cleanup, { cwd: scratch(cleanup), env });
  return async (event) => {
    const { result, error } = await invoke(event);
    if (error !== undefined) throw new Error(`${error.errorType}: ${error.errorMessage}`);
    return result as HttpResult;
  };
}

/** Runs the project in workerd, which TOOLS_DIR must have, where other clients leave. */
export async function startWorkerd(project: Project, cleanup: Cleanup): Promise<Send> {
  const { main: _, ...config } = JSON.parse(readDeployment('workers.md').files['wrangler.jsonc']!) as { main: string };
  const main = await buildWorker(project);
  const { url } = await startWorker(project.root, JSON.stringify({ ...config, main }), cleanup, project.env);
  return afterLeaving(url);
}
