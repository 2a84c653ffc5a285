import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { RateLimit } from '../../../shared/contract/rate-limit.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { report } from '../../../runtime/koa/report-channel.ts';
import { setLastingHeader } from '../../../runtime/koa/response/handler-headers.ts';
import { isThenable } from '../../../runtime/koa/response/platform-bodies.ts';
import { StoreWait } from '../../../runtime/koa/store-wait.ts';
import type { CallerContext } from './caller-context.ts';
import { callerOf } from './callers.ts';
import type { RateLimits } from './context-limits.ts';
import { type Counted, limitFields, SECOND, secondsOf } from './limit-fields.ts';
import type { Limiting } from './limit-options.ts';
import { LimitUnavailable, QuotaExceeded } from './quota-exceeded.ts';
import type { LimitRequest, LimitState } from './limit-store.ts';

/** A limit of an operation, with the settings that all requests share. */
export interface OperationLimit {
  readonly limit: RateLimit;
  /** The start of the keys of its counters. */
  readonly prefix: string;
}

/** The settings that all requests of an app share. */
export interface LimitedApp {
  readonly manifest: Manifest;
  readonly limiting: Limiting;
  /** The limits that the dev server has warned of. */
  readonly warned: Set<string>;
}

/** Counts a request for its limits, and sends the fields of its response. */
export class RequestLimits implements RateLimits {
  readonly #app: LimitedApp;
  readonly #ctx: OperationContext;
  readonly #limits: readonly OperationLimit[];
  /** The limits of this request so far. Those without a bound are undefined. */
  readonly #counted = new Map<string, Counted | undefined>();
  #wait: StoreWait | undefined;

  constructor(app: LimitedApp, ctx: OperationContext, limits: readonly OperationLimit[]) {
    this.#app = app;
    this.#ctx = ctx;
    this.#limits = limits;
  }

  /**
   * Counts the request for some of its limits.
   *
   * @throws {QuotaExceeded} If one refuses it.
   * @throws {LimitUnavailable} If the store fails, and one of the limits is closed.
   */
  count(limits: readonly OperationLimit[]): Promise<void> | void {
    const requests = limits.map((limit) => this.#requestOf(limit));
    if (requests.some(isThenable)) return this.#countLater(limits, requests);
    return this.#take(limits.map((limit, i) => this.#remember(limit, requests[i] as LimitRequest | undefined)));
  }

  async #countLater(
    limits: readonly OperationLimit[],
    requests: readonly (LimitRequest | undefined | Promise<LimitRequest | undefined>)[],
  ): Promise<void> {
    const known = await Promise.all(requests);
    await this.#take(limits.map((limit, i) => this.#remember(limit, known[i])));
  }

