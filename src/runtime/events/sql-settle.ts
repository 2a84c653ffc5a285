import type { SqlState } from '../state/sql-state.ts';
import { sql } from '../state/sql-text.ts';
import type { Settled, Settlement, TakenDelivery } from './event-store.ts';

/** Records the result of an attempt: first of the delivery, which is fenced by the attempt's number, then of the endpoint if that changes. */
export async function settleInSql(
  state: SqlState,
  { event, endpoint, attempt, isFailing }: TakenDelivery,
  settlement: Settlement,
): Promise<Settled> {
  const { dialect, rows } = state;
  const hasFailed = settlement.state !== 'delivered';
  const { length: settled } = await rows(sql`update operations_event_deliveries set state = ${settlement.state},
    due_at = ${dialect.after(settlement.delay)}, status = ${settlement.status ?? null}, error = ${settlement.error ?? null},
    failures = failures + ${hasFailed ? 1 : 0}
    where event_id = ${event.id} and endpoint_id = ${endpoint} and attempt = ${attempt} and state = 'waiting'
    returning 1 as settled`);
  if (settled === 0) return { isCurrent: false, hasDisabled: false };
  if (hasFailed) return { isCurrent: true, hasDisabled: await noteFailure(state, endpoint, isFailing, settlement) };
  if (isFailing)
    await rows(sql`update operations_event_endpoints set failing_since = null, paused_until = null
      where id = ${endpoint} returning 1 as settled`);
  return { isCurrent: true, hasDisabled: false };
}

/** Records that an endpoint fails, and disables it if that lasts too long. Returns whether it has. */
async function noteFailure(
  { dialect, rows }: SqlState,
  endpoint: string,
  wasFailing: boolean,
  { pause, isGone, disableAfter }: Settlement,
): Promise<boolean> {
  const now = dialect.after(0);
  if (!wasFailing || pause > 0)
    await rows(sql`update operations_event_endpoints set failing_since = coalesce(failing_since, ${now})
      ${pause > 0 ? sql`, paused_until = ${dialect.after(pause)}` : sql``} where id = ${endpoint} returning 1 as settled`);
  if (!wasFailing && !isGone) return false;
  const isOver = isGone ? sql`1 = 1` : sql`failing_since <= ${dialect.after(-disableAfter)}`;
  const disabled = await rows(sql`update operations_event_endpoints set disabled_at = ${now},
    disabled_reason = ${isGone ? 'gone' : 'failing'} where id = ${endpoint} and disabled_at is null and ${isOver}
    returning 1 as disabled`);
  return disabled.length > 0;
}
