import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfFile, readText } from '../../build/project/disk.ts';
import { replaceFile } from '../../build/project/replace-file.ts';
import { extensionOf, languageIn } from '../../build/project/source-language.ts';
import { nextPrefix } from './migration-names.ts';
import type { MigrationStep } from './migration-text.ts';
import { DATABASE_TITLES, DATABASES, migrationName, migrationText, stepIn, tableOf } from './migration-text.ts';
import type { DatabaseName } from './tables.ts';
import { statementsOf, TABLE_MIGRATIONS } from './tables.ts';
import type { UsedEntries } from './used-entries.ts';
import { usedEntries } from './used-entries.ts';

/** The directories of migrations that a project can have. */
const DIRECTORIES = ['app/migrations', 'migrations', 'db/migrations', 'database/migrations'];

/** The options of {@link migrateTables}. */
export interface MigrationSettings {
  /** The project. */
  readonly root: string;
  /** The directory of the migrations, relative to the project. Without it, the first one that exists. */
  readonly directory?: string | undefined;
  /** The database; by default, those whose entries the project imports. */
  readonly for?: DatabaseName | undefined;
  /** Whether files contain SQL even if the project has Kysely. */
  readonly sql?: boolean | undefined;
  /** Whether missing files are only reported. */
  readonly check?: boolean | undefined;
}

/** A file of the directory that contains a step. */
interface StepFile extends MigrationStep {
  readonly file: string;
  readonly text: string;
}

export { DATABASES };

/**
 * Writes the missing files with the tables of the entries for databases. It never changes a file.
 *
 * @returns Messages, and whether files were missing.
 * @throws {Error} If no database is known.
 */
export function migrateTables(settings: MigrationSettings): { readonly lines: string[]; readonly isOld: boolean } {
  const { root } = settings;
  const used = usedEntries(root);
  const databases = settings.for === undefined ? used.databases : [settings.for];
  if (databases.length === 0)
    throw new Error(
      `No file imports ${DATABASES.map((name) => `"unplugin-operations/${name}"`).join(' or ')}. Name the database: npx operations migrations --for postgres`,
    );
  // Wrangler applies each file of its directory to D1.
  const directories = databases.map((name) => settings.directory ?? (name === 'd1' ? 'migrations' : directoryIn(root)));
  const results = [...new Set(directories)].map((directory) =>
    migrateDirectory(settings, directory, {
      databases: databases.filter((_, i) => directories[i] === directory),
      hasEvents: used.hasEvents,
    }),
  );
  return { lines: results.flatMap(({ lines }) => lines), isOld: results.some(({ isOld }) => isOld) };
}

function migrateDirectory(
  settings: MigrationSettings,
  directory: string,
  { databases, hasEvents }: Pick<UsedEntries, 'databases' | 'hasEvents'>,
): { readonly lines: string[]; readonly isOld: boolean } {
  const { root, check = false } = settings;
  const files = filesIn(join(root, directory));
  const found = files.flatMap((file): StepFile[] => {
    const text = readText(join(root, directory, file));
    const step = stepIn(text);
    return step === undefined ? [] : [{ ...step, file, text }];
  });
  const steps = databases.flatMap((database) => stepsFor(database, hasEvents));
  const missing = steps.filter(
    (step) => !found.some((file) => file.version === step.version && file.database === step.database),
  );
  const module = extensionOf(languageIn(root));
  const lines = noteEdited(found, directory);
  if (missing.length === 0) return { lines: [...lines, `The tables in ${directory} are up to date.`], isOld: false };
  for (const step of missing) {
    if (check) {
      lines.push(`${directory} lacks ${titleOf(step)}. Run "npx operations migrations".`);
      continue;
    }
    const isD1 = step.database === 'd1';
    const extension = !isD1 && usesKysely(root, files, settings) ? module : 'sql';
    const prefix = nextPrefix(files, new Date(), isD1 ? '0001_' : '001-');
    const name = `${prefix}${nameOf(step, databases.length > 1)}.${extension}`;
    mkdirSync(join(root, directory), { recursive: true });
    replaceFile(join(root, directory, name), migrationText(step, name));
    files.push(name);
    lines.push(`Wrote ${join(directory, name)}: ${titleOf(step)}. Apply it before you start your app.`);
  }
  return { lines, isOld: true };
}

/** All steps of a database. */
function stepsFor(database: DatabaseName, hasEvents: boolean): MigrationStep[] {
  return TABLE_MIGRATIONS.flatMap((migration, i) => {
    const isUsed = migration.entry === undefined || hasEvents;
    return isUsed && statementsOf(migration, database) !== undefined ? [{ version: i + 1, database }] : [];
  });
}

function directoryIn(root: string): string {
  const known = DIRECTORIES.find((directory) => existsSync(join(root, directory)));
  return known ?? (existsSync(join(root, 'app')) ? 'app/migrations' : 'migrations');
}

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

/** Whether migrations are modules for Kysely: the project has it, and no migrations in SQL. */
function usesKysely(root: string, files: readonly string[], { sql = false }: MigrationSettings): boolean {
  if (sql || files.some((file) => file.endsWith('.sql'))) return false;
  const { dependencies, devDependencies } = JSON.parse(nearestPackage(root)) as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  return 'kysely' in { ...dependencies, ...devDependencies };
}

/** The text of the package.json of a directory, or of one above it. */
function nearestPackage(directory: string): string {
  const text = readIfFile(join(directory, 'package.json'));
  if (text !== undefined) return text;
  return dirname(directory) === directory ? '{}' : nearestPackage(dirname(directory));
}

/** Reports which files differ from those that this version would write. They have been edited, and stay as they are. */
function noteEdited(found: readonly StepFile[], directory: string): string[] {
  return found.flatMap(({ file, text, ...step }) => {
    const path = join(directory, file);
    if (step.version > TABLE_MIGRATIONS.length) return [`${path} is from a later version of unplugin-operations.`];
    return essenceOf(migrationText(step, file)) === essenceOf(text)
      ? []
      : [`${path} has been edited, and stays as it is.`];
  });
}

/** A text without the parts that formatters change. */
function essenceOf(text: string): string {
  return text.replaceAll(/[\s,;'"]+/g, '');
}

function titleOf(step: MigrationStep): string {
  return `version ${step.version} for ${DATABASE_TITLES[step.database]}, ${tableOf(step)}`;
}

function nameOf(step: MigrationStep, hasOthers: boolean): string {
  const name = migrationName(step);
  return hasOthers ? `${name}-${step.database}` : name;
}
