import type { IdempotencyRecord, Reservation } from '../../directives/idempotent/runtime/store.ts';
import type { Row } from './run-sql.ts';
import { columnOf } from './run-sql.ts';
import type { SqlState } from './sql-state.ts';
import type { Sql } from './sql-text.ts';
import { sql } from './sql-text.ts';
import type { StateDialect } from './state-dialect.ts';

/** The table of idempotency keys. */
export const KEYS: Sql = sql`operations_idempotency_keys`;

/** Whether the response of a key is no longer kept. */
export function isOver({ after }: StateDialect): Sql {
  return sql`(expires_at <= ${after(0)} and leased_until <= ${after(0)})`;
}

/** The request of a reservation. */
export interface KeyRequest {
  readonly key: string;
  readonly fingerprint: string;
  readonly reservation: Reservation;
  /** How long the response is kept, in milliseconds. */
  readonly ttl: number;
}

/** The result of a reservation: the key is reserved, or the row that has it. Undefined if the key was given up in the meantime. */
export type Found = { readonly record: IdempotencyRecord | undefined } | undefined;

/** Reserves a key in a way that a database knows. */
export type ReserveKey = (state: SqlState, request: KeyRequest) => Promise<Found>;

/** Reserves a key in one statement. It doesn't wait for a transaction that holds the key. An insertion would, so it is only tried if there is no row. */
export const reserveAtOnce: ReserveKey = async ({ dialect, rows }, request) => {
  const { key, fingerprint } = request;
  const [row] = await rows(sql`with known as (${selectKey(key)}),
    taken as (${takeKey(dialect, request)}),
    added as (insert into ${KEYS} ${columns(sql`select ${newKey(dialect, request)} where not exists (select 1 from known)`)})
    select (select attempt from taken) as taken, (select attempt from added) as added, known.fingerprint, known.answer
    from (select 1) as one left join known on true`);
  const [taken, added] = [columnOf(row!, 'taken', 0), columnOf(row!, 'added', 1)];
  if (taken !== null || added !== null) return reserved(fingerprint, Number(taken ?? added));
  return columnOf(row!, 'fingerprint', 2) === null ? undefined : { record: recordIn(row!, 2) };
};

/** Reserves a key in up to three statements. */
export const reserveInSteps: ReserveKey = async ({ dialect, rows }, request) => {
  const [add, take, select] = stepsOf(dialect, request);
  const [own] = [...(await rows(add)), ...(await rows(take))];
  return foundIn(request, own, own === undefined ? (await rows(select))[0] : undefined);
};

/** The statements that reserve a key one after the other: they add it, take it, and read it. */
export function stepsOf(dialect: StateDialect, request: KeyRequest): readonly [add: Sql, take: Sql, select: Sql] {
  const add = sql`insert into ${KEYS} ${columns(sql`values (${newKey(dialect, request)})`)}`;
  return [add, takeKey(dialect, request), selectKey(request.key)];
}

/**
 * Reads the rows of {@link stepsOf}.
 *
 * @param own The row of the first or second statement.
 * @param known The row of the third one.
 */
export function foundIn({ fingerprint }: KeyRequest, own: Row | undefined, known: Row | undefined): Found {
  if (own !== undefined) return reserved(fingerprint, Number(columnOf(own, 'attempt', 0)));
  return known && { record: recordIn(known, 0) };
}

function reserved(fingerprint: string, attempt: number): Found {
  return { record: attempt === 1 ? undefined : { fingerprint, isRetry: true } };
}

function columns(source: Sql): Sql {
  return sql`(key, fingerprint, owner, leased_until, expires_at) ${source} on conflict (key) do nothing returning attempt`;
}

function newKey({ after }: StateDialect, { key, fingerprint, reservation, ttl }: KeyRequest): Sql {
  return sql`${key}, ${fingerprint}, ${reservation.owner}, ${after(reservation.lease)}, ${after(ttl)}`;
}

/** Takes the key of an attempt that has failed, of a process that was killed, or of a response that has expired. */
function takeKey(dialect: StateDialect, { key, fingerprint, reservation, ttl }: KeyRequest): Sql {
  const { after, skipLocked } = dialect;
  const isLost = sql`(leased_until <= ${after(0)} and fingerprint = ${fingerprint} and answer is null)`;
  return sql`update ${KEYS} set fingerprint = ${fingerprint}, owner = ${reservation.owner}, answer = null,
    leased_until = ${after(reservation.lease)}, expires_at = ${after(ttl)},
    attempt = case when ${isOver(dialect)} then 1 else attempt + 1 end
    where key in (select key from ${KEYS} where key = ${key} and (${isOver(dialect)} or ${isLost}) ${skipLocked})
    returning attempt`;
}

/** The character keeps libraries from reading the response as JSON. */
function selectKey(key: string): Sql {
  return sql`select fingerprint, '=' || answer as answer from ${KEYS} where key = ${key}`;
}

/** @param index The place of the first column. */
function recordIn(row: Row, index: number): IdempotencyRecord {
  const fingerprint = columnOf(row, 'fingerprint', index) as string;
  const answer = columnOf(row, 'answer', index + 1) as string | null;
  return { fingerprint, ...(answer !== null && { answer: answer.slice(1) }) };
}
