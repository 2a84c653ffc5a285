// unplugin-operations, tables for SQLite, version 3. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists operations_events (
  id text primary key,
  type text not null,
  tenant text not null,
  body text not null,
  created_at integer not null,
  expires_at integer not null
)`.execute(db);
  await sql`create index if not exists operations_events_tenant on operations_events (tenant, created_at)`.execute(db);
  await sql`create index if not exists operations_events_expires_at on operations_events (expires_at)`.execute(db);
  await sql`create table if not exists operations_event_endpoints (
  id text primary key,
  tenant text not null,
  url text,
  types text,
  secrets text,
  created_at integer not null,
  failing_since integer,
  paused_until integer,
  disabled_at integer,
  disabled_reason text
)`.execute(db);
  await sql`create index if not exists operations_event_endpoints_tenant on operations_event_endpoints (tenant)`.execute(
    db,
  );
  await sql`create table if not exists operations_event_deliveries (
  event_id text not null,
  endpoint_id text not null,
  state text not null default 'waiting',
  attempt integer not null default 0,
  failures integer not null default 0,
  due_at integer not null,
  status integer,
  error text,
  primary key (event_id, endpoint_id)
)`.execute(db);
  await sql`create index if not exists operations_event_deliveries_due on operations_event_deliveries (endpoint_id, state, due_at)`.execute(
    db,
  );
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_event_endpoints`.execute(db);
  await sql`drop table operations_event_deliveries`.execute(db);
  await sql`drop table operations_events`.execute(db);
}
