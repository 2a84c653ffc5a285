import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutBlocks, readPage } from '../docs/examples.ts';
import { replay } from '../docs/requests.ts';
import { checkTypes } from '../support/types.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import type { Collector } from './collector.ts';
import { startCollector, until } from './collector.ts';
import { BLOCKS, bundle, createProject, FILES, shown } from './project.ts';

/** The same operations in a Koa app, below a prefix. */
const ROUTER = `/// <reference types="unplugin-operations/client" />
import 'unplugin-operations/otel';
import operations from 'virtual:operations';
import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';

const app = new Koa();
app.silent = true;
app.use(createRouter(operations, { prefix: '/v1' }).routes());
const port = Number(process.env['PORT']);
app.listen(port, () => console.log(\`http://localhost:\${port}\`));
process.once('SIGTERM', () => process.exitCode ?? setTimeout(() => process.exit(), 500));
`;

/** The page's app with the IDs of traces in its log, and with an operation that has no name. */
const EXTRA = {
  'router.ts': ROUTER,
  'log.ts': `import { traceIds } from './trace-ids.ts';\n${FILES['log.ts']!.replace(/mixin: .*\n/, shown('mixin'))}`,
  'ids.ts': FILES['server.ts']!.replace(
    "import { measure, serveMetrics } from './metrics.ts';",
    "import { addRequestId } from './request-id.ts';",
  )
    .replace('app.use(measure);', 'app.use(addRequestId);')
    .replace(/serveMetrics\(.*\n/, ''),
  'app/operations/last.ts': `import { once } from 'node:events';
import { log } from '../../log.ts';
/** @returns {string} A text, when the server stops */
export default async function last() {
  log.info('waiting');
  await once(process, 'SIGTERM');
  return 'late';
}
`,
  'app/operations/left.ts': `import { once } from 'node:events';
import { defineOperation } from 'unplugin-operations/koa';
import { log } from '../../log.ts';
/** @returns {string} A text, when the client has left */
export default defineOperation<'left'>(async function left({ signal }) {
  log.info('waiting');
  await once(signal, 'abort');
  return 'late';
});
`,
  'app/operations/unnamed@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
/**
 * Has no operationId, and a body.
 * @param {string} text - A text
 * @returns {string} The text
 */
export default defineOperation<'POST /unnamed'>(async ({ input }) => input.body.text);
`,
};

let project: string;
beforeAll(async () => {
  project = await createProject({ ...FILES, ...EXTRA }, afterAll);
});

/** The second port of the server that runs. */
let metricsPort: number;
const fetchMetrics = async (): Promise<string> => (await fetch(`http://localhost:${metricsPort}`)).text();

interface Run {
  readonly collector: Collector;
  readonly output: string;
}

/** Starts a bundle with instrumentation, sends requests, and stops it. */
async function run(
  entry: string,
  instrumentation: string,
  send: (server: Served, collector: Collector) => Promise<void>,
): Promise<Run> {
  const collector = await startCollector();
  const file = await bundle(project, entry);
  metricsPort = await freePort();
  const env = {
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    OTEL_METRIC_EXPORT_TIMEOUT: '100',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'none',
    ELASTIC_APM_SERVER_URL: collector.url,
    ELASTIC_APM_API_REQUEST_TIME: '200ms',
    // Its log has the address of the collector, before that of the server.
    ELASTIC_APM_LOG_LEVEL: 'off',
    SENTRY_DSN: collector.url.replace('//', '//key@') + '/1',
  };
  const args = ['--import', join(project, instrumentation)];
  const server = await startNode(file, { cwd: project, env, args });
  try {
    await send(server, collector);
    await server.stop('SIGTERM');
  } finally {
    await server.stop('SIGKILL');
    collector.close();
  }
  return { collector, output: server.output() };
}

/** The requests of every run, as the operations answer them. */
const REQUESTS: readonly [method: string, path: string, status: number, body?: object][] = [
  ['GET', '/books/2', 200],
  ['HEAD', '/books/1', 200],
  ['GET', '/books/7', 404],
  ['GET', '/books/x', 400],
  ['GET', '/books/13', 500],
  ['POST', '/unnamed', 200, { text: 'a' }],
  ['POST', '/unnamed', 400, {}],
  ['DELETE', '/books/1', 405],
  ['GET', '/unknown/1', 404],
];

async function sendAll({ url }: Served, prefix = ''): Promise<void> {
  for (const [method, path, status, body] of REQUESTS) {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${prefix}${path}`, { method, ...init });
    await response.text();
    expect([method, path, response.status]).toEqual([method, path, status]);
  }
}

const book = { 'http.route': '/books/{id}', 'operation.id': 'books/{id}@get.ts', 'operation.operation_id': 'getBook' };
const unnamed = { 'http.route': '/unnamed', 'operation.id': 'unnamed@post.ts' };

/** The name and the attributes of each request's span. */
const NAMED = [
  ['GET /books/{id}', book, 200],
  ['HEAD /books/{id}', book, 200],
  ['GET /books/{id}', book, 404],
  ['GET /books/{id}', book, 400],
  ['GET /books/{id}', book, 500],
  ['POST /unnamed', unnamed, 200],
  ['POST /unnamed', unnamed, 400],
  ['DELETE', {}, 405],
  ['GET', {}, 404],
] as const;

function pick(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^(?:http\.route|operation\.)/.test(name)));
}

const statusOf = (attributes: Readonly<Record<string, unknown>>): unknown => attributes['http.response.status_code'];

/** The labels of Prometheus's text, with their values. */
function countsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('_count{'));
}

interface Line extends Record<string, unknown> {
  readonly msg: string;
}

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

describe('a bundle of the page with the SDK of OpenTelemetry', () => {
  let result: Run;
  let metrics: string;
  let isReachable: boolean;
  beforeAll(async () => {
    result = await run('server.ts', 'instrumentation.mjs', async (server, { spans }) => {
      await sendAll(server);
      metrics = await fetchMetrics();
      // Another address of this computer.
      isReachable = await fetch(`http://127.0.0.2:${metricsPort}`).then(
        () => true,
        () => false,
      );
      await until(() => spans.length > REQUESTS.length);
    });
  });

  it('names the span of every request that has an operation', () => {
    const spans = result.collector.spans.slice(0, REQUESTS.length);
    const named = spans.map(({ name, attributes }) => [name, pick(attributes), statusOf(attributes)]);
    expect(named).toEqual(NAMED);
  });

  it('records the exception of a 5xx, and no other', () => {
    const exceptions = result.collector.spans.map((span) => span.exceptions);
    expect(exceptions.filter((messages) => messages.length > 0)).toEqual([['the shelf has collapsed']]);
  });

  it('sets the route on the metric', () => {
    const points = result.collector.metrics.get('http.server.request.duration')!;
    const routes = points.map((point) => [point['http.request.method'], point['http.route'], statusOf(point)]);
    expect(routes).toEqual(
      expect.arrayContaining(
        NAMED.map(([name, { 'http.route': route }, status]: any) => [name.split(' ')[0], route, status]),
      ),
    );
    expect(points.filter((point) => point['http.route'] === undefined)).toHaveLength(3);
  });

  it('writes the lines that the page shows', () => {
    const lines = linesOf(result.output);
    const omitted = new Set(['level', 'time', 'pid', 'hostname', 'ms', 'trace_id', 'span_id']);
    const isFirst = lines.slice(0, 2).map((line) => Object.entries(line).filter(([name]) => !omitted.has(name)));
    expect(`${isFirst.map((entries) => JSON.stringify(Object.fromEntries(entries))).join('\n')}\n`).toBe(shown('log'));
  });

  it('writes the operation and the trace of every request on its lines', () => {
    const { output, collector } = result;
    const requests = linesOf(output).filter(({ msg }) => msg === 'request');
    const logged = requests.map(({ status, ...line }) => [line['operation.id'], line['http.route'], status]);
    const expected = NAMED.map(([, attributes, status]: any) => [
      attributes['operation.id'],
      attributes['http.route'],
      status,
    ]);
    expect(logged.slice(0, REQUESTS.length)).toEqual(expected);
    const traces = collector.spans.slice(0, REQUESTS.length).map(({ traceId }) => traceId);
    expect(requests.map((line) => line['trace_id'])).toEqual(traces);
    const inside = linesOf(output).filter(({ msg }) => msg === 'looking up a book');
    expect(inside.map((line) => line['operation.id'])).toEqual(Array(4).fill(book['operation.id']));
  });

  it('logs the error with its operation', () => {
    const failed = linesOf(result.output).filter(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject([
      { err: { message: 'the shelf has collapsed' }, 'operation.id': book['operation.id'] },
    ]);
  });

  it('serves the metrics on the loopback only', () => {
    expect(isReachable).toBe(false);
  });

  it('counts for Prometheus by route, as the page shows', () => {
    const counts = countsOf(metrics);
    for (const line of shown('metrics').trimEnd().split('\n')) expect(counts).toContain(line);
    expect(counts).toHaveLength(new Set(NAMED.map(([name, , status]) => `${name} ${status}`)).size);
  });
});

