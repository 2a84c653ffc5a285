import { expect, it } from 'vitest';
import { lint, printProblem } from '../build/openapi/lint.ts';
import { compilePlayground } from './playground.ts';

it('the document of the bookshop has no error and no warning under the recommended rules', async () => {
  expect((await lint(compilePlayground().document)).map(printProblem)).toEqual([]);
});
