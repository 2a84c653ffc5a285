import type { Rows } from '../state/run-sql.ts';
import { columnOf } from '../state/run-sql.ts';
import type { SqlState } from '../state/sql-state.ts';
import type { Sql } from '../state/sql-text.ts';
import { sql } from '../state/sql-text.ts';
import type { TakenDelivery, TakeRequest } from './event-store.ts';
import { PER_ENDPOINT } from './event-store.ts';

/**
 * Takes due deliveries in PostgreSQL, in one statement: some of each endpoint, so that none waits behind another one.
 *
 * The time is a separate query, so that it is the same for all rows and the index can be used. Rows that another worker takes are left out. The rows are
 * locked, so that their places stay: a join by key would read the whole table where statistics are wrong.
 */
export async function takeInPostgres(state: SqlState, request: TakeRequest): Promise<readonly TakenDelivery[]> {
  const { dialect } = state;
  const now = sql`(select ${dialect.after(0)})`;
  const free = sql`greatest(case when open.is_failing then 1 else ${PER_ENDPOINT}::int4 end - coalesce(busy.taken, 0), 0)`;
  const rows = await state.rows(sql`with busy as materialized (
      select key as id, value::int4 as taken from jsonb_each_text(${busyText(request)}::text::jsonb)),
    due as (select id, failing_since is not null as is_failing from operations_event_endpoints
      where disabled_at is null and (paused_until is null or paused_until <= ${now})
      and exists (select 1 from operations_event_deliveries d where d.endpoint_id = operations_event_endpoints.id and ${isDue(now)})),
    open as materialized (select * from (
      (select * from due where not is_failing)
      union all (select * from due where is_failing order by random() limit ${request.failingLimit}::int8)) as both_kinds
      order by is_failing, random()),
    picked as materialized (select row_of.place from open left join busy on busy.id = open.id
      cross join lateral (select ctid as place from operations_event_deliveries d
        where d.endpoint_id = open.id and ${isDue(now)} order by d.due_at limit ${free} ${dialect.skipLocked}) as row_of
      limit ${request.limit}::int8),
    taken as (update operations_event_deliveries d set attempt = attempt + 1, due_at = ${dialect.after(request.lease)}
      where d.ctid = any(array(select place from picked))
      returning d.event_id, d.endpoint_id, d.attempt, d.failures)
    ${selectTaken(sql`taken`)}`);
  return rows.map(takenIn);
}

/** Takes due deliveries in SQLite, for one process. */
export async function takeInSqlite(state: SqlState, request: TakeRequest): Promise<readonly TakenDelivery[]> {
  const { dialect } = state;
  const now = sql`(select ${dialect.after(0)})`;
  const first = sql`select d.rowid from operations_event_deliveries d where d.endpoint_id = e.id and ${isDue(now)}
    order by d.due_at limit ${PER_ENDPOINT}`;
  const placed = sql`select f.rowid as row_id, e.failing_since is not null as is_failing, coalesce(busy.value, 0) as taken,
      row_number() over (partition by f.endpoint_id order by f.due_at) as place
    from operations_event_endpoints e join operations_event_deliveries f on f.rowid in (${first})
    left join json_each(${busyText(request)}) busy on busy.key = e.id
    where e.disabled_at is null and (e.paused_until is null or e.paused_until <= ${now})`;
  const allowed = sql`select row_id, is_failing, row_number() over (partition by is_failing order by place, random()) as turn
    from (${placed}) where place + taken <= case when is_failing then 1 else ${PER_ENDPOINT} end`;
  const chosen = sql`select row_id from (${allowed}) where not is_failing or turn <= ${request.failingLimit}
    order by is_failing, turn limit ${request.limit}`;
  const taken = await state.rows(sql`update operations_event_deliveries set attempt = attempt + 1,
    due_at = ${dialect.after(request.lease)} where rowid in (${chosen}) returning rowid as taken`);
  if (taken.length === 0) return [];
  const ids = JSON.stringify(taken.map((row) => Number(columnOf(row, 'taken', 0))));
  const source = sql`(select * from operations_event_deliveries where rowid in (select value from json_each(${ids})))`;
  return (await state.rows(selectTaken(source))).map(takenIn);
}

function isDue(now: Sql): Sql {
  return sql`d.state = 'waiting' and d.due_at <= ${now}`;
}

function busyText({ busy }: TakeRequest): string {
  return JSON.stringify(Object.fromEntries(busy));
}

/** The characters keep libraries from reading texts as JSON, and names of one word are the same in all of them. */
function selectTaken(source: Sql): Sql {
  return sql`select v.id as id, v.type as type, v.tenant as tenant, '=' || v.body as body, e.id as endpoint, e.url as url,
    '=' || e.secrets as secrets, t.attempt as attempt, t.failures as failures, e.failing_since is not null as failing
    from ${source} as t join operations_events v on v.id = t.event_id join operations_event_endpoints e on e.id = t.endpoint_id`;
}

const COLUMNS = ['id', 'type', 'tenant', 'body', 'endpoint', 'url', 'secrets', 'attempt', 'failures', 'failing'];

function takenIn(row: Rows[number]): TakenDelivery {
  const [id, type, tenant, body, endpoint, url, secrets, attempt, failures, isFailing] = COLUMNS.map((name, i) =>
    columnOf(row, name, i),
  );
  return {
    event: { id: id as string, type: type as string, tenant: tenant as string, body: (body as string).slice(1) },
    endpoint: endpoint as string,
    url: (url as string | null) ?? undefined,
    secrets: (secrets as string | null)?.slice(1),
    attempt: Number(attempt),
    failures: Number(failures),
    isFailing: Boolean(isFailing),
  };
}
