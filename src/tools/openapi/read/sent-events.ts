import { EVENT_FIELDS } from '../../../shared/contract/event.ts';
import { WEBHOOK_FIELD } from '../../../shared/contract/webhooks.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { EVENT_HEADERS } from '../../../build/openapi/write/event-webhook.ts';
import type { At } from './origins.ts';
import type { Fields } from './document-fields.ts';
import { entries, list } from './document-fields.ts';
import type { Notes } from './notes.ts';

/**
 * Whether the webhooks of a description are received or sent by the tree. By default, those are sent whose requests are those of events:
 * a tree can send no others in the same way.
 */
export type WebhookUse = 'receive' | 'send' | undefined;

const JSON_TYPE = 'application/json';

/** An operation of a description, as {@link asEvent} reads it. */
interface ReadOperation {
  readonly path: string;
  readonly method: string;
  readonly value: Fields;
  readonly at: At;
}

/** The name of the webhook that an operation in `paths` receives, as the document of a tree has it. */
export function receivedName({ path, value }: ReadOperation): string | undefined {
  const name = value[WEBHOOK_FIELD];
  return typeof name === 'string' && name !== '' && decodeURI(path).endsWith(`/${name}`) ? name : undefined;
}

/** The inputs of {@link asEvent}. */
export interface EventReading {
  readonly use: WebhookUse;
  readonly resolve: Resolve;
  readonly notes: Notes;
}

/**
 * Reads a webhook as an event that the tree sends: its payload is the response.
 *
 * @returns undefined if the tree receives it.
 */
export function asEvent<T extends ReadOperation>(
  operation: T,
  name: string,
  { use, resolve, notes }: EventReading,
): (T & { readonly event: string }) | undefined {
  if (use === 'receive') return undefined;
  const { method, value, at } = operation;
  const { requestBody, parameters, responses: _, security: __, operationId, ...others } = value;
  const body = isKeywords(requestBody) ? requestBody : {};
  const content = entries(body['content']);
  const media = content.find(([mediaType]) => mediaType === JSON_TYPE)?.[1];
  const data = method === 'POST' && isKeywords(media) ? payloadSchema(media['schema'], name, resolve) : undefined;
  if (data === undefined && use === undefined) return undefined;
  if (method !== 'POST' || (content.length > 0 && !isKeywords(media))) {
    notes.mend(at, 'an event is a POST with JSON, so this webhook is received');
    return undefined;
  }
  const isWhole = data !== undefined && content.length === 1 && list(parameters).every(isOfEvents);
  if (!isWhole)
    notes.mend(
      at,
      'an event is sent in the form of Standard Webhooks: with other headers, and the payload as "data" of the body',
    );
  const { description } = body;
  const { origins } = notes;
  const payload = data === undefined ? ((media ?? { schema: {} }) as Fields) : payloadOf(media as Fields, data);
  // The document gives an event its name as operationId.
  const kept = operationId === undefined || operationId === name ? others : { operationId, ...others };
  const response = { ...(description !== undefined && { description }), content: { [JSON_TYPE]: payload } };
  return {
    ...operation,
    path: `/${encodeURI(name)}`,
    event: name,
    value: origins.copy(value, { ...kept, responses: { 200: origins.copy(body, response) } }),
  };
}

/** The schema of the payload in the body of an event; undefined for another body. */
function payloadSchema(schema: unknown, name: string, resolve: Resolve): unknown {
  const $ref = isKeywords(schema) ? (schema as Fields)['$ref'] : undefined;
  const target = typeof $ref === 'string' ? resolve($ref) : schema;
  const { properties, required } = (isKeywords(target) ? target : {}) as Fields;
  const { type, timestamp, data, ...others } = (isKeywords(properties) ? properties : {}) as Fields;
  const isMeant =
    isKeywords(type) &&
    (type as Fields)['const'] === name &&
    timestamp !== undefined &&
    Object.keys(others).length === 0;
  return isMeant && EVENT_FIELDS.every((each) => list(required).includes(each)) ? data : undefined;
}

/** The content of a payload, with the examples of its data. */
function payloadOf({ example, examples, ...others }: Fields, schema: unknown): Fields {
  const all = entries(examples).map(([key, one]): [string, unknown] => [
    key,
    { ...(one as Fields), value: dataIn((one as Fields)['value']) },
  ]);
  return {
    ...others,
    schema,
    ...(example !== undefined && { example: dataIn(example) }),
    ...(all.length > 0 && { examples: Object.fromEntries(all) }),
  };
}

/** The payload in an example of a body. */
function dataIn(value: unknown): unknown {
  return isKeywords(value) ? (value as Fields)['data'] : undefined;
}

function isOfEvents(parameter: unknown): boolean {
  const { name, in: place } = parameter as Fields;
  return place === 'header' && EVENT_HEADERS.some((header) => header.name === String(name).toLowerCase());
}
