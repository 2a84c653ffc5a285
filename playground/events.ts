import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { DeliveryOutcome, EventSender, SqlEvents } from 'unplugin-operations/events';
import { createEvents, createMessage } from 'unplugin-operations/events';
import type { Manifest } from 'unplugin-operations/koa';
import type { Database } from './database/schema.ts';

/** The events of the shop. */
export interface ShopEvents extends EventSender<Database> {
  /** Sends `endpoint.added` to a new endpoint, once. */
  test(endpoint: { readonly id: string; readonly url: string; readonly secret: string }): Promise<DeliveryOutcome>;
}

/** How long an attempt may take, in milliseconds. The server waits for it when it stops. */
const TIMEOUT = 5_000;

/**
 * Creates the events of the shop.
 *
 * @param env `EVENTS_KEY` encrypts the secrets of endpoints. `EVENTS_ALLOW_HOSTS` are hosts that may be private, for development: `localhost:4000`.
 * @throws {TypeError} If `EVENTS_KEY` is invalid, or missing with PostgreSQL.
 */
export function openEvents(operations: Manifest, store: SqlEvents<Database>, env: NodeJS.ProcessEnv): ShopEvents {
  const allowHosts = (env['EVENTS_ALLOW_HOSTS'] ?? '').split(',').filter((host) => host !== '');
  const events = createEvents(operations, { store, key: readKey(env), timeout: TIMEOUT, allowHosts });
  return {
    ...events,
    test({ id, url, secret }) {
      return events.deliver({ ...createMessage(operations, 'endpoint.added', { id, url }), url, secrets: [secret] });
    },
  };
}

/** The key of the secrets. With SQLite, it can be in a file beside the database, which the first start creates. */
function readKey({ EVENTS_KEY, DATABASE_URL, DATABASE_FILE }: NodeJS.ProcessEnv): string | undefined {
  const file = `${DATABASE_FILE || 'bookshop.db'}-key`;
  // Without a key, createEvents names the mistake.
  if (EVENTS_KEY || DATABASE_URL) return EVENTS_KEY;
  const created = randomBytes(32).toString('base64');
  if (DATABASE_FILE === ':memory:') return created;
  try {
    writeFileSync(file, created, { flag: 'wx', mode: 0o600 });
    return created;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  }
}
