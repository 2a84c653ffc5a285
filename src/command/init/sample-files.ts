import type { Choices } from './project-choices.ts';
import type { Files } from './language.ts';
import { DEFAULT_STYLE, definition } from '../../codegen/handler-file.ts';
import { languageOf } from './language.ts';
import { testOfSample } from './test-files.ts';

/** Creates two operations, their definition, and a test. */
export function sampleFiles(choices: Choices): Files {
  const { extension } = languageOf(choices);
  const hasDatabase = choices.database !== 'none';
  return {
    [`app/definitions/Note.${extension}`]: definitionFile(choices),
    [`app/operations/notes/@get.${extension}`]: hasDatabase ? listFromDatabase(choices) : listFromMemory(choices),
    [`app/operations/notes/@post.${extension}`]: hasDatabase ? addToDatabase(choices) : addToMemory(choices),
    ...(!hasDatabase && { [`app/operations/_notes.${extension}`]: memoryFile(choices) }),
    ...testOfSample(choices),
  };
}

/** The step before the first start with PostgreSQL. */
export const DATABASE_HINT =
  'Set DATABASE_URL to your PostgreSQL database, such as postgres://localhost/notes, before you start the server.';

/** Creates `app/database`: a function that opens the database, and makes sure that its tables exist. */
export function databaseFile(choices: Choices): string {
  const { ts } = languageOf(choices);
  const isSqlite = choices.database === 'sqlite';
  const hasSample = choices.description === undefined;
  const kysely = `${ts(hasSample ? 'type Generated, ' : '')}Kysely`;
  const imports = isSqlite
    ? `import { ${kysely}, SqliteDialect } from 'kysely';\nimport Libsql from 'libsql';`
    : `import { ${kysely}, PostgresDialect } from 'kysely';\nimport pg from 'pg';`;
  const open = isSqlite
    ? `  const database = new Libsql(process.env.DATABASE_FILE ?? 'data.db');
  // Several processes can read while one writes, and wait for each other.
  database.pragma('journal_mode = WAL');
  database.pragma('busy_timeout = 5000');
  const db = new Kysely${ts('<Tables>')}({ dialect: new SqliteDialect({ database }) });`
    : `  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', (error) => console.error(error));
  const db = new Kysely${ts('<Tables>')}({ dialect: new PostgresDialect({ pool }) });`;
  const tables = ts(
    `\n/** The columns of each table. */\nexport interface Tables {${hasSample ? '\n  notes: { id: Generated<number>; text: string };\n' : ''}}\n`,
  );
  const place = isSqlite
    ? 'the file `DATABASE_FILE`, or `data.db`'
    : '`DATABASE_URL`, such as postgres://localhost/notes';
  return `${imports}\n${tables}
/** Opens the database: ${place}. */
export async function openDatabase()${ts(': Promise<Kysely<Tables>>')} {
${open}
${hasSample ? createTable(isSqlite) : ''}  return db;
}
`;
}

function createTable(isSqlite: boolean): string {
  return `  await db.schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', '${isSqlite ? 'integer' : 'serial'}', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
`;
}

/** @param code A function. */
function define({ language }: Choices, name: string, code: string): string {
  const style = { ...DEFAULT_STYLE, isTyped: language === 'typescript' };
  return `export default ${definition(name, code, style)}`;
}

function definitionFile({ language }: Choices): string {
  if (language === 'javascript')
    return `/**
 * A note.
 *
 * @typedef {object} Note
 * @property {integer} id - The ID of the note
 * @property {string} text (minLength: 1, maxLength: 1000, example: Buy milk) - The text
 */
`;
  return `/** A note. */
export interface Note {
  /**
   * The ID of the note.
   * @type integer
   */
  id: number;
  /**
   * @minLength 1
   * @maxLength 1000
   * @example Buy milk
   */
  text: string;
}
`;
}

function memoryFile({ language }: Choices): string {
  if (language === 'javascript')
    return `/** The notes, kept in memory. */\nexport const notes = [{ id: 1, text: 'Buy milk' }];\n`;
  return `import type { Note } from '../definitions/Note.ts';

/** The notes, kept in memory. */
export const notes: Note[] = [{ id: 1, text: 'Buy milk' }];
`;
}

const LIST_COMMENT = `/**
 * Lists the notes, oldest first.
 *
 * @param-include paging
 * @returns {Note[]} The notes
 */`;

const ADD_COMMENT = `/**
 * Adds a note.
 *
 * @param {string} text (minLength: 1, maxLength: 1000, example: Buy milk) - The text
 * @returns {Note} 201 - The note with its ID
 */`;

function listFromMemory(choices: Choices): string {
  const { extension } = languageOf(choices);
  return `import { defineOperation, page } from 'unplugin-operations/koa';
import { notes } from '../_notes.${extension}';

${LIST_COMMENT}
${define(
  choices,
  'listNotes',
  `function listNotes({ paging }) {
  return page(notes.slice(paging.offset, paging.offset + paging.limit), notes.length);
}`,
)};
`;
}

function addToMemory(choices: Choices): string {
  const { extension } = languageOf(choices);
  return `import { defineOperation } from 'unplugin-operations/koa';
import { notes } from '../_notes.${extension}';

${ADD_COMMENT}
${define(
  choices,
  'addNote',
  `function addNote({ input }) {
  const note = { id: notes.length + 1, text: input.body.text };
  notes.push(note);
  return note;
}`,
)};
`;
}

function listFromDatabase(choices: Choices): string {
  return `import { defineOperation, page } from 'unplugin-operations/koa';

${LIST_COMMENT}
${define(
  choices,
  'listNotes',
  `async function listNotes({ db, paging }) {
  const rows = await db
    .selectFrom('notes')
    .selectAll()
    .orderBy('id')
    .limit(paging.limit)
    .offset(paging.offset)
    .execute();
  if (!paging.total) return rows;
  const { count } = await db
    .selectFrom('notes')
    .select((all) => all.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return page(rows, Number(count));
}`,
)};
`;
}

function addToDatabase(choices: Choices): string {
  return `import { defineOperation } from 'unplugin-operations/koa';

${ADD_COMMENT}
${define(
  choices,
  'addNote',
  `function addNote({ db, input }) {
  return db.insertInto('notes').values({ text: input.body.text }).returningAll().executeTakeFirstOrThrow();
}`,
)};
`;
}
