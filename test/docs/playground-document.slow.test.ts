import { expect, it } from 'vitest';
import { lint, printProblem } from '../build/openapi/lint.ts';
import { compilePlayground } from './playground.ts';

it('the document of the bookshop has no error and no warning under the recommended rules', async () => {
  const problems = (await lint(compilePlayground().document)).map(printProblem);
  // Events have no function whose name could be an operationId.
  const isOfEvent = (problem: string): boolean => /operationId #\/webhooks\//.test(problem);
  expect(problems.filter((problem) => !isOfEvent(problem))).toEqual([]);
});
