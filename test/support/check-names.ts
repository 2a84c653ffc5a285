import { beforeAll } from 'vitest';
import { isContinuation, namesOf } from './test-names.ts';

// Before the tests of each file, so that no file needs to be parsed for it.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures of a hook there
beforeAll(({}, { tasks }) => {
  const wrong = namesOf(tasks).filter(isContinuation);
  if (wrong.length === 0) return;
  throw new Error(
    `Names of tests that begin in the middle of a sentence: write a behavior ("answers 404 if ...") or a subject.\n${wrong.join('\n')}`,
  );
});
