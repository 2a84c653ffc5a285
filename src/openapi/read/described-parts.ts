import type { Content, Schema } from '../../contract/operation.ts';
import { STREAM_TYPES } from '../../contract/streams.ts';
import { readStream } from '../stream-content.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords } from '../../schema/json-types.ts';
import type { Fields } from './description.ts';
import { entries } from './description.ts';
import { textLines } from './texts.ts';

/** The description of a part, as a comment can have it. */
export function readDescription({ description }: Fields): { description?: string } {
  const lines = typeof description === 'string' ? textLines(description) : [];
  return lines.length === 0 ? {} : { description: lines.join('\n') };
}

/** A parameter in a media type is a text. */
export function contentSchema(content: unknown): Schema {
  const [mediaType] = Object.keys((content ?? {}) as Fields);
  return { type: 'string', ...(mediaType !== undefined && { contentMediaType: mediaType }) };
}

/** A schema as an object. */
export function asSchema(schema: AnySchema): Schema {
  return typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
}

/** The first example of a parameter or a media type. */
export function exampleOf({ example, examples }: Fields): { example?: unknown } {
  if (example !== undefined) return { example };
  const first = entries(examples).find(([, item]) => isKeywords(item) && 'value' in item)?.[1] as Fields | undefined;
  return first === undefined ? {} : { example: first['value'] };
}

/** The media types that a comment can have. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$|^[\w.+*-]+\/\*$/;

/** The content of a body: one item for each media type. */
export function readContent(raw: unknown): Content[] {
  const sayable = entries(raw).filter(([type]) => MEDIA_TYPE.test(plainMediaType(type)));
  const content = sayable.map(([type, media]): Content => {
    const { schema = {}, itemSchema, ...others } = media as Fields;
    const mediaType = plainMediaType(type);
    if (itemSchema !== undefined && STREAM_TYPES.some((known) => known === mediaType))
      return { mediaType, ...readStream(mediaType, asSchema(itemSchema as AnySchema)) };
    return { mediaType, schema: asSchema(schema as AnySchema), ...exampleOf(others) };
  });
  return [...new Map(content.toReversed().map((item) => [item.mediaType, item])).values()].reverse();
}

/**
 * The media type that the server sends: for any type, the usual one of the schema, unless the response has that one too.
 *
 * @param all All media types of the response.
 */
export function sentType(mediaType: string, schema: AnySchema, all: readonly string[]): string {
  const usual = isKeywords(schema) && schema['format'] === 'binary' ? 'application/octet-stream' : 'application/json';
  return mediaType === '*/*' && !all.includes(usual) ? usual : mediaType;
}

/** A media type without its parameters. */
export function plainMediaType(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}
