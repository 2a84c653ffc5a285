import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip } from 'node:zlib';

/** A span of OTLP or Sentry. */
export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The messages of its exceptions. */
  readonly exceptions: readonly string[];
}

/** An event of Sentry. */
export interface SentryEvent {
  readonly transaction?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly exception?: { readonly values: readonly { readonly value: string }[] };
}

/** A transaction or an error of Elastic APM. */
export interface ApmEvent {
  readonly transaction?: {
    readonly name: string;
    readonly context?: { readonly tags?: Readonly<Record<string, string>> };
  };
  readonly error?: { readonly exception?: { readonly message: string } };
}

/** What programs have sent: in memory. */
export interface Collector {
  readonly url: string;
  readonly spans: Span[];
  /** The attributes of the data points of each metric. */
  readonly metrics: Map<string, Readonly<Record<string, unknown>>[]>;
  readonly events: SentryEvent[];
  readonly apm: ApmEvent[];
  close(): void;
}

type Attributes = readonly { readonly key: string; readonly value: Record<string, unknown> }[];
type Json = Record<string, any>;

/** Receives OTLP as JSON, and Sentry's envelopes. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const metrics: Collector['metrics'] = new Map();
  const events: SentryEvent[] = [];
  const apm: ApmEvent[] = [];
  const server = createServer((req, res) => {
    const body = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req;
    void body.toArray().then((chunks: unknown[]) => {
      const text = Buffer.concat(chunks as Buffer[]).toString();
      if (req.url === '/v1/traces') spans.push(...spansOf(JSON.parse(text) as Json));
      else if (req.url === '/v1/metrics') collectMetrics(JSON.parse(text) as Json, metrics);
      else if (req.url?.startsWith('/intake/'))
        apm.push(
          ...text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as ApmEvent),
        );
      else if (req.url?.includes('/envelope/')) collectEnvelope(text, { spans, events });
      res.setHeader('Content-Type', 'application/json').end('{}');
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, spans, metrics, events, apm, close: () => (server.close(), server.closeAllConnections()) };
}

function spansOf({ resourceSpans }: Json): Span[] {
  const scopes: Json[] = resourceSpans.flatMap(({ scopeSpans }: Json) => scopeSpans);
  return scopes
    .flatMap(({ spans }): Json[] => spans)
    .map(({ name, traceId, attributes, events = [] }) => ({
      name,
      traceId,
      attributes: attributesOf(attributes),
      exceptions: events.map((event: Json) => attributesOf(event['attributes'])['exception.message']),
    }));
}

function collectMetrics({ resourceMetrics }: Json, into: Collector['metrics']): void {
  const scopes: Json[] = resourceMetrics.flatMap(({ scopeMetrics }: Json) => scopeMetrics);
  for (const { name, histogram } of scopes.flatMap(({ metrics }): Json[] => metrics))
    into.set(
      name,
      (histogram?.dataPoints ?? []).map(({ attributes }: Json) => attributesOf(attributes)),
    );
}

/** An envelope has a line with headers, and for each item one with headers and one with its content. */
function collectEnvelope(text: string, { spans, events }: Pick<Collector, 'spans' | 'events'>): void {
  const [, ...lines] = text.split('\n').filter((line) => line !== '');
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const { type } = JSON.parse(lines[i]!) as Json;
    const content = JSON.parse(lines[i + 1]!) as Json;
    if (type === 'event') events.push(content);
    if (type === 'span') spans.push(...content['items'].map(toSpan));
  }
}

function toSpan({ name, trace_id: traceId, attributes }: Json): Span {
  const values = Object.entries(attributes as Json).map(([key, { value }]) => [key, value]);
  return { name, traceId, attributes: Object.fromEntries(values), exceptions: [] };
}

function attributesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Waits until an exporter has sent something. */
export async function until(isSent: () => boolean): Promise<void> {
  while (!isSent()) await new Promise((resolve) => setTimeout(resolve, 20));
}
