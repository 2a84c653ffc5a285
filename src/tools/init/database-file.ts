import type { Choices } from './project-choices.ts';
import { TABLE_MIGRATIONS } from '../migrations/tables.ts';
import { migrationName, migrationText } from '../migrations/migration-text.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';

/** The step before the first start with PostgreSQL. */
export const DATABASE_HINT =
  'Set DATABASE_URL to your PostgreSQL database, such as postgres://localhost/notes, before you start the server or its tests.';

/** Creates `app/database`: a function that opens the database, and makes sure that its tables exist. */
export function databaseFile(choices: Choices): string {
  return choices.database === 'sqlite' ? sqliteFile(choices) : postgresqlFile(choices);
}

/** The steps of a new project, which has no events: those come last. */
const NEW_PROJECT = TABLE_MIGRATIONS.filter(({ entry }) => entry === undefined);

/** Creates the migrations of the tables in which the app keeps idempotency keys and counters of limits, and of the app's table. */
export function migrationFiles(choices: Choices): Files {
  const names = migrationNames(choices).map((name, i) => {
    return [`app/migrations/${name}`, migrationText({ version: i + 1, database: entryOf(choices) }, name)] as const;
  });
  const own = hasSample(choices) ? [[`app/migrations/${ownMigration(choices)}`, ownText(choices)]] : [];
  return Object.fromEntries([...names, ...own]);
}

/** The name of the file with the table of the notes. */
function ownMigration(choices: Choices): string {
  return `00${NEW_PROJECT.length + 1}-notes.${languageOf(choices).extension}`;
}

function ownText(choices: Choices): string {
  const { ts } = languageOf(choices);
  const define = (name: string, body: string): string =>
    `${choices.language === 'typescript' ? '' : "/** @param {import('kysely').Kysely<any>} db */\n"}export async function ${name}(db${ts(': Kysely<any>')})${ts(': Promise<void>')} {\n${body}}\n`;
  return `${ts("import type { Kysely } from 'kysely';\n\n")}${define('up', createNotes('  ', 'db', choices.database === 'sqlite' ? 'integer' : 'serial'))}
${define('down', `  await db.schema.dropTable('notes').execute();\n`)}`;
}

function migrationNames(choices: Choices): string[] {
  const { extension } = languageOf(choices);
  return NEW_PROJECT.map((_, i) => `00${i + 1}-${migrationName({ version: i + 1 })}.${extension}`);
}

/** The name of the entry for a database, and of the function in it. */
function entryOf({ database }: Choices): 'postgres' | 'sqlite' {
  return database === 'sqlite' ? 'sqlite' : 'postgres';
}

/** The imports of the entry and of its migrations. */
function importStores(choices: Choices): string {
  const { ts } = languageOf(choices);
  const entry = entryOf(choices);
  const type = ts(`, type ${entry === 'sqlite' ? 'SqliteStores' : 'PostgresStores'}`);
  const migrations = migrationNames(choices).map(
    (name, i) => `import * as tables${i + 1} from './migrations/${name}';`,
  );
  const own = hasSample(choices) ? [`import * as notes from './migrations/${ownMigration(choices)}';`] : [];
  return `import { ${entry}${type} } from 'unplugin-operations/${entry}';\n${[...migrations, ...own].join('\n')}`;
}

/** Applies the migrations. They change nothing if they have been applied. */
function applyMigrations(choices: Choices, indent: string, db: string): string {
  const names = [...NEW_PROJECT.map((_, i) => `tables${i + 1}`), ...(hasSample(choices) ? ['notes'] : [])];
  return names.map((name) => `${indent}await ${name}.up(${db});\n`).join('');
}

const hasSample = ({ description }: Choices): boolean => description === undefined;

function tablesOf(choices: Choices): string {
  const sample = hasSample(choices) ? '\n  notes: { id: Generated<number>; text: string };\n' : '';
  return languageOf(choices).ts(`\n/** The columns of each table. */\nexport interface Tables {${sample}}\n`);
}

