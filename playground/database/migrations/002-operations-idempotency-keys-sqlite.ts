// unplugin-operations, tables for SQLite, version 1. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists operations_idempotency_keys (
  key text primary key,
  fingerprint text not null,
  owner text not null,
  attempt integer not null default 1,
  leased_until integer not null,
  expires_at integer not null,
  answer text
)`.execute(db);
  await sql`create index if not exists operations_idempotency_keys_expires_at on operations_idempotency_keys (expires_at)`.execute(
    db,
  );
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_idempotency_keys`.execute(db);
}
