import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { RPCType, setRPCMetadata } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle, createProject } from './project.ts';

const FILES = {
  'app/operations/books/{id}@get.ts': `/**
 * Gets a book.
 * @param {integer} id - The book
 * @returns {integer} Its number
 */
export default function getBook({ input }: any) {
  if (input.path.id === 13) throw new TypeError('no book');
  if (input.path.id === 14) throw 'a text';
  return input.path.id;
}
`,
  'lambda.ts': `/// <reference types="unplugin-operations/client" />
import 'unplugin-operations/otel';
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { lambdaHandler } from 'unplugin-operations/lambda';
const app = createApp(operations);
app.silent = true;
export const handler = lambdaHandler(app);
`,
};

type Handler = (event: object) => Promise<{ readonly statusCode: number; readonly body: string }>;

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('test');
let handler: Handler;

beforeAll(async () => {
  const project = await createProject(FILES, afterAll);
  ({ handler } = (await import(await bundle(project, 'lambda.ts'))) as { handler: Handler });
});
beforeEach(() => exporter.reset());

/** Calls the function with an event of an HTTP API. */
function call(path: string): ReturnType<Handler> {
  const http = { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' };
  return handler({
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'api.example' },
    requestContext: { http, domainName: 'api.example' },
    isBase64Encoded: false,
  });
}

/** Calls the function while a span of this kind is active, as the instrumentations of platforms do. */
async function callIn(kind: SpanKind, path: string): Promise<number> {
  return tracer.startActiveSpan('platform', { kind }, async (span) => {
    const { statusCode } = await call(path);
    span.end();
    return statusCode;
  });
}

const book = { 'http.route': '/books/{id}', 'operation.id': 'books/{id}@get.ts', 'operation.operation_id': 'getBook' };

describe('a bundled Lambda function', () => {
  it('works without an SDK', async () => {
    expect(await call('/books/7')).toMatchObject({ statusCode: 200, body: '7' });
  });

  describe('with an SDK', () => {
    beforeAll(() => {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      trace.setGlobalTracerProvider(provider);
    });
    afterAll(() => {
      context.disable();
      trace.disable();
    });

    it.each([
      ['/books/7', 200, 'GET /books/{id}', book],
      ['/books/x', 400, 'GET /books/{id}', book],
      ['/unknown', 404, 'platform', {}],
    ])("names the function's span for %s", async (path, status, name, attributes) => {
      expect(await callIn(SpanKind.SERVER, path)).toBe(status);
      const spans = exporter.getFinishedSpans();
      expect(spans.map((span) => [span.name, span.attributes, span.events])).toEqual([[name, attributes, []]]);
    });

    it.each([
      ['/books/13', 'no book'],
      ['/books/14', 'a text'],
    ])('records what %s throws', async (path, message) => {
      expect(await callIn(SpanKind.SERVER, path)).toBe(500);
      const [span] = exporter.getFinishedSpans();
      expect(span!.events).toMatchObject([{ name: 'exception', attributes: { 'exception.message': message } }]);
    });

    it.each([SpanKind.INTERNAL, SpanKind.CLIENT])('leaves an active span of kind %i alone', async (kind) => {
      await callIn(kind, '/books/7');
      await callIn(kind, '/books/13');
      const spans = exporter.getFinishedSpans();
      expect(spans.map((span) => [span.name, span.attributes, span.events])).toEqual(
        [1, 2].map(() => ['platform', {}, []]),
      );
    });

    it('prefers the span of the HTTP instrumentation to the active one', async () => {
      const server = tracer.startSpan('GET', { kind: SpanKind.SERVER });
      const metadata = { type: RPCType.HTTP as const, span: server, route: undefined as unknown as string };
      const outer = setRPCMetadata(trace.setSpan(context.active(), server), metadata);
      await context.with(outer, () => callIn(SpanKind.INTERNAL, '/books/7'));
      server.end();
      expect(metadata.route).toBe('/books/{id}');
      const spans = exporter.getFinishedSpans().map((span) => [span.name, span.attributes]);
      expect(spans).toEqual([
        ['platform', {}],
        ['GET /books/{id}', book],
      ]);
    });
  });
});
