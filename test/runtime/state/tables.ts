import type { DatabaseName } from '../../../src/tools/migrations/tables.ts';
import { statementsOf, TABLE_MIGRATIONS } from '../../../src/tools/migrations/tables.ts';

/** The statements that create the tables of the entries. */
export function tableStatements(database: DatabaseName): string[] {
  return TABLE_MIGRATIONS.flatMap((migration) => statementsOf(migration, database) ?? []);
}
