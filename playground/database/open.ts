import { Kysely } from 'kysely';
import { createTables } from './create.ts';
import type { Stores } from './engine.ts';
import { postgres, sqlite } from './engine.ts';
import type { Database, Tables } from './schema.ts';
import { seed } from './seed.ts';

/**
 * Opens the bookshop's database, and creates and fills it if it is empty. Several processes may do so at the same time.
 *
 * @param env `DATABASE_URL` is a PostgreSQL database. Without it, `DATABASE_FILE` is an SQLite file (default: `bookshop.db` in the working
 * directory).
 * @throws {Error} The driver's error if it cannot connect or open the file.
 */
export async function openDatabase(env: NodeJS.ProcessEnv): Promise<{ db: Database; stores: Stores }> {
  const url = env['DATABASE_URL'];
  const engine = url
    ? postgres(url, (error) => console.error(error))
    : await sqlite(env['DATABASE_FILE'] || 'bookshop.db');
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  await db.transaction().execute(async (transaction) => {
    await engine.lock(transaction);
    await createTables(transaction, engine);
    await seed(transaction, engine);
  });
  return { db, stores: engine.stores(db) };
}
