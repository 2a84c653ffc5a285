import { Kysely } from 'kysely';
import { createTables } from './create.ts';
import { postgres, sqlite } from './engine.ts';
import type { Database, Tables } from './schema.ts';
import { seed } from './seed.ts';

/**
 * Opens the bookshop's database; where it is empty, creates and fills it first. Several processes may do so at once.
 *
 * @param env `DATABASE_URL`: a PostgreSQL database. Without it, `DATABASE_FILE`: an SQLite file, `bookshop.db` in the working directory
 * unless it says otherwise.
 * @throws What the driver throws where it cannot connect, or open the file.
 */
export async function openDatabase(env: NodeJS.ProcessEnv): Promise<Database> {
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
  return db;
}
