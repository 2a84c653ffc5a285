import type { Content, Schema } from '../../shared/contract/operation.ts';
import { EVENT_STREAM } from '../../shared/contract/streams.ts';
import type { AnySchema, Keywords, Resolve, NamedSchemas } from '../../shared/schema/json-types.ts';
import { asSchema } from '../../shared/schema/json-types.ts';
import { eventsOf, serverSentEvent, unionOf } from '../../shared/schema/named-types.ts';
import { referenceTo } from '../../shared/schema/references.ts';
import type { MediaTypeObject } from './document.ts';

/** The inputs of the description of a stream. */
export interface StreamContext {
  /** Whether the document has `itemSchema`: OpenAPI 3.2. */
  readonly hasItems: boolean;
  /** The media type of problems. */
  readonly problemType: string;
  /** Resolves references to schemas. */
  readonly resolve: Resolve;
}

/** Writes a stream by the schema of its items: OpenAPI 3.2, Sequential Media Types. In OpenAPI 3.1, `schema` has to do. */
export function streamObject(content: Content, context: StreamContext): MediaTypeObject {
  const { mediaType, example } = content;
  const isEvents = mediaType === EVENT_STREAM;
  const item = isEvents ? eventSchema(content, context) : content.schema;
  const sample = isEvents && example !== undefined ? eventExample(content) : example;
  return {
    ...(context.hasItems ? { itemSchema: item } : { schema: item }),
    ...(example !== undefined && { example: context.hasItems ? [sample] : sample }),
  };
}

/** The schema of an event. Its data is text, which has its own media type and schema. */
function eventSchema({ schema, stream }: Content, { resolve, problemType }: StreamContext): Schema {
  const events = stream === 'events' ? eventsOf(schema, resolve) : [undefined];
  const declared = events.map((event) =>
    event === undefined ? eventObject({}, schema) : eventObject({ event: event.name }, event.data),
  );
  const problem = eventObject({ event: { const: 'problem' } }, referenceTo('Problem'), problemType);
  return { anyOf: [...declared, { description: 'An error, which ends the stream.', ...problem }] };
}

function eventObject(name: { readonly event?: Schema }, data: AnySchema, mediaType = 'application/json'): Schema {
  return {
    type: 'object',
    properties: {
      ...name,
      data: { type: 'string', contentMediaType: mediaType, contentSchema: data },
      ...(mediaType === 'application/json' && {
        id: { type: 'string' },
        retry: { type: 'integer', minimum: 0 },
      }),
    },
    required: [...Object.keys(name), 'data'],
  };
}

function eventExample({ example, stream }: Content): unknown {
  if (stream !== 'events') return { data: JSON.stringify(example) };
  const { data, ...fields } = example as { readonly data: unknown };
  return { ...fields, data: JSON.stringify(data) };
}

/**
 * Reads a stream from the schema of its items, as {@link streamObject} writes it.
 *
 * @param mediaType Without parameters.
 */
export function readStream(mediaType: string, itemSchema: AnySchema): Pick<Content, 'schema' | 'stream'> {
  if (mediaType !== EVENT_STREAM) return { schema: asSchema(itemSchema), stream: 'values' };
  const { anyOf, oneOf } = asSchema(itemSchema) as Keywords;
  const events = (anyOf ?? oneOf ?? [itemSchema]).flatMap((event) => {
    const { event: name, data = true } = eventProperties(event);
    return name !== undefined && asSchema(name)['const'] === 'problem' ? [] : [{ name, data: eventData(data) }];
  });
  const [first] = events;
  if (events.length === 1 && first!.name === undefined) return { schema: first!.data, stream: 'values' };
  return { schema: unionOf(events.map(({ name = {}, data }) => serverSentEvent(name, data))), stream: 'events' };
}

/** The schema of an event's data: that of its JSON, or of its text. */
function eventData(data: AnySchema): Schema {
  const { contentSchema } = asSchema(data) as { readonly contentSchema?: AnySchema };
  return asSchema(contentSchema ?? data);
}

function eventProperties(schema: AnySchema): NamedSchemas {
  return (asSchema(schema) as Keywords).properties ?? {};
}
