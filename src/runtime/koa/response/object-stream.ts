import type { Readable } from 'node:stream';
import type { PickValue } from '../../../shared/contract/enforcement.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { encodeItem } from './encode.ts';
import type { EncodeItem } from './stream-parts.ts';
import { ValueStream } from './value-stream.ts';

/**
 * Converts a stream of values to a stream of bytes: under a JSON type, to an array of them. Bytes, and text under other types, stay.
 *
 * The first item decides, and it is an error if it is not text or bytes and the contract declares another type than JSON.
 *
 * @param jsonType The JSON media type of the contract; undefined if it declares another format.
 * @param pick Copies the declared properties of an item.
 */
export function createArrayStream(
  ctx: OperationContext,
  source: Readable,
  jsonType: string | undefined,
  pick: PickValue = (item) => item,
): ValueStream {
  const { operation } = ctx;
  let encode: EncodeItem | undefined;
  let count = 0;
  const encodeElement: EncodeItem = (item) =>
    `${count === 0 ? '[' : ','}${encodeItem(operation, pick(item), `/${count++}`)}`;
  return new ValueStream(ctx, source, {
    iterate: () => source[Symbol.asyncIterator](),
    encoder: () => (item) => {
      encode ??= isElement(ctx, jsonType, item) ? encodeElement : (bytes) => passBytes(ctx, bytes);
      return encode(item);
    },
    end() {
      if (encode === undefined) return isJsonType(ctx.type) ? '[]' : '';
      return encode === encodeElement ? ']' : '';
    },
  });
}

/** Whether the first item is one of an array. Sets the media type of the array. */
function isElement(ctx: OperationContext, jsonType: string | undefined, item: unknown): boolean {
  const isJson = isJsonType(ctx.type);
  if (isJson ? item instanceof Uint8Array : jsonType === undefined || isBytes(item)) return false;
  // The length of the array is unknown.
  ctx.remove('Content-Length');
  // As Koa does for objects under another type.
  if (!isJson) ctx.set('Content-Type', jsonType!);
  return true;
}

function isBytes(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function passBytes({ operation, type }: OperationContext, item: unknown): string | Uint8Array {
  if (isBytes(item)) return item;
  throw new TypeError(
    `${operation.id} returned a stream of type ${typeof item}, but its media type is ${type}: use a stream of text or bytes`,
  );
}
