import type { Choices } from './project-choices.ts';
import type { Files } from './language.ts';
import { DEFAULT_STYLE, definition } from '../../build/codegen/handler-file.ts';
import { languageOf } from './language.ts';
import { testsOfSample } from './test-files.ts';

/** Creates two operations, their definition, and a test. */
export function sampleFiles(choices: Choices): Files {
  const { extension } = languageOf(choices);
  const hasDatabase = choices.database !== 'none';
  return {
    [`app/definitions/Note.${extension}`]: definitionFile(choices),
    [`app/operations/notes/@get.${extension}`]: hasDatabase ? listFromDatabase(choices) : listFromMemory(choices),
    [`app/operations/notes/@post.${extension}`]: hasDatabase ? addToDatabase(choices) : addToMemory(choices),
    ...(!hasDatabase && { [`app/notes.${extension}`]: memoryFile(choices) }),
    ...testsOfSample(choices),
  };
}

/** @param code A function. */
function define({ language }: Choices, name: string, code: string): string {
  const style = { ...DEFAULT_STYLE, isTyped: language === 'typescript' };
  return `export default ${definition(name, code, style)}`;
}

function definitionFile({ database, language }: Choices): string {
  // A column of PostgreSQL has 32 bits.
  const integer = database === 'postgresql' ? 'int32' : 'integer';
  if (language === 'javascript')
    return `/**
 * A note.
 *
 * @typedef {object} Note
 * @property {${integer}} id - The ID of the note
 * @property {string} text (minLength: 1, maxLength: 1000, example: Buy milk) - The text
 */
`;
  return `/** A note. */
export interface Note {
  /**
   * The ID of the note.
   * @type integer
${integer === 'int32' ? '   * @format int32\n' : ''}   */
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
  return `import type { Note } from '#app/definitions/Note.ts';

/** The notes, kept in memory. */
export const notes: Note[] = [{ id: 1, text: 'Buy milk' }];
`;
}

/** @param choices The choices of clients: `search (text)`. */
const listComment = (choices: string): string => `/**
 * Lists the notes, oldest first.
 *
 * @param-include ${choices}
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
import { notes } from '#app/notes.${extension}';

${listComment('search (text), paging')}
${define(
  choices,
  'listNotes',
  `function listNotes({ list }) {
  const found = notes.filter(({ text }) => list.words.every((word) => text.toLowerCase().includes(word.toLowerCase())));
  return page(found.slice(list.offset, list.offset + list.limit), found.length);
}`,
)};
`;
}

function addToMemory(choices: Choices): string {
  const { extension } = languageOf(choices);
  return `import { defineOperation } from 'unplugin-operations/koa';
import { notes } from '#app/notes.${extension}';

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
  return `import { findList } from 'unplugin-operations/kysely';
import { defineOperation } from 'unplugin-operations/koa';

${listComment('search (text), sort (id), paging')}
${define(
  choices,
  'listNotes',
  `function listNotes({ db, list }) {
  return findList(db.selectFrom('notes').selectAll(), list, { table: 'notes' });
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
