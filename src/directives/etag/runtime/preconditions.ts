import type { Handler, OperationContext } from '../../../runtime/koa/context.ts';
import { isStatusSet } from '../../../runtime/koa/koa-internals.ts';
import { isError, statusOf } from '../../../runtime/koa/response/http-error.ts';
import { InvalidInput } from '../../../runtime/koa/response/problem.ts';
import { inputError } from '../../../shared/contract/input-error.ts';
import { lifetimeOf } from '../../../shared/contract/lifetime.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Feature, Runtime } from '../../../runtime/koa/runtime.ts';
import type { Current } from './current.ts';
import { readCurrent } from './current.ts';
import { findTag, hasStrongTag, tagsIn } from './entity-tags.ts';
import { RefusedWrite } from '../../../runtime/koa/refused-write.ts';
import { Turns } from './turns.ts';
import { isSuccessful } from '../../../shared/contract/statuses.ts';

/**
 * Makes writes conditional: a handler runs only if the resource is as the client has seen it (RFC 9110, 13.1; RFC 6585, 3). `ctx.current` is the
 * body of the resource.
 *
 * The writes of one path run one after another in this process. A write that its platform has dropped, as workerd does, has no turn. Generated code imports this, so that only bundles with `@etag` have it.
 */
export const preconditions: Feature = (runtime) => {
  const queue = new Turns();
  return (entry) => ({ guard: (handler) => requireMatch(handler, entry, runtime, queue) });
};

function requireMatch(handler: Handler, entry: OperationEntry, runtime: Runtime, queue: Turns): Handler {
  const { operations } = runtime.manifest;
  // The index, because the dev server replaces entries.
  const get = operations.findIndex(
    ({ method, path, version }) => method === 'GET' && path === entry.path && version === entry.version,
  );
  return (ctx, next) => {
    const condition = readCondition(ctx);
    const key = queueOf(entry, ctx);
    const write = async (): Promise<unknown> => {
      const current = await findCurrent(runtime, ctx, operations[get]!);
      const reason = reasonAgainst(condition, current);
      if (reason !== undefined) throw new RefusedWrite(412, reason);
      ctx.current = current?.body;
      const result = await handler(ctx, next);
      if (entry.method === 'PATCH') await sendTag(runtime, ctx, operations[get]!);
      return result;
    };
    return queue.run(key, write, lifetimeOf(ctx.req) !== undefined);
  };
}

/** Sets the `ETag` of the changed resource, which a PATCH sends with any body: RFC 5789, 2.1. A handler that sets its own saves the read. */
async function sendTag(runtime: Runtime, ctx: OperationContext, get: OperationEntry): Promise<void> {
  const { res } = ctx;
  const isSuccess = !isStatusSet(ctx) || isSuccessful(ctx.status);
  if (!isSuccess || ctx.respond === false || res.headersSent || res.hasHeader('ETag')) return;
  try {
    const { tag } = await readCurrent(runtime, ctx, get);
    if (tag !== undefined) ctx.set('ETag', tag);
  } catch (error) {
    // The write has taken effect, and its response does not depend on this.
    const status = isError(error) ? statusOf(error) : undefined;
    if (typeof status !== 'number' || status >= 500) ctx.app.emit('error', error, ctx);
  }
}

/** The conditions of a request. `*` is any version. */
interface Condition {
  readonly match: readonly string[] | undefined;
  readonly noneMatch: readonly string[] | undefined;
}

/**
 * Reads the conditions of a request.
 *
 * @throws {RefusedWrite} A 428 if none of them names the version that the client has seen.
 * @throws {InvalidInput} A 400 if one is invalid.
 */
function readCondition(ctx: OperationContext): Condition {
  const { headers } = ctx.req;
  const match = readTags(headers['if-match'], 'If-Match');
  const noneMatch = readTags(headers['if-none-match'], 'If-None-Match');
  // Any other If-None-Match names versions that the resource does not have, so it would let every write through.
  const creates = ctx.method === 'PUT' && noneMatch?.[0] === '*';
  if (match === undefined && !creates)
    throw new RefusedWrite(428, 'Send the ETag of the resource, which GET returns, in the header If-Match.');
  return { match, noneMatch };
}

/** A list of entity tags: RFC 9110, 8.8.3. */
const TAGS = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

function readTags(text: string | undefined, name: string): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '*') return ['*'];
  if (TAGS.test(text)) return tagsIn(text);
  throw new InvalidInput([
    inputError({ in: 'header', name }, 'must be * or a list of ETags in double quotes', 'pattern'),
  ]);
}

/**
 * Finds the resource; undefined if it does not exist.
 *
 * @throws {unknown} Every error of GET, also that of a resource that does not exist, unless the request is a PUT, which can create it.
 */
async function findCurrent(runtime: Runtime, ctx: OperationContext, get: OperationEntry): Promise<Current | undefined> {
  try {
    return await readCurrent(runtime, ctx, get);
  } catch (error) {
    const status = isError(error) ? statusOf(error) : undefined;
    if (ctx.method === 'PUT' && (status === 404 || status === 410)) return undefined;
    throw error;
  }
}

/** Why the conditions of a request don't hold; undefined if they do. */
function reasonAgainst({ match, noneMatch }: Condition, current: Current | undefined): string | undefined {
  const any = current !== undefined;
  const tag = current?.tag;
  // If-Match compares strongly, If-None-Match weakly: RFC 9110, 13.1.
  if (match !== undefined && !any) return 'The resource does not exist.';
  if (match !== undefined && !hasStrongTag(match, tag))
    return 'The resource has changed since you read it. Get it again, then retry.';
  const isKnown = noneMatch?.[0] === '*' ? any : findTag(noneMatch ?? [], tag) !== undefined;
  return isKnown ? 'The resource exists already.' : undefined;
}

/** The writes of one resource have one queue, also if their parameters have other types, or a UUID is in capitals. */
function queueOf({ path }: OperationEntry, { input }: OperationContext): string {
  const names = Object.entries(input.path as Readonly<Record<string, unknown>>).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([path, names.map(([, value]) => String(value).toLowerCase())]);
}
