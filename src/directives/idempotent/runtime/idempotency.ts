import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Handler, OperationContext } from '../../../runtime/koa/context.ts';
import type { Feature, Runtime } from '../../../runtime/koa/runtime.ts';
import { Attempt, type HandlerOutcome } from './attempt.ts';
import { fingerprintOf } from './fingerprint.ts';
import { hash } from './hash.ts';
import type { Keys } from './idempotency-options.ts';
import { resolveKeys } from './idempotency-options.ts';
import type { StoredResponse } from './stored-response.ts';
import { encodeError, encodeResult, hasReadBody, repeat, stateOf } from './stored-response.ts';
import { missingKey, readKey } from './idempotency-key.ts';
import { RefusedWrite } from '../../../runtime/koa/refused-write.ts';
import { isReserved, reserve } from './reserve.ts';
import type { IdempotencyRecord } from './store.ts';
import { StoreWait } from '../../../runtime/koa/store-wait.ts';

/**
 * Makes handlers answer repetitions of a request, which have the same `Idempotency-Key`, with the first response.
 *
 * Generated code imports this, so that only bundles with `@idempotent` have it.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const idempotency: Feature = (runtime, options) => {
  const keys = resolveKeys(runtime.manifest, options.idempotency);
  return (entry) => ({ guard: (handler) => withKey({ handler, entry, runtime, keys }) });
};

/** A handler, and what it needs to answer repetitions. */
interface Idempotent {
  readonly handler: Handler;
  readonly entry: OperationEntry;
  readonly runtime: Runtime;
  readonly keys: Keys;
}

function withKey(idempotent: Idempotent): Handler {
  const { handler, entry } = idempotent;
  return (ctx, next) => {
    const sent = readKey(ctx);
    if (sent !== undefined) return answerOnce(idempotent, ctx, next, sent);
    if (entry.idempotent === 'required') throw missingKey();
    return handler(ctx, next);
  };
}

async function answerOnce(
  idempotent: Idempotent,
  ctx: OperationContext,
  next: Koa.Next,
  sent: string,
): Promise<unknown> {
  const { entry, runtime, keys } = idempotent;
  const { store, lease } = keys;
  const client = keys.clientOf(ctx);
  const key = hash([entry.method, entry.path, client.id, sent]);
  const fingerprint = await fingerprintOf(ctx, runtime.manifest);
  const owner = randomUUID();
  const report = (error: unknown): void => void ctx.app.emit('error', error, ctx);
  const wait = new StoreWait(keys.timeout, 'idempotency');
  const renewed = store.renew !== undefined && { isRenewed: true as const };
  const reservation = { owner, client: client.share, lease, ...renewed };
  const record = await reserve({ store, key, fingerprint, reservation, report }, wait);
  const stored = record && answerOf(record, fingerprint);
  if (stored !== undefined) return repeat(ctx, stored);
  const attempt = new Attempt(keys, { key, fingerprint, owner, isRetry: record !== undefined }, report);
  return runAndKeep(idempotent, ctx, next, { attempt, wait });
}

/** An attempt, and how long its response may wait for the store. */
interface Running {
  readonly attempt: Attempt;
  readonly wait: StoreWait;
}

/** Runs the handler, and keeps its response. */
async function runAndKeep(
  { handler, entry, runtime }: Idempotent,
  ctx: OperationContext,
  next: Koa.Next,
  { attempt, wait }: Running,
): Promise<unknown> {
  const before = stateOf(ctx);
  const toStored = (value: unknown): StoredResponse | undefined =>
    encodeResult(runtime.wayOf(entry), ctx, before, value);
  ctx.idempotency = attempt.begin(toStored);
  let outcome: HandlerOutcome = { stored: undefined, isDone: false, hasRun: true };
  try {
    const value = await handler(ctx, next);
    outcome = { stored: toStored(value), isDone: true, hasRun: true };
    return value;
  } catch (error) {
    // Preconditions refuse a write before its handler runs.
    outcome = {
      stored: hasReadBody(ctx, before) ? undefined : encodeError(error),
      isDone: false,
      hasRun: !(error instanceof RefusedWrite),
    };
    throw error;
  } finally {
    // The handler has run: even if the store fails, the client gets its response.
    await attempt.end(outcome, wait);
  }
}

/**
 * The response of an earlier request; undefined if it has given up its key.
 *
 * @throws {RefusedWrite} A 422 if it was another request, or a 409 if it is being processed.
 */
function answerOf(record: IdempotencyRecord, fingerprint: string): StoredResponse | undefined {
  if (record.fingerprint !== fingerprint)
    throw new RefusedWrite(422, 'This idempotency key belongs to another request: use a new one.');
  if (record.answer !== undefined) return JSON.parse(record.answer) as StoredResponse;
  if (isReserved(record)) return undefined;
  throw new RefusedWrite(409, 'A request with this idempotency key is being processed.', { 'Retry-After': '1' });
}
