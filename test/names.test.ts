import { describe, expect, it } from 'vitest';
import { isContinuation, namesOf } from './support/test-names.ts';

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
