import { expect, it } from 'vitest';
import { lint, printProblem } from '../build/openapi/lint.ts';
import { compilePlayground } from './playground.ts';

const { documents } = compilePlayground();

it.each([
  ['v2', []],
  // The security schemes of an older version are those of today.
  ['v1', ['warn no-unused-components #/components/securitySchemes/staff: Security scheme: "staff" is never used.']],
])('the document of %s of the bookshop has no more to report under the recommended rules', async (version, known) => {
  expect((await lint(documents.get(version)!)).map(printProblem)).toEqual(known);
});
