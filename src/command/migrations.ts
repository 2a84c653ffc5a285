import { ROOT } from './tree-options.ts';
import type { CAC } from 'cac';
import { resolve } from 'node:path';
import type { CommandOutcome } from './command-outcome.ts';

/** The arguments, as cac parses them. */
interface MigrationArguments {
  readonly root?: string;
  readonly for?: string;
  readonly sql?: boolean;
  readonly check?: boolean;
}

/** Adds `operations migrations [directory]`. */
export function defineMigrations(cli: CAC, finish: (outcome: Promise<CommandOutcome>) => unknown): void {
  cli
    .command('migrations [directory]', 'Write the migrations for the tables of the entries for databases')
    .option(...ROOT)
    .option('--for <database>', 'postgres, sqlite or d1 (default: those whose entries you import)')
    .option('--sql', 'Write SQL, even if the project has Kysely')
    .option('--check', 'Write nothing, and fail if a migration is missing')
    .action((directory: string | undefined, args: MigrationArguments) => finish(runMigrations(directory, args)));
}

async function runMigrations(directory: string | undefined, args: MigrationArguments): Promise<CommandOutcome> {
  const { root = '.', for: database, sql, check = false } = args;
  const { DATABASES, migrateTables } = await import('../tools/migrations/index.ts');
  const named = DATABASES.find((name) => name === database);
  if (database !== undefined && named === undefined)
    throw new Error(`Invalid option --for: expected postgres, sqlite or d1, got ${String(database)}.`);
  const { lines, isOld } = migrateTables({ root: resolve(root), directory, for: named, sql, check });
  return { text: lines.join('\n'), code: check && isOld ? 1 : 0 };
}