/** The imports of Kysely: values, and the type of a generated column. */
function importKysely(choices: Choices, names: readonly string[]): string {
  const types = languageOf(choices).ts(hasSample(choices) ? 'type Generated, ' : '');
  return `import { ${types}${names.join(', ')} } from 'kysely';`;
}

function openFunction(choices: Choices, place: string, body: string): string {
  const { ts } = languageOf(choices);
  const stores = entryOf(choices) === 'sqlite' ? 'SqliteStores' : 'PostgresStores';
  return `/** Opens the database: ${place}. The stores keep the keys of \`@idempotent\` and count for \`@rate-limit\`. */
export async function openDatabase()${ts(`: Promise<{ db: Kysely<Tables>; stores: ${stores} }>`)} {
${body}}
`;
}

const createNotes = (indent: string, db: string, id: string): string =>
  `await ${db}.schema
  .createTable('notes')
  .ifNotExists()
  .addColumn('id', '${id}', (column) => column.primaryKey())
  .addColumn('text', 'text', (column) => column.notNull())
  .execute();
`.replaceAll(/^(?=.)/gm, indent);

function sqliteFile(choices: Choices): string {
  const { ts } = languageOf(choices);
  const open = `  const database = new Libsql(process.env.DATABASE_FILE ?? 'data.db');
  // Several processes can read while one writes, and wait for each other.
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  const db = new Kysely${ts('<Tables>')}({ dialect: new SqliteDialect({ database }) });
${applyMigrations(choices, '  ', 'db')}  return { db, stores: sqlite(db) };
`;
  return `${importKysely(choices, ['Kysely', 'SqliteDialect'])}
import Libsql from 'libsql';
${importStores(choices)}
${tablesOf(choices)}
${openFunction(choices, 'the file `DATABASE_FILE`, or `data.db`', open)}`;
}

const OPEN_POOL = [
  '  const connectionString = process.env.DATABASE_URL;',
  "  if (!connectionString) throw new Error('Set DATABASE_URL to your PostgreSQL database, such as postgres://localhost/notes.');",
  '  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000 });',
  "  pool.on('error', (error) => console.error(error));",
  '  // With the stores, a lost connection does not end the process: its query fails.',
  '  const stores = postgres(pool);',
].join('\n');

const REFUSE_VALUE = [
  "    if (code === '22003') throw problem(400, 'A number is out of range', { cause: error });",
  "    if (code === '22021') throw problem(400, 'A text contains the character U+0000', { cause: error });",
].join('\n');

function postgresqlFile(choices: Choices): string {
  const { language } = choices;
  const { ts } = languageOf(choices);
  const create = `  await db.transaction().execute(async (transaction) => {
    // Processes that start at the same time create the tables one after the other.
    await sql\`select pg_advisory_xact_lock(1)\`.execute(transaction);
${applyMigrations(choices, '    ', 'transaction')}  });
`;
  const open = `${OPEN_POOL}
  const db = new Kysely${ts('<Tables>')}({ dialect: new PostgresDialect({ pool }) });
${create}  return { db, stores };
`;
  const names = ['Kysely', 'PostgresDialect', 'sql'];
  const comment = `Responds with 400 if PostgreSQL refuses a value of the request: a number that is too large for its column (22003),
 * or a text with U+0000 (22021).`;
  const type = language === 'typescript' ? '' : `\n *\n * @type {import('unplugin-operations/koa').Middleware}`;
  const refuse = `/**
 * ${comment}${type}
 */
export const refuseValues${ts(': Middleware')} = async (_ctx, next) => {
  try {
    await next();
  } catch (error) {
    const { code } = ${ts('error as { code?: unknown }') || 'error'};
${REFUSE_VALUE}
    throw error;
  }
};
`;
  return `${importKysely(choices, names)}
import pg from 'pg';
import { ${ts('type Middleware, ')}problem } from 'unplugin-operations/koa';
${importStores(choices)}
${tablesOf(choices)}
${openFunction(choices, '`DATABASE_URL`, such as postgres://localhost/notes', open)}
${refuse}`;
}
