// unplugin-operations, tables for PostgreSQL, version 1. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`do $$ begin
  perform pg_advisory_xact_lock(1869636978, 0);
  create table if not exists operations_idempotency_keys (
    key text collate "C" primary key,
    fingerprint text not null,
    owner text not null,
    attempt integer not null default 1,
    leased_until timestamptz not null,
    expires_at timestamptz not null,
    answer text
  );
  create index if not exists operations_idempotency_keys_expires_at on operations_idempotency_keys (expires_at);
end $$`.execute(db);
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_idempotency_keys`.execute(db);
}
