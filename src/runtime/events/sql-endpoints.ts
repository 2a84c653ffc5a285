import type { Rows } from '../state/run-sql.ts';
import { columnOf } from '../state/run-sql.ts';
import type { SqlState } from '../state/sql-state.ts';
import type { Sql } from '../state/sql-text.ts';
import { sql } from '../state/sql-text.ts';
import type { EndpointRow, EndpointStore } from './event-store.ts';

const TABLE = sql`operations_event_endpoints`;

/** Keeps endpoints in their table. */
export function sqlEndpoints({ dialect, rows }: SqlState): EndpointStore {
  const select = (condition: Sql): Promise<Rows> =>
    rows(sql`select id, tenant, url, '=' || types as types, '=' || secrets as secrets,
      ${dialect.millisecondsOf(sql`disabled_at`)} as disabled, disabled_reason as reason,
      ${dialect.millisecondsOf(sql`failing_since`)} as failing from ${TABLE} where ${condition} order by created_at, id`);
  const change = async (id: string, fields: Sql, condition: Sql = sql`1 = 1`): Promise<boolean> => {
    const changed = await rows(
      sql`update ${TABLE} set ${fields} where id = ${id} and ${condition} returning 1 as changed`,
    );
    return changed.length > 0;
  };
  return {
    async add({ id, tenant, url, types, secrets }) {
      const names = types === undefined ? null : JSON.stringify(types);
      await rows(sql`insert into ${TABLE} (id, tenant, url, types, secrets, created_at)
        values (${id}, ${tenant}, ${url ?? null}, ${names}, ${secrets ?? null}, ${dialect.after(0)})`);
    },
    list: async (tenant) => (await select(tenant === undefined ? sql`1 = 1` : sql`tenant = ${tenant}`)).map(rowIn),
    find: async (id) => (await select(sql`id = ${id}`)).map(rowIn)[0],
    setSecrets: (id, before, after) =>
      change(id, sql`secrets = ${after}`, before === undefined ? sql`secrets is null` : sql`secrets = ${before}`),
    setDisabled: (id, reason) =>
      change(
        id,
        reason === undefined
          ? sql`disabled_at = null, disabled_reason = null, failing_since = null, paused_until = null`
          : sql`disabled_at = ${dialect.after(0)}, disabled_reason = ${reason}`,
      ),
    async remove(id) {
      await rows(sql`delete from operations_event_deliveries where endpoint_id = ${id} returning 1 as removed`);
      return (await rows(sql`delete from ${TABLE} where id = ${id} returning 1 as removed`)).length > 0;
    },
  };
}

const COLUMNS = ['id', 'tenant', 'url', 'types', 'secrets', 'disabled', 'reason', 'failing'];

function rowIn(row: Rows[number]): EndpointRow {
  const [id, tenant, url, types, secrets, disabled, reason, failing] = COLUMNS.map((name, i) => columnOf(row, name, i));
  const names = columnText(types)?.slice(1);
  return {
    id: id as string,
    tenant: tenant as string,
    url: columnText(url),
    types: names === undefined ? undefined : (JSON.parse(names) as string[]),
    secrets: columnText(secrets)?.slice(1),
    disabledAt: dateOf(disabled),
    disabledReason: columnText(reason),
    failingSince: dateOf(failing),
  };
}

function columnText(value: unknown): string | undefined {
  return (value as string | null) ?? undefined;
}

function dateOf(value: unknown): Date | undefined {
  return value === null ? undefined : new Date(Number(value));
}
