import { passes } from '../../directives/rate-limit/runtime/gcra.ts';
import type { LimitRequest } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { Rows } from '../state/run-sql.ts';
import { columnOf } from '../state/run-sql.ts';
import { LIMITS, type TakeLimits } from '../state/sql-limits.ts';
import type { Sql } from '../state/sql-text.ts';
import { listSql, sql } from '../state/sql-text.ts';
import { NOW } from './sqlite-clock.ts';

/** Takes from limits in one statement. Requests that are refused write nothing: a second statement reads the counters. */
export const takeInSqlite: TakeLimits = async ({ rows }, requests, count) => {
  const pricesOf = (number: number): Map<string, number> =>
    new Map(requests.map(({ key, cost, window }) => [key, number * cost * window]));
  const take = async (number: number): Promise<ReadonlyMap<unknown, number> | undefined> => {
    const taken = await rows(takeAll(requests, number));
    return taken.length === 0 ? undefined : levelsIn(taken, pricesOf(number));
  };
  const all = await take(count);
  if (all !== undefined) return { granted: count, levels: all };
  const known = levelsIn(await rows(readAll(requests)));
  const granted = Math.min(count, ...requests.map((request) => grantedBy(known.get(request.key)!, request)));
  if (granted === 0) return { granted, levels: known };
  const levels = await take(granted);
  return levels && { granted, levels };
};

/** @param taken The amount that has been taken since. */
function levelsIn(rows: Rows, taken: ReadonlyMap<unknown, number> = new Map()): ReadonlyMap<unknown, number> {
  return new Map(
    rows.map((row) => {
      const key = columnOf(row, 'key', 0);
      return [key, Number(columnOf(row, 'level', 1)) - (taken.get(key) ?? 0)];
    }),
  );
}

/** How many equal requests pass a limit. */
function grantedBy(level: number, request: LimitRequest): number {
  const { cost, quota, window } = request;
  return passes(level, request) ? Math.floor((quota * window - level) / (cost * window)) : 0;
}

/** The limits of a request, and their levels now. SQLite has one writer at a time, whose statement reads the values that it replaces. */
function knownLevels(requests: readonly LimitRequest[], count: number): Sql {
  const requested = requests.map(
    ({ key, cost, quota, window }) =>
      sql`(${key}, cast(${count * cost * window} as real), cast(${quota} as real), cast(${window} as real))`,
  );
  return sql`with requested (key, price, quota, span) as (values ${listSql(requested)}),
    known as (
      select requested.*, ${NOW} as now, max(coalesce(counter.level - max(${NOW} - counter.at, 0) * quota, 0), 0) as level
      from requested left join ${LIMITS} as counter on counter.key = requested.key
    )`;
}

/** Takes from all limits, or from none. The rows have the levels after it. */
function takeAll(requests: readonly LimitRequest[], count: number): Sql {
  return sql`insert into ${LIMITS} (key, level, at, expires_at) ${knownLevels(requests, count)}
    select key, level + price, now, now + cast(span as integer) from known
    where (select min(level + price <= quota * span) from known)
    on conflict (key) do update set level = excluded.level, at = excluded.at, expires_at = excluded.expires_at
    returning key, level`;
}

function readAll(requests: readonly LimitRequest[]): Sql {
  return sql`${knownLevels(requests, 1)} select key, level from known`;
}
