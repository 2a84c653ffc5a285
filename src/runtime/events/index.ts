export type { EventName, EventPayload, SendOptions, SentEvent } from '../../shared/contract/event.ts';
export type { Events } from '../../shared/contract/registry.ts';
export type { SqlEvents } from '../state/sql-events.ts';
export type { Attempt, DeliveryOutcome } from './delivery-attempt.ts';
export { createEvents, type EventSender, type ListFilter, type ReplayFilter } from './create-events.ts';
export { createDeliverer, deliver, type Deliverer, type DeliverOptions } from './deliver.ts';
export type { DeliveryTrace, SendTrace } from './delivery-channel.ts';
export { RETRIES } from './delivery-plan.ts';
export type { Endpoint, EndpointOwner, Endpoints, NewEndpoint } from './endpoints.ts';
export { createMessage, type EventMessage } from './event-message.ts';
export type { AttemptReport, DisabledReport, EventOptions, OwnEndpoint } from './event-options.ts';
export type { DeliveryFilter, DeliveryRow, DeliveryState, EventStore } from './event-store.ts';
export { checkUrl, type GuardOptions, RefusedUrl } from './guard.ts';
export { memoryEvents, type MemoryEvent, type MemoryEvents } from './memory-events.ts';
export { isPublicAddress } from './public-address.ts';
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookRefusal,
} from './verify-webhook.ts';
export type { WebhookProvider } from './webhook-providers.ts';
export { createSecret } from './webhook-signature.ts';
