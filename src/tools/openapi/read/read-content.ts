import { stableText } from '../../../shared/validation/values.ts';
import { withExamples } from '../../../shared/contract/operation.ts';
import type { Content, Exemplified, Schema } from '../../../shared/contract/operation.ts';
import { STREAM_TYPES } from '../../../shared/contract/streams.ts';
import { readStream } from '../../../build/openapi/stream-content.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { asSchema, isKeywords } from '../../../shared/schema/json-types.ts';
import type { Fields } from './document-fields.ts';
import { entries } from './document-fields.ts';

/** The description of a part, unless it is empty. */
export function readDescription({ description }: Fields): { description?: string } {
  return typeof description === 'string' && description.trim() !== '' ? { description } : {};
}

/** A parameter in a media type is a text. */
export function contentSchema(content: unknown): Schema {
  const [mediaType] = Object.keys((content ?? {}) as Fields);
  return { type: 'string', ...(mediaType !== undefined && { contentMediaType: mediaType }) };
}

/** The examples of a parameter or a media type. Of two that are equal, one is enough. */
export function readExamples({ example, examples }: Fields): Exemplified {
  const named = entries(examples).flatMap(([, item]) => (isKeywords(item) && 'value' in item ? [item['value']] : []));
  const all = [example, ...named].filter((value) => value !== undefined);
  return withExamples([...new Map(all.map((value) => [stableText(value), value])).values()]);
}

/** A media type or a range of them, without parameters: RFC 9110, 8.3.1. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$|^[\w.+*-]+\/\*$/;

/**
 * The content of a body: one item for each media type.
 *
 * @param isRequest Whether it is the body of a request, which can have a maximum size.
 */
export function readContent(raw: unknown, isRequest = false): Content[] {
  const known = entries(raw).filter(([type]) => MEDIA_TYPE.test(plainMediaType(type)));
  const content = known.map(([key, media]): Content => {
    const { schema = {}, itemSchema, ...others } = media as Fields;
    const mediaType = plainMediaType(key);
    if (itemSchema !== undefined && STREAM_TYPES.some((type) => type === mediaType))
      return { mediaType, ...readStream(mediaType, asSchema(itemSchema as AnySchema)) };
    const limit = others['x-max-bytes'];
    const isLimited = isRequest && Number.isSafeInteger(limit) && (limit as number) > 0;
    return {
      mediaType,
      schema: asSchema(schema as AnySchema),
      ...readExamples(others),
      ...(isLimited && { maxBytes: limit as number }),
    };
  });
  return [...new Map(content.toReversed().map((item) => [item.mediaType, item])).values()].reverse();
}

/** A media type without its parameters. */
export function plainMediaType(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}
