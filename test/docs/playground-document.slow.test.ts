import { expect, it } from 'vitest';
import { lint, printProblem } from '../build/openapi/lint.ts';
import { compilePlayground } from './playground.ts';

it.each([...compilePlayground().documents])(
  'the document of %s of the bookshop has no error and no warning under the recommended rules',
  async (_, document) => {
    expect((await lint(document)).map(printProblem)).toEqual([]);
  },
);
