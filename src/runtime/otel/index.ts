import type { Span } from '@opentelemetry/api';
import { context, createContextKey, SpanKind, trace } from '@opentelemetry/api';
import type { RequestTrace } from '../koa/request-channel.ts';
import { requestChannel } from '../koa/request-channel.ts';
import { traceDeliveries } from './deliveries.ts';

/** `RPCMetadata` of @opentelemetry/core: data that an HTTP instrumentation keeps for the span and the metric of the request. */
interface RpcMetadata {
  readonly type: string;
  readonly span: Span;
  route?: string;
}

// A context key is a `Symbol.for`, so a bundled copy of the API finds the data that the installed one has stored.
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA');

requestChannel.start.subscribe((message) => nameRequest(message as RequestTrace));
requestChannel.error.subscribe((message) => recordError(message as RequestTrace));
traceDeliveries();

/** Sets route and name of the request's span: OpenTelemetry semantic conventions, HTTP server. */
function nameRequest({ ctx, operation, route }: RequestTrace): void {
  const metadata = rpcMetadata();
  if (metadata !== undefined) metadata.route = route;
  const span = serverSpan();
  if (span === undefined) return;
  span.updateName(`${ctx.method} ${route}`);
  span.setAttribute('http.route', route);
  span.setAttribute('operation.id', operation.id);
  if (operation.operationId !== undefined) span.setAttribute('operation.operation_id', operation.operationId);
}

/** Records errors that become a 5xx. A 4xx is not an error of the server. */
function recordError({ error }: RequestTrace): void {
  const { status, statusCode } = Object(error) as { readonly status?: unknown; readonly statusCode?: unknown };
  const sent = status || statusCode;
  if (typeof sent === 'number' && sent >= 400 && sent < 500) return;
  serverSpan()?.recordException(error instanceof Error ? error : String(error));
}

/** The span of the HTTP request. Without an HTTP instrumentation, it is the active span, unless that is of another kind. */
function serverSpan(): Span | undefined {
  const span = rpcMetadata()?.span ?? trace.getActiveSpan();
  const { kind = SpanKind.SERVER } = (span ?? {}) as { readonly kind?: unknown };
  return kind === SpanKind.SERVER ? span : undefined;
}

function rpcMetadata(): RpcMetadata | undefined {
  const metadata = context.active().getValue(RPC_METADATA) as RpcMetadata | undefined;
  return metadata?.type === 'http' ? metadata : undefined;
}
