import type { PickValue, ResponsePicks } from '../../../shared/contract/enforcement.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { findByStatus, hasNoBody, isSuccessful } from '../../../shared/contract/statuses.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { replaceBody } from '../koa-internals.ts';
import type { FindPick, ItemTools } from '../steps.ts';
import type { Way } from '../way.ts';
import type { Misplaced } from '../../../shared/validation/wrong-kind.ts';
import { kindWithArticle } from '../../../shared/validation/wrong-kind.ts';
import { isScalar, pickResponse as pickByKind } from '../../../shared/validation/pick.ts';
import { isOpaque } from './encode.ts';

/** The error of an object, list, text or promise that the contract does not have there. Clients get a 500 without the message. */
class UndeclaredKind extends Error {
  override readonly name = 'UndeclaredKind';
}

/**
 * Copies the declared properties of a body, by the schema of its status. Bytes, streams and scalars stay as they are, but a text under a JSON type is
 * refused if the contract has only objects or lists.
 *
 * @throws {Error} The body, if it is an error: a forgotten `throw` sends no success.
 * @throws {UndeclaredKind} If the contract has no object, list or text where the body has one.
 * @throws {RangeError} If the body is nested deeper than the stack, or contains itself.
 * @throws {Error} Every error of a getter or `toJSON`.
 */
export function pickBody(way: Way, ctx: OperationContext, status: number, body: unknown): unknown {
  if (body instanceof Error) throw body;
  if (way.findPick === undefined || isOpaque(body) || hasNoBody(status)) return body;
  if (typeof body === 'string' ? !isSentAsJson(way, ctx) : isScalar(body)) return body;
  const pick = way.findPick(status, ctx.response.type);
  return pick === undefined ? body : copy(way, ctx, status, pick, body);
}

/** Whether a text that a handler returns is sent as JSON. */
function isSentAsJson({ jsonType }: Way, { response: { type } }: OperationContext): boolean {
  return type === '' ? jsonType !== undefined : isJsonType(type);
}

/** Replaces `ctx.body` by its declared properties. A text stays, as in Koa. */
export function pickResponse(way: Way, ctx: OperationContext): void {
  if (ctx.respond === false) return;
  const { body } = ctx;
  if (typeof body === 'string') return way.reportText?.(ctx, way.findPick?.(ctx.status, ctx.type));
  const picked = pickBody(way, ctx, ctx.status, body);
  if (picked !== body) replaceBody(ctx, picked);
}

/**
 * Creates the functions that the items of a stream need, for the status and the media type that the response has.
 *
 * An array's schema is that of the whole array, and its items are not checked.
 */
export function itemTools(way: Way, ctx: OperationContext, isArray: boolean): ItemTools {
  const { status } = ctx;
  const { checkItem } = way;
  const pick = way.findPick?.(status, ctx.type);
  const pickItem: PickValue = (item) =>
    isArray ? (copy(way, ctx, status, pick!, [item]) as unknown[])[0] : copy(way, ctx, status, pick!, item);
  return {
    pick: pick && pickItem,
    check: isArray || checkItem === undefined ? undefined : (item) => checkItem(ctx, item),
  };
}

/**
 * Composes how the pick of an operation's body is found.
 *
 * @param pickProblem Copies the listed properties of a problem, for a status that is not declared.
 */
export function composePicks(
  operation: OperationEntry,
  picks: ResponsePicks,
  pickProblem: PickValue | undefined,
): FindPick {
  const find: FindPick = (status, type) => {
    // An undeclared success has the content of the declared one, not that of errors.
    const success = isSuccessful(status) ? (contentOfSuccess(operation, picks) ?? picks['default'] ?? {}) : undefined;
    const byDefault = success ?? picks['default'];
    const content = findByStatus(status, (name) => (name === 'default' ? byDefault : picks[name])) ?? pickProblem;
    if (content === undefined || typeof content === 'function') return content;
    return content[type || (operation.produces ?? 'application/json')] ?? Object.values(content)[0];
  };
  // Most responses have the declared status, and no media type set by the handler.
  const declared = operation.status ?? 200;
  const usual = find(declared, '');
  return (status, type) => (status === declared && type === '' ? usual : find(status, type));
}

/** The pick for the response with the manifest's status, which the build has chosen. */
function contentOfSuccess({ status }: OperationEntry, picks: ResponsePicks): ResponsePicks[string] | undefined {
  return status === undefined ? undefined : (picks[status] ?? picks['2XX'] ?? {});
}

function copy(way: Way, ctx: OperationContext, status: number, pick: PickValue, body: unknown): unknown {
  const picked = pickDeclared(ctx, status, pick, body, !way.isSeen);
  way.reportOutput?.(ctx, body, picked);
  return picked;
}

/**
 * Copies the declared properties of a body.
 *
 * @param isSent Whether it is written at once.
 * @throws {UndeclaredKind | RangeError} As {@link pickBody}.
 */
export function pickDeclared(
  { operation: { id } }: OperationContext,
  status: number,
  pick: PickValue,
  body: unknown,
  isSent: boolean = false,
): unknown {
  const { picked, misplaced } = attempt(isSent, id, pick, body);
  if (misplaced !== undefined) throw new UndeclaredKind(messageOf(id, status, misplaced));
  return picked;
}

function messageOf(id: string, status: number, { kind, pointer }: Misplaced): string {
  const location = pointer === '' ? 'as its body' : `at ${pointer}`;
  if (kind === 'promise') return `${id} sent status ${status} with a promise ${location}: await it`;
  return `${id} sent status ${status} with ${kindWithArticle(kind)} ${location}, but its contract does not declare one there: return the declared type, or declare "any"`;
}

function attempt(isSent: boolean, id: string, pick: PickValue, body: unknown): ReturnType<typeof pickByKind> {
  try {
    return pickByKind(pick, body, isSent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${id} returned a value that is nested too deeply, or contains itself`, { cause: error });
  }
}
