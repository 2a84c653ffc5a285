import { describe, expect, it } from 'vitest';
import type { ExistingFiles } from '../../../src/tools/import/index.ts';
import { isComplete } from '../../../src/tools/import/report-data.ts';
import { existingOf, planOf, withPaths } from './support.ts';

const COMPONENTS = {
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};
const responses = { 204: { description: 'Done' } };
/** A description of an operation below `/admin`, in which the document requires a token. */
const document = (security: object[] | undefined): object =>
  withPaths(
    { '/admin/users': { get: { ...(security && { security }), responses } } },
    { ...COMPONENTS, security: [{ token: [] }] },
  );
const GUARDED: ExistingFiles = {
  operations: [{ path: 'admin/_middleware.ts', text: '/** @security token admin */\n' }],
  definitions: [],
};
const lineOf = (text: string): string[] => text.match(/@security .*/g) ?? [];
const codesOf = ({ diagnostics }: ReturnType<typeof planOf>): string[] =>
  diagnostics.map(({ code }) => code).filter((code) => code === 'weaker-security');

describe('the import of a new operation below a directory with @security', () => {
  it.each<[string, object[], string[], string[], string[]]>([
    [
      'no authentication',
      [],
      ['@security none'],
      [],
      ['GET /admin/users: the new operation accepts everyone, but its directory requires token: admin'],
    ],
    [
      'optional authentication',
      [{ token: [] }, {}],
      ['@security token', '@security none'],
      ['weaker-security', 'weaker-security'],
      [
        'GET /admin/users: the new operation accepts token, but its directory requires token: admin',
        'GET /admin/users: the new operation accepts everyone, but its directory requires token: admin',
      ],
    ],
    [
      'fewer scopes',
      [{ token: ['staff'] }],
      ['@security token staff'],
      ['weaker-security'],
      ['GET /admin/users: the new operation accepts token: staff, but its directory requires token: admin'],
    ],
  ])('lists it and marks no line on its own if it requires %s', (_title, security, lines, codes, widened) => {
    const plan = planOf(document(security), GUARDED);
    expect(lineOf(plan.operations.changes[0]!.text)).toEqual(lines);
    expect(codesOf(plan)).toEqual(codes);
    expect(plan.widened).toEqual(widened);
    expect(isComplete(plan)).toBe(false);
  });

  it.each([
    ['as much', [{ token: ['admin'] }]],
    ['more', [{ token: ['admin', 'staff'] }]],
  ])('lists nothing if it requires %s', (_title, security) => {
    expect(planOf(document(security), GUARDED).widened).toEqual([]);
  });

  it('lists nothing in the next import, and keeps a mark that you have written', () => {
    const { operations, definitions } = existingOf(planOf(document([{ token: [] }, {}]), GUARDED));
    const marked = operations.map(({ path, text }) => ({ path, text: text.replace('security none', '$& (weaker)') }));
    const again = planOf(document([{ token: [] }, {}]), { operations: marked, definitions });
    expect(again.widened).toEqual([]);
    expect(again.operations.changes).toEqual([]);
  });

  it('marks the lines in other directories, if the description requires less than its document', () => {
    const elsewhere = { ...GUARDED, operations: [{ ...GUARDED.operations[0]!, path: 'staff/_middleware.ts' }] };
    const plan = planOf(document([{ token: [] }, {}]), elsewhere);
    expect(lineOf(plan.operations.changes[0]!.text)).toEqual(['@security token', '@security none (weaker)']);
    expect([plan.widened, codesOf(plan)]).toEqual([[], []]);
  });
});
