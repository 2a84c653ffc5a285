import type { PickValue } from '../../contract/enforcement.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import { findByStatus } from '../../contract/statuses.ts';
import type { OperationContext } from '../context.ts';
import { replaceBody } from '../koa-internals.ts';
import type { Runtime } from '../steps.ts';
import type { ItemTools } from '../streams/items.ts';
import { isOpaque } from './encode.ts';

/**
 * Copies the declared properties of a body, by the schema of its status. Strings, bytes, streams and other scalars stay as they are.
 *
 * @throws {RangeError} If the body is nested deeper than the stack, or contains itself.
 * @throws {Error} Every error of a getter or `toJSON`.
 */
export function pickBody(runtime: Runtime, ctx: OperationContext, status: number, body: unknown): unknown {
  if (!runtime.picksResponses || typeof body !== 'object' || body === null || isOpaque(body)) return body;
  const pick = pickFor(ctx, status);
  if (pick === undefined) return body;
  const picked = run(ctx.operation, pick, body);
  runtime.checks?.reportLeftOut(ctx.operation, body, picked, 'response');
  return picked;
}

/** Replaces `ctx.body` by its declared properties. */
export function pickResponse(runtime: Runtime, ctx: OperationContext): void {
  if (ctx.respond === false) return;
  const { body } = ctx;
  const picked = pickBody(runtime, ctx, ctx.status, body);
  if (picked !== body) replaceBody(ctx, picked);
}

/** The pick of each value in a stream that is sent as an array; undefined if they stay as they are. */
export function pickOfItems(runtime: Runtime, ctx: OperationContext): PickValue | undefined {
  const pick = runtime.picksResponses ? pickFor(ctx, ctx.status) : undefined;
  if (pick === undefined) return undefined;
  return (item) => {
    const [picked] = run(ctx.operation, pick, [item]) as unknown[];
    runtime.checks?.reportLeftOut(ctx.operation, [item], [picked], 'response');
    return picked;
  };
}

/** What happens to each item of a stream before it is sent. */
export function itemTools(runtime: Runtime, ctx: OperationContext): ItemTools {
  const pick = runtime.picksResponses ? pickFor(ctx, ctx.status) : undefined;
  const { checks } = runtime;
  return {
    pick:
      pick &&
      ((item) => {
        const picked = run(ctx.operation, pick, item);
        checks?.reportLeftOut(ctx.operation, item, picked, 'response');
        return picked;
      }),
    check: checks && ((item) => checks.checkItem(ctx, item)),
  };
}

/** The pick of a status. */
function pickFor(ctx: OperationContext, status: number): PickValue | undefined {
  const { picks } = ctx.operation;
  if (picks === undefined) return undefined;
  const content = findByStatus(status, (name) => picks[name]) ?? {};
  const [first, ...others] = Object.values(content);
  return others.length === 0 ? first : (content[ctx.type || (ctx.operation.produces ?? 'application/json')] ?? first);
}

function run({ id }: OperationEntry, pick: PickValue, body: unknown): unknown {
  try {
    return pick(body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${id} returned a value that is nested too deeply, or contains itself`, { cause: error });
  }
}
