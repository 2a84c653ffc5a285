import { createHash } from 'node:crypto';
import type Koa from 'koa';
import { inputError } from '../../contract/input-error.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import type { Handler, OperationContext } from '../context.ts';
import { readCredentials } from '../request/security/credentials.ts';
import { InvalidInput } from '../response/problem.ts';
import type { Feature, Runtime } from '../runtime.ts';
import { usageError } from '../usage-error.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { keepError, keepResult, repeat, stateOf } from './kept-answer.ts';
import { memoryStore } from './memory-store.ts';
import { RefusedWrite } from './refused-write.ts';
import type { IdempotencyRecord, IdempotencyStore } from './store.ts';

/**
 * Makes handlers answer repetitions of a request, which have the same `Idempotency-Key`, with the first response.
 *
 * Generated code imports this, so that only bundles with `@idempotent` have it.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const idempotency: Feature = (runtime, { idempotency: own }) => {
  const store = checkStore(own ?? memoryStore());
  return (entry) => ({
    guard: (handler) => withKey({ handler, entry, runtime, store, isRequired: entry.idempotent === 'required' }),
  });
};

/** A handler, and what it needs to answer repetitions. */
interface Idempotent {
  readonly handler: Handler;
  readonly entry: OperationEntry;
  readonly runtime: Runtime;
  readonly store: IdempotencyStore;
  readonly isRequired: boolean;
}

function checkStore(store: IdempotencyStore): IdempotencyStore {
  for (const name of ['reserve', 'complete', 'release'] as const)
    if (typeof store[name] !== 'function')
      throw usageError(`The option idempotency must be a store, with a function ${name}.`);
  return store;
}

function withKey(idempotent: Idempotent): Handler {
  const { handler, isRequired } = idempotent;
  return (ctx, next) => {
    const sent = readKey(ctx);
    if (sent !== undefined) return answerOnce(idempotent, ctx, next, sent);
    if (isRequired) throw invalidKey('is required', 'required', { missingProperty: HEADER });
    return handler(ctx, next);
  };
}

const HEADER = 'Idempotency-Key';

/** A key in quotes, as the draft has it, or without them, as most clients send it. */
const KEY = /^(?:"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"|([\x21\x23-\x7e][\x21-\x7e]*))$/;

function readKey({ req }: OperationContext): string | undefined {
  const text = req.headers['idempotency-key'] as string | undefined;
  if (text === undefined) return undefined;
  const [, quoted, plain = quoted?.replace(/\\(.)/g, '$1')] = (text.length <= 255 ? KEY.exec(text) : null) ?? [];
  if (plain === undefined) throw invalidKey('must be 1 to 255 visible ASCII characters', 'pattern');
  return plain;
}

function invalidKey(message: string, keyword: string, params = {}): InvalidInput {
  return new InvalidInput([inputError({ in: 'header', name: HEADER }, message, keyword, params)]);
}

async function answerOnce(
  { handler, entry, runtime, store }: Idempotent,
  ctx: OperationContext,
  next: Koa.Next,
  sent: string,
): Promise<unknown> {
  const key = hash(entry.method, entry.path, ctx.input.path, clientOf(runtime, store, ctx), sent);
  const fingerprint = hash(ctx.querystring, ctx.input.body);
  const record = await store.reserve(key, fingerprint);
  if (record !== undefined) return repeat(ctx, answerOf(record, fingerprint));
  const before = stateOf(ctx);
  let kept: KeptAnswer | undefined;
  try {
    const value = await handler(ctx, next);
    kept = keepResult(runtime.wayOf(entry), ctx, before, value);
    return value;
  } catch (error) {
    kept = keepError(error);
    throw error;
  } finally {
    // The handler has run: whatever the store does, the client gets its response.
    await settle(store, key, kept).catch((error: unknown) => ctx.app.emit('error', error, ctx));
  }
}

async function settle(store: IdempotencyStore, key: string, kept: KeptAnswer | undefined): Promise<void> {
  if (kept === undefined) await store.release(key);
  else await store.complete(key, JSON.stringify(kept));
}

/**
 * The response of an earlier request.
 *
 * @throws {RefusedWrite} A 422 if it was another request, or a 409 if it is being processed.
 */
function answerOf(record: IdempotencyRecord, fingerprint: string): KeptAnswer {
  if (record.fingerprint !== fingerprint)
    throw new RefusedWrite(422, 'This idempotency key belongs to another request: use a new one.');
  if (record.answer === undefined)
    throw new RefusedWrite(409, 'A request with this idempotency key is being processed.', { 'Retry-After': '1' });
  return JSON.parse(record.answer) as KeptAnswer;
}

/** The client of a request: its credentials, or the name that the store gives. */
function clientOf({ manifest }: Runtime, store: IdempotencyStore, ctx: OperationContext): unknown {
  if (store.clientOf !== undefined) return store.clientOf(ctx);
  const names = (ctx.operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  return names.map((name) => readCredentials(ctx, manifest.securitySchemes![name]!));
}

/** A hash of values, as JSON or bytes. */
function hash(...values: readonly unknown[]): string {
  const sum = createHash('sha256');
  for (const value of values) {
    const part = Buffer.isBuffer(value) ? value : (JSON.stringify(value) ?? '');
    sum.update(`${part.length}:`).update(part);
  }
  return sum.digest('base64url');
}
