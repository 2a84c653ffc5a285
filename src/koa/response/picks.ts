import type { PickValue } from '../../contract/enforcement.ts';
import { findByStatus } from '../../contract/statuses.ts';
import type { OperationContext } from '../context.ts';
import { replaceBody } from '../koa-internals.ts';
import type { Way } from '../runtime.ts';
import type { ItemTools } from '../streams/items.ts';
import { isOpaque } from './encode.ts';

/**
 * Copies the declared properties of a body, by the schema of its status. Strings, bytes, streams and other scalars stay as they are.
 *
 * @throws {RangeError} If the body is nested deeper than the stack, or contains itself.
 * @throws {Error} Every error of a getter or `toJSON`.
 */
export function pickBody(way: Way, ctx: OperationContext, status: number, body: unknown): unknown {
  if (way.picks === undefined || typeof body !== 'object' || body === null || isOpaque(body)) return body;
  const pick = pickFor(way, ctx, status);
  return pick === undefined ? body : copy(way, ctx, pick, body);
}

/** Replaces `ctx.body` by its declared properties. */
export function pickResponse(way: Way, ctx: OperationContext): void {
  if (ctx.respond === false) return;
  const { body } = ctx;
  const picked = pickBody(way, ctx, ctx.status, body);
  if (picked !== body) replaceBody(ctx, picked);
}

/**
 * The pick of each value in a stream; undefined if they stay as they are.
 *
 * @param isArray Whether the stream is sent as an array, so that the schema is that of the array.
 */
export function pickOfItems(way: Way, ctx: OperationContext, isArray: boolean): PickValue | undefined {
  const pick = pickFor(way, ctx, ctx.status);
  if (pick === undefined) return undefined;
  return (item) => (isArray ? (copy(way, ctx, pick, [item]) as unknown[])[0] : copy(way, ctx, pick, item));
}

/** What happens to each item of a stream before it is sent. */
export function itemTools(way: Way, ctx: OperationContext): ItemTools {
  const { checkItem } = way;
  return { pick: pickOfItems(way, ctx, false), check: checkItem && ((item) => checkItem(ctx, item)) };
}

/** The pick of a status. */
function pickFor({ picks }: Way, ctx: OperationContext, status: number): PickValue | undefined {
  if (picks === undefined) return undefined;
  const content = findByStatus(status, (name) => picks[name]) ?? {};
  const [first, ...others] = Object.values(content);
  return others.length === 0 ? first : (content[ctx.type || (ctx.operation.produces ?? 'application/json')] ?? first);
}

function copy({ reportOutput }: Way, { operation: { id } }: OperationContext, pick: PickValue, body: unknown): unknown {
  let picked: unknown;
  try {
    picked = pick(body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${id} returned a value that is nested too deeply, or contains itself`, { cause: error });
  }
  reportOutput?.(body, picked);
  return picked;
}
