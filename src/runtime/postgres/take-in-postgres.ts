import type { LimitRequest } from '../../directives/rate-limit/runtime/limit-store.ts';
import { columnOf } from '../state/run-sql.ts';
import { LIMITS, LONGEST_WAIT, type TakeLimits } from '../state/sql-limits.ts';
import type { Sql } from '../state/sql-text.ts';
import { listSql, sql } from '../state/sql-text.ts';

/** Takes from limits in one statement: two or more for the first request of a counter that others use at the same time. */
export const takeInPostgres: TakeLimits = async ({ rows }, requests, count) => {
  const found = await rows(takeAll(requests, count));
  const [first] = found;
  if (Number(columnOf(first!, 'sure', 3)) !== 1) return undefined;
  const levels = new Map(found.map((row) => [columnOf(row, 'key', 0), Number(columnOf(row, 'level', 1))]));
  return { granted: Number(columnOf(first!, 'granted', 2)), levels };
};

/**
 * The statement locks the rows in the order of their keys, and reads their last versions and then the clock. So each statement sees what others have
 * taken, and no later time. The bounds come first, even if there are no rows: another statement may insert one at the same time.
 *
 * A row that is missing may be inserted by another statement at the same time. Then nothing is taken. If several are missing, they are only inserted,
 * so that none of them is taken from without the others.
 *
 * A commit does not wait for the disk: a crash of the server loses the counts of its last moments, but not the rows.
 */
function takeAll(requests: readonly LimitRequest[], count: number): Sql {
  return sql`with ${readCounters(requests)}, ${decide(count)}, ${writeCounters()}
    select key, level, granted, sure::int4 as sure from known cross join decided cross join outcome`;
}

function readCounters(requests: readonly LimitRequest[]): Sql {
  const requested = requests.map(
    ({ key, cost, quota, window }) =>
      sql`(${key}::text, ${cost * window}::float8, ${quota}::float8, ${window}::float8)`,
  );
  const bounds = sql`set_config('lock_timeout', ${String(LONGEST_WAIT)}, true), set_config('synchronous_commit', 'off', true)`;
  const held = sql`select key, level, at from ${LIMITS}
    where (select count(*) from bounds) = 1 and key in (select key from requested) order by key for update`;
  const clock = sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now, count(*) as count from held`;
  return sql`bounds as materialized (select ${bounds}), requested (key, price, quota, span) as (values ${listSql(requested)}),
    held as materialized (${held}), clock as materialized (${clock})`;
}

function decide(count: number): Sql {
  const level = sql`greatest(coalesce(level - greatest(now - at, 0) * quota, 0), 0)`;
  const granted = sql`greatest(least(${count}::float8, min(floor((quota * span - level) / price))), 0)`;
  return sql`known as materialized (
      select requested.*, now, held.key is null as missing, ${level} as level
      from requested cross join clock left join held on held.key = requested.key
    ), decided as materialized (select ${granted} as granted, count(*) filter (where missing) as fresh from known)`;
}

function writeCounters(): Sql {
  const expiresAt = sql`to_timestamp((now + span) / 1000)`;
  const added = sql`select key, case fresh when 1 then granted * price else 0 end, now, ${expiresAt}
    from known cross join decided where missing and granted > 0 order by key`;
  const isSure = sql`fresh = 0 or granted = 0 or (fresh = 1 and (select count(*) from added) = 1)`;
  return sql`added as (
      insert into ${LIMITS} (key, level, at, expires_at) ${added} on conflict (key) do nothing returning key
    ), outcome as materialized (select ${isSure} as sure from decided), changed as (
      update ${LIMITS} as counter set level = known.level + granted * price, at = now, expires_at = ${expiresAt}
      from known cross join decided cross join outcome
      where counter.key = known.key and sure and granted > 0 and not missing
    )`;
}
