import type { Attributes, SpanOptions, Tracer, TracerProvider } from '@opentelemetry/api';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { expect, it, onTestFinished } from 'vitest';
import { createDeliverer, createSecret } from '../../../src/runtime/events/index.ts';
import '../../../src/runtime/otel/index.ts';
import { startReceiver } from './receiver.ts';

interface SeenSpan {
  readonly name: string;
  readonly attributes: Attributes;
  code: number | undefined;
  isEnded: boolean;
}

/** Records spans, as an SDK does. */
function recordSpans(): SeenSpan[] {
  const spans: SeenSpan[] = [];
  const startSpan = (name: string, { attributes }: SpanOptions = {}) => {
    const span: SeenSpan = { name, attributes: { ...attributes }, code: undefined, isEnded: false };
    spans.push(span);
    return {
      setAttribute: (key: string, value: string) => (span.attributes[key] = value),
      setStatus: ({ code }: { readonly code: number }) => (span.code = code),
      end: () => (span.isEnded = true),
    };
  };
  const tracer = { startSpan } as unknown as Tracer;
  trace.setGlobalTracerProvider({ getTracer: () => tracer } satisfies TracerProvider);
  onTestFinished(() => trace.disable());
  return spans;
}

it('each attempt has a span, with its status and without secrets', async () => {
  const spans = recordSpans();
  const { url } = await startReceiver(onTestFinished, (response, i) => response.writeHead(i === 0 ? 500 : 200).end());
  const deliverer = createDeliverer({ allowHosts: ['127.0.0.1'] });
  onTestFinished(() => deliverer.close());
  const secret = createSecret();
  const attempt = {
    id: 'msg_1',
    type: 'invoice.paid',
    body: '{}',
    url: `${url}?token=1`,
    secrets: [secret],
    endpoint: 'ep_1',
  };
  for (const number of [1, 2]) await deliverer.deliver({ ...attempt, number });
  const attributes = { 'messaging.message.id': 'msg_1', 'event.type': 'invoice.paid', 'event.endpoint': 'ep_1' };
  expect(spans).toMatchObject([
    {
      name: 'deliver invoice.paid',
      attributes: { ...attributes, 'event.attempt': 1, 'http.response.status_code': 500 },
      code: SpanStatusCode.ERROR,
      isEnded: true,
    },
    {
      name: 'deliver invoice.paid',
      attributes: { ...attributes, 'event.attempt': 2, 'http.response.status_code': 200 },
      code: undefined,
      isEnded: true,
    },
  ]);
  for (const hidden of [secret, 'token', '/hook']) expect(JSON.stringify(spans)).not.toContain(hidden);
});
