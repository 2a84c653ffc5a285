import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage } from '../docs/examples.ts';
import { faultsIn, faultsOf, textsInDiagnostics, textsInPage, textsInSources } from '../support/wording.ts';

const root = join(import.meta.dirname, '../..');

/** The sources whose texts users read. */
const SOURCES = [
  'src/compiler/diagnostics/*.ts',
  'src/compiler/{comment,definitions,operations,typescript,user-schemas}/*.ts',
  'src/compiler/language/{bare,directives,facet,metadata,parameter,property,response,type}*.ts',
  'src/validation/**/*.ts',
  'src/koa/**/*.ts',
  'src/{client,lambda,workers}/*.ts',
  'src/{command,project,plugin}/**/*.ts',
  'src/codegen/{manifest,openapi,validators}/*.ts',
];
/** The diagnostics that the compiler prints. */
const PRINTED = ['test/fixtures/*/*/expected.txt'];
/** The pages of docs/ that follow the rules. */
const PAGES = ['diagnostics.md', 'koa.md'];

describe('plain English', () => {
  it.each(SOURCES)('in the texts of %s', (glob) => {
    const texts = textsInSources([glob], root);
    expect(texts).not.toHaveLength(0);
    expect(faultsIn(texts)).toEqual([]);
  });

  it.each(PRINTED)('in the diagnostics of %s', (glob) => {
    const texts = textsInDiagnostics([glob], root);
    expect(texts.length).toBeGreaterThan(300);
    expect(faultsIn(texts)).toEqual([]);
  });

  it.each(PAGES)('in docs/%s', (name) => {
    const texts = textsInPage(readPage(name), name);
    expect(texts.length).toBeGreaterThan(15);
    expect(faultsIn(texts)).toEqual([]);
  });
});

describe('the check itself', () => {
  it('reads literals and templates with their line', () => {
    const texts = textsInSources(['src/compiler/diagnostics/tree-messages.ts'], root);
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['first used here', expect.stringMatching(/^"X" and "X" differ only in letter case/)]),
    );
    expect(texts[0]!.place).toMatch(/^src\/compiler\/diagnostics\/tree-messages\.ts:\d+$/);
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
    'It is no longer checked.',
    'Write "@x says what it is".',
    'Unknown type "A". Did you mean "B"?',
    `${'a '.repeat(24)}"b c d".`,
  ])('takes %j', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
