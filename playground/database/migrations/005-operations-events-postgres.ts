// unplugin-operations, tables for PostgreSQL, version 3. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`do $$ begin
  perform pg_advisory_xact_lock(1869636978, 0);
  create table if not exists operations_events (
    id text collate "C" primary key,
    type text not null,
    tenant text not null,
    body text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index if not exists operations_events_tenant on operations_events (tenant, created_at);
  create index if not exists operations_events_expires_at on operations_events (expires_at);
  create table if not exists operations_event_endpoints (
    id text collate "C" primary key,
    tenant text not null,
    url text,
    types text,
    secrets text,
    created_at timestamptz not null,
    failing_since timestamptz,
    paused_until timestamptz,
    disabled_at timestamptz,
    disabled_reason text
  );
  create index if not exists operations_event_endpoints_tenant on operations_event_endpoints (tenant);
  create table if not exists operations_event_deliveries (
    event_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    state text not null default 'waiting',
    attempt integer not null default 0,
    failures integer not null default 0,
    due_at timestamptz not null,
    status integer,
    error text,
    primary key (event_id, endpoint_id)
  );
  create index if not exists operations_event_deliveries_due on operations_event_deliveries (endpoint_id, state, due_at);
end $$`.execute(db);
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_event_endpoints`.execute(db);
  await sql`drop table operations_event_deliveries`.execute(db);
  await sql`drop table operations_events`.execute(db);
}
