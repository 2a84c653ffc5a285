import { EVENT_FIELDS } from '../../../shared/contract/event.ts';
import type { Header, Operation } from '../../../shared/contract/operation.ts';
import { examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { parameterPart, requestBodyObject } from './content.ts';
import type { OperationDraft } from './operation.ts';
import { createPart } from './share.ts';

// An event as its receivers get it: https://www.standardwebhooks.com.

/** The headers of each request. */
export const EVENT_HEADERS: readonly Required<Header>[] = [
  {
    name: 'webhook-id',
    required: true,
    schema: { type: 'string' },
    description: 'The ID of the event. It is the same in each attempt.',
  },
  {
    name: 'webhook-timestamp',
    required: true,
    schema: { type: 'integer' },
    description: 'The time of the attempt, in seconds since 1970.',
  },
  {
    name: 'webhook-signature',
    required: true,
    schema: { type: 'string' },
    description: 'Signatures of the ID, the time and the body, each as `v1,` with an HMAC-SHA256 in base64.',
  },
];

/** The status that accepts an event. */
const ACCEPTED = '2XX';

/** When an event in examples happened. */
const EXAMPLE_TIME = '2026-01-31T12:00:00Z';

/** Writes an event as the request that receivers get. */
export function draftEvent(event: Operation, resolve: Resolve): OperationDraft {
  const { event: name = '', responses } = event;
  const { description, content } = responses[0]!;
  const { mediaType, schema, ...others } = content[0]!;
  const examples = examplesOf(others).map((data) => ({ type: name, timestamp: EXAMPLE_TIME, data }));
  const wrapped = {
    type: 'object',
    properties: {
      type: { type: 'string', const: name },
      timestamp: { type: 'string', format: 'date-time' },
      data: schema,
    },
    required: EVENT_FIELDS,
  };
  const body = {
    required: true,
    ...(description !== '' && { description }),
    content: [{ mediaType, schema: wrapped, ...withExamples(examples) }],
  };
  return {
    operation: event,
    parameters: EVENT_HEADERS.map((header) => parameterPart({ ...header, in: 'header' }, resolve)),
    requestBody: requestBodyObject(body, resolve),
    responses: [[ACCEPTED, createPart({ description: 'Received' }, ['EventReceived'])]],
    problems: [],
  };
}
