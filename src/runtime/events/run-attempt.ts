import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../koa/store-wait.ts';
import { usageError } from '../koa/usage-error.ts';
import type { DeliveryOutcome } from './delivery-attempt.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import { planDelivery } from './delivery-plan.ts';
import { openSecrets } from './endpoints.ts';
import type { EventOptions, OwnEndpoint } from './event-options.ts';
import type { EventStore, Settled, TakenDelivery } from './event-store.ts';
import { shownTenant } from './event-store.ts';
import type { SecretSeal } from './seal-secret.ts';
import type { SettleTurns } from './settle-turns.ts';

/** How long a call of the store may take, and the pause before it is repeated, in milliseconds. */
const STORE_TIMEOUT = 5_000;
const PAUSE = 250;

/** The settings of attempts. */
export interface AttemptSettings {
  readonly store: Pick<EventStore<never>, 'settle'>;
  readonly deliverer: Pick<Deliverer, 'deliver'>;
  readonly turns: SettleTurns;
  readonly seal: SecretSeal | undefined;
  readonly options: Pick<EventOptions<never>, 'endpointsOf' | 'onAttempt' | 'onDisabled'>;
  readonly onError: (error: unknown) => void;
  readonly retries: readonly number[];
  /** In milliseconds. */
  readonly disableAfter: number;
  /** How long a taken delivery belongs to this process, in milliseconds. */
  readonly lease: number;
}

/** Attempts a delivery, and records and reports the result. Errors are reported, too. */
export async function runAttempt(settings: AttemptSettings, delivery: TakenDelivery): Promise<void> {
  const { retries, options, onError } = settings;
  const end = performance.now() + settings.lease;
  try {
    const outcome = await makeAttempt(settings, delivery);
    const plan = planDelivery(outcome, delivery.failures, retries, Math.random());
    const { hasDisabled } = await note(settings, delivery, outcome, plan, end);
    report(settings, delivery, outcome, plan);
    const tenant = tenantOf(delivery);
    if (hasDisabled)
      await options.onDisabled?.({ endpoint: delivery.endpoint, tenant, reason: plan.isGone ? 'gone' : 'failing' });
  } catch (error) {
    // The lease ends, and the delivery is attempted again.
    onError(error);
  }
}

async function makeAttempt(
  { deliverer, seal, options }: AttemptSettings,
  taken: TakenDelivery,
): Promise<DeliveryOutcome> {
  const { event, endpoint, url, secrets, attempt: number } = taken;
  const { id, type, body } = event;
  const tenant = tenantOf(taken);
  const attempt = { id, type, body, endpoint, tenant, number };
  if (url !== undefined) {
    if (seal === undefined)
      throw usageError('The option key of createEvents is missing, which decrypts the secrets of endpoints.');
    return await deliverer.deliver({ ...attempt, url, secrets: openSecrets(secrets, endpoint, seal) });
  }
  const own = (await options.endpointsOf?.(tenant, type))?.find((each: OwnEndpoint) => each.id === endpoint);
  if (own === undefined) return GONE;
  return await deliverer.deliver({ ...attempt, url: own.url, secrets: own.secrets });
}

/** The outcome of a delivery to an endpoint that the app does not have any more. */
const GONE: DeliveryOutcome = {
  ok: false,
  status: undefined,
  retryAfter: undefined,
  duration: 0,
  error: 'The app does not return the endpoint.',
};

/** Records a result. If the store fails, it tries again while the delivery belongs to this process. */
async function note(
  { store, disableAfter, turns }: AttemptSettings,
  delivery: TakenDelivery,
  { status, error }: DeliveryOutcome,
  plan: DeliveryPlan,
  end: number,
): Promise<Settled> {
  for (;;) {
    try {
      const settle = (): Promise<Settled> =>
        within(store.settle(delivery, { ...plan, status, error, disableAfter }), STORE_TIMEOUT, tooSlow);
      return await turns.run(plan.state === 'delivered', settle);
    } catch (failure) {
      if (performance.now() + PAUSE >= end) throw failure;
      await sleep(PAUSE);
    }
  }
}

function report(
  { options: { onAttempt }, onError }: AttemptSettings,
  delivery: TakenDelivery,
  { status, error, duration }: DeliveryOutcome,
  { state }: DeliveryPlan,
): void {
  if (onAttempt === undefined) return;
  const { event, endpoint, attempt } = delivery;
  const { id, type } = event;
  try {
    onAttempt({ id, type, tenant: tenantOf(delivery), endpoint, attempt, state, status, error, duration });
  } catch (thrown) {
    onError(thrown);
  }
}

function tenantOf({ event: { tenant } }: TakenDelivery): string | undefined {
  return shownTenant(tenant);
}

export function tooSlow(): Error {
  return new Error(`The store of createEvents took longer than ${STORE_TIMEOUT} ms.`);
}
