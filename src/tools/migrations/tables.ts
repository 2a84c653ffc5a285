/** A database with tables of this library, by the name of its entry. */
export type DatabaseName = 'postgres' | 'sqlite' | 'd1';

/** A step of the tables of the entries for databases. It never changes: a later version is another step. */
export interface TableMigration {
  readonly table: string;
  /** The entry whose tables they are; only projects that import it need them. */
  readonly entry?: 'events';
  /** Further tables of the step. */
  readonly others?: readonly string[];
  /** The statements of each database. Running them again changes nothing, and two processes can run them at once. */
  readonly statements: Readonly<Record<'postgres' | 'sqlite', readonly string[]>>;
  /** Whether the entry for D1 uses the table. Its statements are those of SQLite. */
  readonly isInD1?: true;
}

/** All steps, in their order. The version of a step is its place, from 1. */
export const TABLE_MIGRATIONS: readonly TableMigration[] = [
  {
    table: 'operations_idempotency_keys',
    isInD1: true,
    statements: {
      postgres: [
        inTurn(`create table if not exists operations_idempotency_keys (
    key text collate "C" primary key,
    fingerprint text not null,
    owner text not null,
    attempt integer not null default 1,
    leased_until timestamptz not null,
    expires_at timestamptz not null,
    answer text
  );
  create index if not exists operations_idempotency_keys_expires_at on operations_idempotency_keys (expires_at);`),
      ],
      // Times are in milliseconds since 1970.
      sqlite: [
        `create table if not exists operations_idempotency_keys (
  key text primary key,
  fingerprint text not null,
  owner text not null,
  attempt integer not null default 1,
  leased_until integer not null,
  expires_at integer not null,
  answer text
)`,
        'create index if not exists operations_idempotency_keys_expires_at on operations_idempotency_keys (expires_at)',
      ],
    },
  },
  {
    table: 'operations_rate_limits',
    // An index on the times would make each request write to it. With room in its pages, PostgreSQL writes a row next to its last version.
    statements: {
      postgres: [
        inTurn(`create table if not exists operations_rate_limits (
    key text collate "C" primary key,
    level double precision not null,
    at double precision not null,
    expires_at timestamptz not null
  ) with (fillfactor = 70);`),
      ],
      sqlite: [
        `create table if not exists operations_rate_limits (
  key text primary key,
  level real not null,
  at integer not null,
  expires_at integer not null
) without rowid`,
      ],
    },
  },
  {
    table: 'operations_events',
    entry: 'events',
    others: ['operations_event_endpoints', 'operations_event_deliveries'],
    statements: {
      postgres: [
        inTurn(`create table if not exists operations_events (
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
  create index if not exists operations_event_deliveries_due on operations_event_deliveries (endpoint_id, state, due_at);`),
      ],
      // Times are in milliseconds since 1970.
      sqlite: [
        `create table if not exists operations_events (
  id text primary key,
  type text not null,
  tenant text not null,
  body text not null,
  created_at integer not null,
  expires_at integer not null
)`,
        'create index if not exists operations_events_tenant on operations_events (tenant, created_at)',
        'create index if not exists operations_events_expires_at on operations_events (expires_at)',
        `create table if not exists operations_event_endpoints (
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
)`,
        'create index if not exists operations_event_endpoints_tenant on operations_event_endpoints (tenant)',
        `create table if not exists operations_event_deliveries (
  event_id text not null,
  endpoint_id text not null,
  state text not null default 'waiting',
  attempt integer not null default 0,
  failures integer not null default 0,
  due_at integer not null,
  status integer,
  error text,
  primary key (event_id, endpoint_id)
)`,
        'create index if not exists operations_event_deliveries_due on operations_event_deliveries (endpoint_id, state, due_at)',
      ],
    },
  },
];

/** The statements of a step; undefined if the database lacks its table. */
export function statementsOf(
  { statements, isInD1 }: TableMigration,
  database: DatabaseName,
): readonly string[] | undefined {
  if (database !== 'd1') return statements[database];
  return isInD1 === true ? statements.sqlite : undefined;
}

/** Lets processes that run statements in PostgreSQL at the same time take turns: `if not exists` alone fails then. It is one statement. */
function inTurn(statements: string): string {
  return `do $$ begin
  perform pg_advisory_xact_lock(1869636978, 0);
  ${statements}
end $$`;
}
