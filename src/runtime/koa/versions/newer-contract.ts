import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet } from '../koa-internals.ts';
import { findContent } from '../request/body/media-type.ts';
import { addBody } from '../request/input.ts';
import { composePicks, pickDeclared } from '../response/picks.ts';
import type { FindPick } from '../steps.ts';

/** Copies the declared properties of a result, at the status that the response will have. */
export type PickResult = (ctx: OperationContext, value: unknown) => unknown;

/** Creates {@link PickResult} for the responses of an operation: data outside of its contract isn't converted either. */
export function composePickResult(entry: OperationEntry): PickResult {
  const { picks, status: declared = 200 } = entry;
  if (picks === undefined) return (_, value) => value;
  const find: FindPick = composePicks(entry, picks, undefined);
  return (ctx, value) => {
    const status = isStatusSet(ctx) ? ctx.status : declared;
    const pick = find(status, ctx.response.type);
    return pick === undefined ? value : pickDeclared(ctx, status, pick, value);
  };
}

/**
 * Replaces the body of a request by one that the contract of an operation must allow, as if it had been sent.
 *
 * @throws {InvalidInput} If it violates the contract.
 */
export function replaceInput(ctx: OperationContext, { input }: OperationEntry, body: unknown): void {
  const declared = input!.body!;
  const { type = '' } = ctx.input as { readonly type?: string };
  const content = findContent(declared.content, type) ?? declared.content[0]!;
  // Only its JSON could have been sent.
  const text = JSON.stringify(body) as string | undefined;
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  const error = addBody(ctx, declared, value === undefined ? undefined : { content, type, value }, undefined);
  if (error !== undefined) throw error;
}
