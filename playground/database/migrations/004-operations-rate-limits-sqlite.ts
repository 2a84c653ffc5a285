// unplugin-operations, tables for SQLite, version 2. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table if not exists operations_rate_limits (
  key text primary key,
  level real not null,
  at integer not null,
  expires_at integer not null
) without rowid`.execute(db);
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_rate_limits`.execute(db);
}
