import type { Span } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SendTrace } from '../../shared/contract/event.ts';
import type { DeliveryTrace } from '../events/delivery-channel.ts';
import { deliveryChannel, sendChannel } from '../events/delivery-channel.ts';

/** The spans of attempts that run. */
const spans = new WeakMap<DeliveryTrace, Span>();

/** Begins a span for each attempt to deliver an event, and records sent events in the active span: OpenTelemetry semantic conventions, messaging. */
export function traceDeliveries(): void {
  deliveryChannel.start.subscribe((message) => startSpan(message as DeliveryTrace));
  deliveryChannel.asyncEnd.subscribe((message) => endSpan(message as DeliveryTrace));
  sendChannel.subscribe((message) => noteSent(message as SendTrace));
}

function startSpan(message: DeliveryTrace): void {
  const { id, type, url, endpoint, tenant, number } = message.attempt;
  const attributes = {
    'messaging.operation.type': 'send',
    'messaging.message.id': id,
    'event.type': type,
    'server.address': URL.canParse(url) ? new URL(url).hostname : undefined,
    'event.endpoint': endpoint,
    'event.tenant': tenant,
    'event.attempt': number,
  };
  const tracer = trace.getTracer('unplugin-operations');
  spans.set(message, tracer.startSpan(`deliver ${type}`, { kind: SpanKind.CLIENT, attributes }));
}

function endSpan(message: DeliveryTrace): void {
  const span = spans.get(message);
  const { outcome } = message;
  if (outcome?.status !== undefined) span?.setAttribute('http.response.status_code', outcome.status);
  if (outcome?.ok !== true)
    span?.setStatus({ code: SpanStatusCode.ERROR, message: outcome?.error ?? 'The attempt was not made.' });
  span?.end();
}

function noteSent({ id, type, tenant }: SendTrace): void {
  const attributes = { 'messaging.message.id': id, 'event.type': type, 'event.tenant': tenant };
  trace.getActiveSpan()?.addEvent('event sent', attributes);
}
