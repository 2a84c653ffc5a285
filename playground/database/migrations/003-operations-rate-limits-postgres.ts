// unplugin-operations, tables for PostgreSQL, version 2. "operations migrations" wrote this file.
import { type QueryExecutorProvider, sql } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`do $$ begin
  perform pg_advisory_xact_lock(1869636978, 0);
  create table if not exists operations_rate_limits (
    key text collate "C" primary key,
    level double precision not null,
    at double precision not null,
    expires_at timestamptz not null
  ) with (fillfactor = 70);
end $$`.execute(db);
}

export async function down(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table operations_rate_limits`.execute(db);
}