describe('a bundle with request IDs', () => {
  it('writes the ID of a request on all of its lines, and sends it', async () => {
    const { output } = await run('ids.ts', 'instrumentation.mjs', async ({ url }) => {
      const given = await fetch(`${url}/books/2`, { headers: { 'X-Request-Id': 'r-7' } });
      expect(given.headers.get('X-Request-Id')).toBe('r-7');
      const created = await fetch(`${url}/books/1`, { headers: { 'X-Request-Id': 'no id' } });
      expect(created.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    });
    const lines = linesOf(output).filter((line) => line['request.id'] === 'r-7');
    expect(lines.map(({ msg }) => msg)).toEqual(['looking up a book', 'request']);
  });
});

it('exports the span of a request that ends after SIGTERM', async () => {
  let late: Promise<string> | undefined;
  const { collector } = await run('server.ts', 'instrumentation.mjs', async (server) => {
    late = fetch(`${server.url}/last`).then((response) => response.text());
    await until(() => server.output().includes('waiting'));
  });
  expect(await late).toBe('"late"');
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /last']);
});

describe('a bundle of createRouter with the SDK of OpenTelemetry', () => {
  it('names spans and metrics with the prefix', async () => {
    const { collector } = await run('router.ts', 'instrumentation.mjs', async (server, { spans, metrics }) => {
      await sendAll(server, '/v1');
      await until(() => spans.length === REQUESTS.length);
      await until(() => (metrics.get('http.server.request.duration')?.length ?? 0) > 7);
    });
    const named = collector.spans.map(({ name, attributes }) => [name, pick(attributes), statusOf(attributes)]);
    const prefixed = NAMED.map(([name, attributes, status]: any) => {
      const route = attributes['http.route'];
      return route === undefined
        ? [name, {}, status]
        : [name.replace(route, `/v1${route}`), { ...attributes, 'http.route': `/v1${route}` }, status];
    });
    expect(named).toEqual(prefixed);
    const points = collector.metrics.get('http.server.request.duration')!;
    expect(points.map((point) => point['http.route'])).toContain('/v1/books/{id}');
  });
});

// Sentry ignores HEAD.
const TRACED = NAMED.filter(([name]) => !name.startsWith('HEAD'));

describe('a bundle of the page with Sentry', () => {
  let result: Run;
  beforeAll(async () => {
    result = await run('server.ts', 'sentry.mjs', async (server, { spans, events }) => {
      await sendAll(server);
      await until(() => spans.length === TRACED.length);
      await until(() => events.length === 1);
    });
  });

  it('names the span of every request that has an operation', () => {
    const named = result.collector.spans.map(({ name, attributes }) => [name, pick(attributes)]);
    const expected = TRACED.map(([name, attributes]: any) => {
      const { 'operation.operation_id': _, ...shownAttributes } = attributes;
      return [name, shownAttributes];
    });
    expect(named.map(String).sort()).toEqual(expected.map(String).sort());
    expect(named).toEqual(expect.arrayContaining(expected));
  });

  it('captures the error of a 5xx with its operation', () => {
    expect(result.collector.events).toMatchObject([
      {
        transaction: 'GET /books/{id}',
        tags: { 'operation.id': 'books/{id}@get.ts' },
        exception: { values: [{ value: 'the shelf has collapsed' }] },
      },
    ]);
  });
});

/** The names of the requests that have an operation. The agent names the others "GET unknown route". */
const ROUTES = NAMED.map(([name]) => name).filter((name) => name.includes(' '));

describe('a bundle of the page with Elastic APM', () => {
  it('names the requests, and reports the error of a 5xx', async () => {
    const { collector } = await run('server.ts', 'apm.mjs', async (server, { apm }) => {
      await sendAll(server);
      await until(() => apm.filter(({ transaction }) => transaction !== undefined).length >= NAMED.length);
      await until(() => apm.some(({ error }) => error !== undefined));
    });
    const transactions = collector.apm.flatMap(({ transaction }) => transaction ?? []);
    expect(transactions.map(({ name }) => name)).toEqual(expect.arrayContaining(ROUTES));
    const getBook = transactions.find(({ name }) => name === 'GET /books/{id}');
    expect(getBook?.context?.tags).toEqual({ operation_id: 'books/{id}@get.ts' });
    const errors = collector.apm.flatMap(({ error }) => error?.exception?.message ?? []);
    expect(errors).toEqual(['the shelf has collapsed']);
  });
});

describe('the page', () => {
  it('shows what is answered', async () => {
    const requests = BLOCKS.filter(({ title }) => title === 'request');
    expect(requests).toHaveLength(1);
    await run('server.ts', 'instrumentation.mjs', async ({ url }) => {
      for (const { text } of requests) expect(await replay(url, text)).toBe(text);
    });
  });

  it('every block of the page is tested', () => {
    const tested = new Set([
      'request',
      'metrics',
      'log',
      'mixin',
      'lines of server.ts',
      'opentelemetry',
      'sentry',
      'apm',
      '',
      // Agents that need an account. The page tells its readers that they are not tested.
      'needs dd-trace',
      'needs newrelic',
      'needs @sentry/aws-serverless',
      ...Object.keys(FILES),
    ]);
    expect(BLOCKS.filter(({ title }) => !tested.has(title))).toEqual([]);
    expect(withoutBlocks(readPage('observability.md'))).not.toMatch(/^\s*(?:```|~~~)/m);
    const installed = BLOCKS.filter(({ title }) => title === '').map(({ text }) => text);
    expect(installed.every((text) => /^npm install \S[^\n]*\n$/.test(text))).toBe(true);
  });

  it('repeats lines of its server', () => {
    const lines = BLOCKS.filter(({ title }) => title === 'lines of server.ts').map(({ text }) => text.split('\n'));
    expect(lines).toHaveLength(2);
    expect(shown('server.ts').split('\n')).toEqual(expect.arrayContaining(lines.flat()));
  });

  it('starts the bundle with its files', () => {
    expect(shown('opentelemetry')).toContain('node --import ./instrumentation.mjs dist/server.js\n');
    expect(shown('apm')).toContain('node --import ./apm.mjs dist/server.js\n');
    expect(shown('sentry')).toContain('node --import ./sentry.mjs dist/server.js\n');
  });

  it('shows files with sound types', async () => {
    await bundle(project, 'server.ts');
    expect(await checkTypes(project, {})).toEqual([]);
  });
});

it('logs and counts a client that leaves before the response as 499', async () => {
  let metrics = '';
  const { output } = await run('server.ts', 'instrumentation.mjs', async (server) => {
    const leaving = new AbortController();
    const sent = fetch(`${server.url}/left`, { signal: leaving.signal });
    await until(() => server.output().includes('waiting'));
    leaving.abort();
    await expect(sent).rejects.toThrow('aborted');
    await until(() => server.output().includes('"msg":"request"'));
    metrics = await fetchMetrics();
  });
  const line = linesOf(output).find(({ msg }) => msg === 'request');
  expect(line).toMatchObject({ status: 499, path: '/left', 'http.route': '/left' });
  expect(countsOf(metrics)).toEqual(['http_request_duration_seconds_count{method="GET",route="/left",status="499"} 1']);
});
