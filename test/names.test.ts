import { describe, expect, it } from 'vitest';
import { isContinuation, namesOf } from './support/test-names.ts';
import { phraseFaultsIn, testNamesInSources } from './support/wording.ts';

describe('the name of a test', () => {
  it.each([
    'is a 404 if it is unknown',
    'that is too large is a 413',
    'by the path',
    'With a body',
    'whose key is taken',
  ])('begins in the middle of a sentence: "%s"', (name) => expect(isContinuation(name)).toBe(true));

  it.each([
    'answers 404',
    'an unknown path is a 404',
    'input is read',
    'isRetry is true',
    'from-express.md works',
    '%s',
  ])('makes sense alone: "%s"', (name) => expect(isContinuation(name)).toBe(false));

  it('comes from tables and from suites too', ({ task }) => {
    expect(namesOf(task.file.tasks)).toEqual(
      expect.arrayContaining(['begins in the middle of a sentence: "by the path"', task.name]),
    );
  });
});

describe('the names in test files', () => {
  const names = testNamesInSources(['**/*.ts'], import.meta.dirname);

  it('use plain English', () => expect(phraseFaultsIn(names)).toEqual([]));

  it('come from tests, tables and suites, with their lines', () => {
    expect(names.length).toBeGreaterThan(4500);
    expect(names.filter(({ place }) => place.startsWith('names.test.ts')).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['the name of a test', 'makes sense alone: "%s"', 'use plain English']),
    );
    expect(names.find(({ text }) => text === 'the name of a test')!.place).toBe('names.test.ts:5');
  });
});
