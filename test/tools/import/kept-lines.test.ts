import { describe, expect, it } from 'vitest';
import { isComplete } from '../../../src/tools/import/report-data.ts';
import { planOf, withPaths } from './support.ts';

const DOCUMENT = withPaths(
  { '/pets': { get: { summary: 'Lists pets.', responses: { 204: { description: 'None' } } } } },
  { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } },
);
const before = (line: string): { path: string; text: string } => ({
  path: 'pets@get.ts',
  text: `/**\n * Gets pets.\n * ${line}\n */\nexport default () => {};\n`,
});
const importInto = (line: string): ReturnType<typeof planOf> =>
  planOf(DOCUMENT, { operations: [before(line)], definitions: [] });

describe('the comment of an operation that exists before an import', () => {
  it.each(['@since v2', '@since 1.4.0'])('An import keeps %s, which no description has', (line) => {
    const { operations } = importInto(line);
    expect(operations.changes.map(({ text }) => text)).toEqual([
      `/**\n * Lists pets.\n *\n * ${line}\n * @returns {void} 204 - None\n */\nexport default () => {};\n`,
    ]);
    const again = planOf(DOCUMENT, { operations: operations.files, definitions: [] });
    expect(again.operations.changes).toEqual([]);
  });

  it.each(['@securty token', '@rate-limt 10 per minute', 'Only for staff. @security token'])(
    'An import leaves a file alone whose comment has an error: %s',
    (line) => {
      const plan = importInto(line);
      expect(plan.operations.changes).toEqual([]);
      expect(plan.operations.left).toEqual([expect.stringMatching(/^pets@get\.ts: its comment has a mistake: .*"@/)]);
      expect(plan.operations.gone).toEqual([]);
      expect(isComplete(plan)).toBe(false);
    },
  );
});
