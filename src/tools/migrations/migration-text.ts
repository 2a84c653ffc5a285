import { isTypeScript } from '../../build/project/source-language.ts';
import type { DatabaseName } from './tables.ts';
import { statementsOf, TABLE_MIGRATIONS } from './tables.ts';

/** The names of databases in texts. */
export const DATABASE_TITLES: Readonly<Record<DatabaseName, string>> = {
  postgres: 'PostgreSQL',
  sqlite: 'SQLite',
  d1: 'D1',
};

/** The names of databases, as entries and the option `--for` have them. */
export const DATABASES: readonly DatabaseName[] = Object.keys(DATABASE_TITLES) as DatabaseName[];

/** A step for a database. */
export interface MigrationStep {
  /** Its version, from 1. */
  readonly version: number;
  readonly database: DatabaseName;
}

/** The first line of a file, which describes its content. */
const HEADER = /^(?:--|\/\/) unplugin-operations, tables for (PostgreSQL|SQLite|D1), version (\d+)\b/m;

function headerOf({ version, database }: MigrationStep): string {
  return `unplugin-operations, tables for ${DATABASE_TITLES[database]}, version ${version}. "operations migrations" wrote this file.`;
}

/** The step that a file contains; undefined if it is another file. */
export function stepIn(text: string): MigrationStep | undefined {
  const [, title, version] = HEADER.exec(text) ?? [];
  if (title === undefined) return undefined;
  return { version: Number(version), database: DATABASES.find((name) => DATABASE_TITLES[name] === title)! };
}

/** The table of a step. */
export function tableOf({ version }: Pick<MigrationStep, 'version'>): string {
  return TABLE_MIGRATIONS[version - 1]!.table;
}

/** The name of the file of a step, without its number and its extension. */
export function migrationName(step: Pick<MigrationStep, 'version'>): string {
  return tableOf(step).replaceAll('_', '-');
}

/**
 * Writes a step: as SQL, or as a module for Kysely.
 *
 * @param file The name of the file, whose extension is that of the language.
 */
export function migrationText(step: MigrationStep, file: string): string {
  const migration = TABLE_MIGRATIONS[step.version - 1]!;
  const { table, others = [] } = migration;
  const statements = statementsOf(migration, step.database) ?? [];
  if (file.endsWith('.sql'))
    return `-- ${headerOf(step)}\n\n${statements.map((statement) => `${statement};\n`).join('\n')}`;
  const isTyped = isTypeScript(file);
  const db = isTyped ? 'db: QueryExecutorProvider' : 'db';
  const result = isTyped ? ': Promise<void>' : '';
  const comment = isTyped ? '' : "/** @param {import('kysely').QueryExecutorProvider} db */\n";
  const define = (name: string, texts: readonly string[]): string =>
    `${comment}export async function ${name}(${db})${result} {\n${texts.map((text) => `  await sql\`${text}\`.execute(db);\n`).join('')}}\n`;
  return `// ${headerOf(step)}
import { ${isTyped ? 'type QueryExecutorProvider, ' : ''}sql } from 'kysely';

${define('up', statements)}
${define(
  'down',
  [...others, table].map((name) => `drop table ${name}`),
)}`;
}
