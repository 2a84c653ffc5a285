import { Readable } from 'node:stream';
import type { PickValue } from '../../contract/enforcement.ts';
import type { OperationContext } from '../context.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import { isJsonType } from '../../contract/operation.ts';
import { jsonTypeOf, nameBigInt } from './encode.ts';
import { isReadable } from './platform-bodies.ts';

/** Whether a body is a stream of values instead of bytes, such as `Readable.from(rows)`. */
export function isObjectStream(body: unknown): body is Readable {
  return isReadable(body) && body.readableObjectMode;
}

/**
 * Converts a stream of values to a stream of bytes: under a JSON type, to an array of them. Bytes, and text under other types, stay.
 *
 * The first item is read at once, so that a stream that fails before it is a 500. HEAD reads nothing.
 *
 * @param pick Copies the declared properties of an item.
 * @throws {Error} The stream's error before its first item.
 * @throws {TypeError} If the first item is not text or bytes, and the contract declares another type than JSON.
 */
export async function encodeStream(
  ctx: OperationContext,
  source: Readable,
  pick: PickValue = (item) => item,
): Promise<Readable> {
  if (ctx.req.method === 'HEAD') return source;
  const items = source[Symbol.asyncIterator]() as AsyncIterator<unknown>;
  const first = await items.next();
  const jsonType = jsonTypeOf(ctx.operation);
  const isArray = isJsonType(ctx.type)
    ? !(first.value instanceof Uint8Array)
    : jsonType !== undefined && first.done !== true && !isBytes(first.value);
  // As Koa does for objects under another type.
  if (isArray && !isJsonType(ctx.type)) ctx.set('Content-Type', jsonType!);
  const chunks = isArray ? printArray(ctx, first, items, pick) : passBytes(ctx, first, items);
  const { value: head, done } = await chunks.next();
  const bytes = Readable.from(done === true ? [] : prepend(head, chunks), { objectMode: false });
  return bytes.once('close', () => source.destroy());
}

function isBytes(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

type Item = IteratorResult<unknown, unknown>;

async function* prepend<T>(head: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield head;
  yield* rest;
}

async function* printArray(
  { operation }: OperationContext,
  first: Item,
  items: AsyncIterator<unknown>,
  pick: PickValue,
): AsyncGenerator<string> {
  if (first.done === true) return yield '[]';
  let index = 0;
  for (let item: Item = first; item.done !== true; item = await items.next())
    yield `${index === 0 ? '[' : ','}${printItem(operation, pick(item.value), index++)}`;
  return yield ']';
}

function printItem(operation: OperationEntry, item: unknown, index: number): string {
  try {
    // In arrays, JSON has null for what it cannot represent.
    return (JSON.stringify(item) as string | undefined) ?? 'null';
  } catch (error) {
    throw nameBigInt(error as Error, operation, item, `/${index}`);
  }
}

async function* passBytes(
  { operation, type }: OperationContext,
  first: Item,
  items: AsyncIterator<unknown>,
): AsyncGenerator<string | Uint8Array> {
  for (let item: Item = first; item.done !== true; item = await items.next()) {
    const { value } = item;
    if (!isBytes(value)) {
      throw new TypeError(
        `${operation.id} returned a stream of type ${typeof value}, but its media type is ${type}: use a stream of text or bytes`,
      );
    }
    if (value.length > 0) yield value;
  }
}
