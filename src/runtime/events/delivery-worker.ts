import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../koa/store-wait.ts';
import type { EventStore, TakenDelivery, TakeRequest } from './event-store.ts';
import { tooSlow } from './run-attempt.ts';

/** How long a call of the store may take, in milliseconds. */
const STORE_TIMEOUT = 10_000;
/** The pauses after an error of the store, in milliseconds. */
const FIRST_PAUSE = 100;
const LAST_PAUSE = 5_000;
/** How long attempts gather that have ended, before others are taken in their place, in milliseconds. */
const GATHER = 5;
/** The time between two sweeps, in milliseconds. */
const SWEEP = 60_000;

/** The settings of a worker. */
export interface WorkerSettings {
  readonly store: Pick<EventStore<never>, 'take' | 'sweep'>;
  /** Makes an attempt and records its result. It doesn't throw. */
  readonly attempt: (delivery: TakenDelivery) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly concurrency: number;
  /** In milliseconds. */
  readonly interval: number;
  /** In milliseconds. */
  readonly lease: number;
}

/** Takes due deliveries and attempts them, until it is stopped. It survives errors of the store. */
export class DeliveryWorker {
  readonly #settings: WorkerSettings;
  readonly #running = new Set<Promise<void>>();
  readonly #busy = new Map<string, number>();
  #failing = 0;
  #isStopped = true;
  #loop: Promise<void> | undefined;
  #wake: () => void = () => {};
  #isAwake = false;
  #nextSweep = 0;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /** Starts it, unless it runs. */
  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    const previous = this.#loop;
    this.#loop = (async () => {
      await previous;
      await this.#run();
    })();
  }

  /** Stops taking deliveries, and waits for the attempts that run. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#loop;
    await Promise.all(this.#running);
  }

  /** Looks for due deliveries now. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    let errors = 0;
    while (!this.#isStopped) {
      this.#isAwake = false;
      try {
        const taken = await this.#take();
        errors = 0;
        for (const delivery of taken) this.#start(delivery);
        await this.#sweep();
        await this.#pause(this.#settings.interval);
      } catch (error) {
        this.#settings.onError(error);
        await this.#pause(Math.min(FIRST_PAUSE * 2 ** errors++, LAST_PAUSE));
      }
    }
  }

  async #take(): Promise<readonly TakenDelivery[]> {
    const { store, concurrency, lease } = this.#settings;
    const limit = concurrency - this.#running.size;
    if (limit <= 0) return [];
    const failingLimit = Math.max(Math.ceil(concurrency / 2) - this.#failing, 0);
    const request: TakeRequest = { limit, failingLimit, busy: this.#busy, lease };
    return await within(store.take(request), STORE_TIMEOUT, tooSlow);
  }

  #start(delivery: TakenDelivery): void {
    const { endpoint, isFailing } = delivery;
    this.#busy.set(endpoint, (this.#busy.get(endpoint) ?? 0) + 1);
    if (isFailing) this.#failing++;
    const done = this.#settings.attempt(delivery).finally(() => {
      const left = this.#busy.get(endpoint)! - 1;
      if (left === 0) this.#busy.delete(endpoint);
      else this.#busy.set(endpoint, left);
      if (isFailing) this.#failing--;
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }

  async #sweep(): Promise<void> {
    if (performance.now() < this.#nextSweep) return;
    const hasMore = await within(this.#settings.store.sweep(), STORE_TIMEOUT, tooSlow);
    this.#nextSweep = performance.now() + (hasMore ? 0 : SWEEP);
  }

  /** Waits for a time, or until something has happened. */
  async #pause(milliseconds: number): Promise<void> {
    if (!this.#isAwake && !this.#isStopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (!this.#isStopped) await sleep(GATHER);
  }
}
