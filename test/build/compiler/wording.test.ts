import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES, readPage } from '../../docs/examples.ts';
import {
  commentsInSources,
  faultsIn,
  faultsOf,
  frequenciesIn,
  habitsOf,
  phraseFaultsIn,
  phraseFaultsOf,
  textsInDiagnostics,
  textsInPage,
  textsInSources,
} from '../../support/wording.ts';

const root = join(import.meta.dirname, '../../..');

/** Lists of words, which are no sentences. */
const LISTS = [
  'src/build/codegen/declarations/global-type-names.ts',
  'src/build/codegen/declarations/names.ts',
  'src/directives/vocabulary.ts',
  'src/shared/contract/search-terms.ts',
  // SQL, and scripts for Redis.
  'src/runtime/postgres/take-in-postgres.ts',
  'src/runtime/redis/key-scripts.ts',
  'src/runtime/sqlite/take-in-sqlite.ts',
  'src/runtime/state/reserve-key.ts',
  'src/runtime/events/sql-take.ts',
  'src/runtime/events/sql-store.ts',
  'src/runtime/events/sql-settle.ts',
  'src/runtime/events/sql-endpoints.ts',
  'src/runtime/events/sql-deliveries.ts',
  'src/tools/migrations/tables.ts',
];
const ROOMS = [...readdirSync(join(root, 'src')).map((room) => `src/${room}`), 'packages'];
/** All sources: users read texts of every room. */
const TEXTS = textsInSources(
  ['{src,packages}/**/*.{ts,js,jsx}', '!**/node_modules', ...LISTS.map((list) => `!${list}`)],
  root,
);
/** The comments of all sources. */
const COMMENTS = commentsInSources(['{src,packages}/**/*.{ts,js,jsx}', '!**/node_modules'], root);
/** The diagnostics that the compiler prints. */
const PRINTED = ['test/fixtures/*/*/expected.txt'];

describe('plain English', () => {
  it.each(ROOMS)('the texts of %s are plain English', (room) => {
    expect(faultsIn(TEXTS.filter(({ place }) => place.startsWith(room)))).toEqual([]);
  });

  it('reads all sources', () => {
    expect(TEXTS.length).toBeGreaterThan(1500);
    expect(new Set(TEXTS.map(({ place }) => place.split('/').slice(1, 3).join('/'))).size).toBeGreaterThan(15);
  });

  it.each(ROOMS)('the comments of %s are plain English', (room) => {
    expect(phraseFaultsIn(COMMENTS.filter(({ place }) => place.startsWith(room)))).toEqual([]);
  });

  it('reads the comments of all sources', () => {
    expect(COMMENTS.length).toBeGreaterThan(7000);
  });

  it.each(PRINTED)('the diagnostics of %s are plain English', (glob) => {
    const texts = textsInDiagnostics([glob], root);
    expect(texts.length).toBeGreaterThan(300);
    expect(faultsIn(texts)).toEqual([]);
  });

  it.each(PAGES)('docs/%s is plain English', (name) => {
    const texts = textsInPage(readPage(name), name);
    expect(texts).not.toEqual([]);
    expect(faultsIn(texts)).toEqual([]);
  });
});

it.each([...PAGES, '../README.md'])('docs/%s has the words of the trade', (name) => {
  const texts = textsInPage(readPage(name), name);
  expect(texts.flatMap(({ text }) => habitsOf(text).map((habit) => `${habit}\n  ${text}`))).toEqual([]);
});

/** Per 1,000 words of the docs of Hono, whose English is a model. */
const MODEL = { you: 25.2, what: 0.1, where: 0.2, say: 0, commas: 36 };

it('the docs use words as often as a model does, by a factor of two', () => {
  const counted = frequenciesIn([...PAGES.map(readPage), readFileSync(join(root, 'README.md'), 'utf8')]);
  expect(counted.you).toBeGreaterThan(MODEL.you / 2);
  for (const word of ['what', 'where', 'say', 'commas'] as const)
    expect({ word, isFrequent: counted[word] > MODEL[word] * 2 }).toEqual({ word, isFrequent: false });
});

describe('the check itself', () => {
  it('reads literals and templates with their line', () => {
    const texts = textsInSources(['src/build/compiler/diagnostics/tree-messages.ts'], root);
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['first used here', expect.stringMatching(/^"X" and "X" differ only in letter case/)]),
    );
    expect(texts[0]!.place).toMatch(/^src\/build\/compiler\/diagnostics\/tree-messages\.ts:\d+$/);
  });

  it.each([
    ['"@prama" is no directive, so it is ignored.', 'avoid "is no"'],
    ['What it is comes later.', 'avoid "What"'],
    ['Sorry. What it is comes later.', 'avoid ". What"'],
    ['The comment says GET.', 'avoid "says"'],
    ['The header is told apart.', 'avoid "told"'],
    ['The type stands in braces.', 'avoid "stands"'],
    ['Five or fewer; any number where not given.', 'avoid "where not"'],
    ['The reference leads nowhere.', 'avoid "leads nowhere"'],
    [`${'word '.repeat(24)}word. Short.`, `25 words: ${'word '.repeat(24)}word.`],
  ])('finds the fault of %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it.each([
    ['A format of its own.', '"of its own": write its own x, a separate x'],
    ['The server answers with a 404.', '"answers": write responds, handles, sends'],
    ['The server can answer.', '"can answer": write respond, handle, send'],
    ['One line for each book.', '"for each ": write per'],
    ['It does not run.', '"does not": write a contraction'],
    ['A finding has a witness.', '"witness": write example request'],
  ])('finds the habit of %j', (text, habit) => expect(habitsOf(text)).toEqual([habit]));

  it.each([
    ['Text of a page is no cache.', 'avoid "is no"'],
    ['Files beside the tree.', 'avoid "beside"'],
    ['Events have groups of their own.', 'avoid "of their own"'],
    ['It has a meaning of its own only here.', 'avoid "of its own"'],
    ['It costs nothing. What follows is text.', 'avoid ". What"'],
    ['Whoever reads it pays.', 'avoid "Whoever"'],
    ['It says why.', 'avoid "says"'],
  ])('finds the fault of the comment %j', (text, fault) => expect(phraseFaultsOf(text)).toEqual([fault]));

  it.each([
    'Undefined if there is none.',
    'The lines of its own directive.',
    'Calls that of its own file.',
    'Tags of their own bodies',
    'A stand-in is one byte.',
    'See `beside`.',
  ])('takes the comment %j', (text) => expect(phraseFaultsOf(text)).toEqual([]));

  it('reads comments by paragraphs, without their marks and tags', () => {
    const texts = commentsInSources(['src/build/project/beside.ts'], root).map(({ text }) => text);
    expect(texts).toContain('The directory of the project.');
    expect(texts.filter((text) => /^[*/@]/.test(text))).toEqual([]);
  });

  it.each([
    'It is no longer checked.',
    'Write "@x says what it is".',
    'Unknown type "A". Did you mean "B"?',
    `${'a '.repeat(24)}"b c d".`,
  ])('takes %j', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
