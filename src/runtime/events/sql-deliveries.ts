import type { Rows } from '../state/run-sql.ts';
import { columnOf } from '../state/run-sql.ts';
import type { SqlState } from '../state/sql-state.ts';
import type { Sql } from '../state/sql-text.ts';
import { sql } from '../state/sql-text.ts';
import type { StateDialect } from '../state/state-dialect.ts';
import type { DeliveryFilter, DeliveryRow, DeliveryState } from './event-store.ts';

/** Makes deliveries due that have ended. Returns their number. */
export async function replayDeliveries({ dialect, rows }: SqlState, filter: DeliveryFilter): Promise<number> {
  const ended = sql`select d.event_id from operations_event_deliveries d join operations_events v on v.id = d.event_id
    where d.endpoint_id = operations_event_deliveries.endpoint_id and ${conditionOf(dialect, filter)}`;
  const update = sql`update operations_event_deliveries set state = 'waiting', failures = 0, due_at = ${dialect.after(0)}
    where state <> 'waiting' and event_id in (${ended}) returning 1 as replayed`;
  if (!dialect.writesInWith) return (await rows(update)).length;
  const [row] = await rows(sql`with replayed as (${update}) select count(*) as replayed from replayed`);
  return Number(columnOf(row!, 'replayed', 0));
}

/** The latest deliveries. */
export async function listDeliveries(
  { dialect, rows }: SqlState,
  filter: DeliveryFilter,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const found = await rows(sql`select v.id as id, v.type as type, v.tenant as tenant, d.endpoint_id as endpoint,
    d.state as state, d.attempt as attempts, d.status as status, '=' || d.error as error,
    ${dialect.millisecondsOf(sql`v.created_at`)} as sent, ${dialect.millisecondsOf(sql`d.due_at`)} as due
    from operations_events v join operations_event_deliveries d on d.event_id = v.id
    where ${conditionOf(dialect, filter)} order by v.created_at desc, v.id desc limit ${limit}`);
  return found.map(rowIn);
}

function conditionOf(dialect: StateDialect, { id, endpoint, tenant, state, since }: DeliveryFilter): Sql {
  const conditions: Sql[] = [];
  if (id !== undefined) conditions.push(sql`v.id = ${id}`);
  if (endpoint !== undefined) conditions.push(sql`d.endpoint_id = ${endpoint}`);
  if (tenant !== undefined) conditions.push(sql`v.tenant = ${tenant}`);
  if (state !== undefined) conditions.push(sql`d.state = ${state}`);
  if (since !== undefined) conditions.push(sql`v.created_at >= ${dialect.at(since.getTime())}`);
  return conditions.reduce((all, each) => sql`${all} and ${each}`, sql`1 = 1`);
}

const COLUMNS = ['id', 'type', 'tenant', 'endpoint', 'state', 'attempts', 'status', 'error', 'sent', 'due'];

function rowIn(row: Rows[number]): DeliveryRow {
  const [id, type, tenant, endpoint, state, attempts, status, error, sent, due] = COLUMNS.map((name, i) =>
    columnOf(row, name, i),
  );
  return {
    id: id as string,
    type: type as string,
    tenant: tenant as string,
    endpoint: endpoint as string,
    state: state as DeliveryState,
    attempts: Number(attempts),
    status: status === null ? undefined : Number(status),
    error: (error as string | null)?.slice(1),
    sentAt: new Date(Number(sent)),
    dueAt: state === 'waiting' ? new Date(Number(due)) : undefined,
  };
}
