import { explainMissing } from '../state/missing-table.ts';
import type { Rows, RunSql } from '../state/run-sql.ts';
import { columnOf } from '../state/run-sql.ts';
import type { SqlEvents } from '../state/sql-events.ts';
import type { SqlState } from '../state/sql-state.ts';
import type { Sql } from '../state/sql-text.ts';
import { listSql, sql, writeSql } from '../state/sql-text.ts';
import type { AddOptions, EventStore, StoredEvent } from './event-store.ts';
import { listDeliveries, replayDeliveries } from './sql-deliveries.ts';
import { sqlEndpoints } from './sql-endpoints.ts';
import { settleInSql } from './sql-settle.ts';
import { takeInPostgres, takeInSqlite } from './sql-take.ts';

/** How many rows a step of sweeping deletes at most. */
const STEP = 500;

/** Identifies the table in locks. */
const LOCK = 3;

/** Keeps events in the tables of `operations migrations`. */
export function sqlStore<Transaction>({ state, runIn }: SqlEvents<Transaction>): EventStore<Transaction> {
  const { dialect } = state;
  const take = dialect.writesInWith ? takeInPostgres : takeInSqlite;
  return {
    add: (transaction, event, options) => addEvent(state, runIn(transaction), event, options),
    runsAtOnce: (transaction) => !('then' in runIn(transaction)('select 1 as one', [])),
    take: (request) => take(state, request),
    settle: (delivery, settlement) => settleInSql(state, delivery, settlement),
    replay: (filter) => replayDeliveries(state, filter),
    list: (filter, limit) => listDeliveries(state, filter, limit),
    sweep: () => sweep(state),
    endpoints: sqlEndpoints(state),
  };
}

/** Adds an event: in one statement if the database can, or in several ones. */
function addEvent(
  state: SqlState,
  run: RunSql,
  event: StoredEvent,
  { retention, endpoints, isInternal }: AddOptions,
): number | Promise<number> {
  const { dialect } = state;
  const now = dialect.after(0);
  const { id, type, tenant, body } = event;
  const addRow = sql`insert into operations_events (id, type, tenant, body, created_at, expires_at)
    values (${id}, ${type}, ${tenant}, ${body}, ${now}, ${dialect.after(retention)})`;
  // In the same order everywhere, so that no transactions wait for each other.
  const own = endpoints?.toSorted();
  // A list of no endpoints cannot be written.
  if (own?.length === 0) return countOf(runAll(run, [addRow], state), () => 0);
  const addOwn =
    own &&
    sql`insert into operations_event_endpoints (id, tenant, created_at)
      values ${listSql(own.map((each) => sql`(${each}, ${tenant}, ${now})`))} on conflict (id) do nothing`;
  const addDeliveries = sql`insert into operations_event_deliveries (event_id, endpoint_id, due_at)
    ${own === undefined ? rowsFor(event, isInternal, now) : ownRows(own, id, now)} returning 1 as added`;
  if (!dialect.writesInWith) {
    const statements = [addRow, ...(addOwn ? [addOwn] : []), addDeliveries];
    return countOf(runAll(run, statements, state), ({ length }) => length);
  }
  const statement = sql`with event as (${addRow}), ${addOwn ? sql`own as (${addOwn}),` : sql``}
    added as (${addDeliveries}) select count(*) as added from added`;
  return countOf(runAll(run, [statement], state), ([row]) => Number(columnOf(row!, 'added', 0)));
}

/** A delivery for each endpoint of the table that gets an event. */
function rowsFor({ id, tenant, type }: StoredEvent, isInternal: boolean, now: Sql): Sql {
  // The names of events have no quotation marks.
  const name = JSON.stringify(type);
  const isNamed = sql`replace(types, ${name}, '') <> types`;
  const isWanted = isInternal ? isNamed : sql`(types is null or ${isNamed})`;
  return sql`select cast(${id} as text), id, ${now} from operations_event_endpoints where tenant = ${tenant} and url is not null
    and disabled_at is null and ${isWanted}`;
}

/** A delivery for each of the app's own endpoints that are not disabled. */
function ownRows(own: readonly string[], id: string, now: Sql): Sql {
  const values = listSql(own.map((each) => sql`(${each})`));
  return sql`select cast(${id} as text), own_ids.id, ${now} from (with ids (id) as (values ${values}) select id from ids) as own_ids
    where not exists (select 1 from operations_event_endpoints e where e.id = own_ids.id and e.disabled_at is not null)`;
}

/** Runs statements, one after the other: at once if they run at once. */
function runAll(run: RunSql, [first, ...others]: readonly Sql[], state: SqlState): Rows | Promise<Rows> {
  const { text, values } = writeSql(first!, state.dialect.placeholder);
  const next = (rows: Rows): Rows | Promise<Rows> => (others.length === 0 ? rows : runAll(run, others, state));
  let rows: ReturnType<RunSql>;
  try {
    rows = run(text, values);
  } catch (error) {
    return failWithStore(error);
  }
  return 'then' in rows ? Promise.resolve(rows).then(next, failWithStore) : next(rows);
}

/** @throws {Error} The error of a driver, or one that explains that a table is missing. */
function failWithStore(error: unknown): never {
  throw explainMissing(error);
}

function countOf(rows: Rows | Promise<Rows>, count: (rows: Rows) => number): number | Promise<number> {
  return 'then' in rows ? rows.then(count) : count(rows);
}

/** Deletes some expired events: first their deliveries, then those that have none. Ended in between, it can begin again. */
async function sweep({ dialect, rows }: SqlState): Promise<boolean> {
  const turn = sql`with turn as materialized (select ${dialect.isFree(LOCK)} as is_free)`;
  const isExpired = sql`expires_at <= (select ${dialect.after(0)})`;
  const expired = sql`select id from operations_events, turn where is_free and ${isExpired} order by expires_at limit ${STEP}`;
  const { length: deliveries } = await rows(
    sql`${turn} delete from operations_event_deliveries where event_id in (${expired}) returning 1 as deleted`,
  );
  const isEmpty = sql`not exists (select 1 from operations_event_deliveries d where d.event_id = operations_events.id)`;
  const empty = sql`select id from operations_events, turn where is_free and ${isExpired} and ${isEmpty} order by expires_at limit ${STEP}`;
  const { length: events } = await rows(
    sql`${turn} delete from operations_events where id in (${empty}) returning 1 as deleted`,
  );
  return deliveries > 0 || events === STEP;
}