  #remember({ limit }: OperationLimit, request: LimitRequest | undefined): Counted | undefined {
    const counted = request && { limit, request, state: undefined };
    this.#counted.set(limit.name, counted);
    return counted;
  }

  /** The amount that the request takes from a limit; undefined if nothing bounds it. */
  #requestOf({ limit, prefix }: OperationLimit): LimitRequest | undefined | Promise<LimitRequest | undefined> {
    const { limiting, manifest } = this.#app;
    const caller = callerOf(this.#ctx, limit, limiting, manifest);
    const { quota, window, cost = 1 } = limit;
    if (typeof caller === 'string') return { key: prefix + caller, cost, quota, window: window * SECOND };
    return this.#laterRequest(limit, prefix, caller);
  }

  async #laterRequest(limit: RateLimit, prefix: string, caller: Promise<string>): Promise<LimitRequest | undefined> {
    const { name, window, cost = 1 } = limit;
    const key = prefix + (await caller);
    const own: unknown = await this.#app.limiting.quotaOf?.(this.#ctx as unknown as CallerContext, name);
    const quota = own === undefined ? limit.quota : checkQuota(own, name);
    return quota === Infinity ? undefined : { key, cost, quota, window: window * SECOND };
  }

  #take(all: readonly (Counted | undefined)[]): Promise<void> | void {
    const counted = all.filter((one) => one !== undefined);
    // A quota of 0 needs no counter.
    const asked = counted.filter(({ request }) => request.quota > 0);
    const closed = counted.filter((one) => !asked.includes(one));
    for (const one of closed) one.state = { passes: false, remaining: 0, resetAfter: one.request.window };
    if (asked.length === 0 || closed.length > 0) return this.#conclude(counted);
    const states = this.#ask(asked.map(({ request }) => request));
    return isThenable(states)
      ? (states as Promise<readonly LimitState[] | undefined>).then((known) => this.#settle(asked, known))
      : this.#settle(asked, states as readonly LimitState[] | undefined);
  }

  #ask(requests: readonly LimitRequest[]): ReturnType<Limiting['store']['take']> {
    const { store, timeout } = this.#app.limiting;
    const wait = (): StoreWait => (this.#wait ??= new StoreWait(timeout, 'rateLimits'));
    return store.take(requests, wait, (error) => void this.#ctx.app.emit('error', error, this.#ctx));
  }

  #settle(counted: readonly Counted[], states: readonly LimitState[] | undefined): void {
    for (const [i, one] of counted.entries()) one.state = states?.[i];
    if (states === undefined && counted.some(({ limit }) => this.#isClosed(limit))) {
      this.#sendFields();
      throw new LimitUnavailable();
    }
    if (states === undefined) this.#countAlone(counted);
    this.#conclude(counted);
  }

  /** Counts in the memory of this process while the store fails: clients can make it fail, for example by keeping its connections busy. */
  #countAlone(counted: readonly Counted[]): void {
    const states = this.#app.limiting.alone.take(counted.map(({ request }) => request)) as readonly LimitState[];
    // How much is left in all processes is unknown.
    for (const [i, one] of counted.entries()) one.state = states[i]!.passes ? undefined : states[i];
  }

  #isClosed({ onStoreError }: RateLimit): boolean {
    const { limiting } = this.#app;
    return limiting.refuses && (onStoreError ?? limiting.onStoreError) === 'closed';
  }

  /** Sends the fields, and refuses the request if a limit does. */
  #conclude(counted: readonly Counted[]): void {
    this.#sendFields();
    const violated = counted.filter(({ state }) => state?.passes === false);
    if (violated.length === 0) return;
    const names = violated.map(({ limit }) => limit.name);
    if (!this.#app.limiting.refuses) return this.#warn(names);
    throw new QuotaExceeded(names, Math.max(...violated.map(({ state }) => secondsOf(state!.resetAfter)), 1));
  }

  /** The dev server only counts. */
  #warn(names: readonly string[]): void {
    const { operation } = this.#ctx;
    const key = `${operation.id} ${names.join(' ')}`;
    if (this.#app.warned.has(key)) return;
    this.#app.warned.add(key);
    const text = `${operation.id}: this request is above the limit "${names.join('", "')}". A built server answers it with a 429. To refuse it here too, set { rateLimits: { refuseInDev: true } }.`;
    report(this.#ctx, text);
  }

  #sendFields(): void {
    if (this.#ctx.headerSent) return;
    for (const [name, value] of Object.entries(limitFields(this.#counted.values())))
      setLastingHeader(this.#ctx, name, value);
  }

  async consume(name: string, cost: number): Promise<void> {
    checkCost(cost);
    const names = this.#limits.map(({ limit }) => limit.name);
    if (!names.includes(name))
      throw new TypeError(
        `${this.#ctx.operation.id} has no limit "${name}". Its limits are: ${names.join(', ')}. Declare it with @rate-limit.`,
      );
    if (!this.#counted.has(name))
      throw new TypeError(`The limit "${name}" counts after authentication. Call consume in the handler.`);
    const counted = this.#counted.get(name);
    if (counted === undefined) return;
    const again: Counted = { ...counted, request: { ...counted.request, cost } };
    this.#counted.set(name, again);
    await this.#take([again]);
  }
}

/** The limits of a request inside of another one, which has been counted. */
export function idleLimits(names: readonly string[]): RateLimits {
  return {
    async consume(name, cost) {
      checkCost(cost);
      if (!names.includes(name)) throw new TypeError(`This operation has no limit "${name}".`);
    },
  };
}

function checkCost(cost: unknown): void {
  if (!Number.isSafeInteger(cost) || (cost as number) < 1)
    throw new TypeError(`The cost of ctx.rateLimits.consume must be a positive integer, not ${String(cost)}.`);
}

/** @throws {TypeError} If `quotaOf` has not returned a quota. */
function checkQuota(quota: unknown, name: string): number {
  if (quota === Infinity || (Number.isSafeInteger(quota) && (quota as number) >= 0)) return quota as number;
  throw new TypeError(
    `rateLimits.quotaOf must return a non-negative integer, Infinity or undefined for "${name}", not ${String(quota)}.`,
  );
}
