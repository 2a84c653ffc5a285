import { describe, expect, it } from 'vitest';
import { diffFiles } from './compare.ts';

const list = (includes: string, row = '{id: integer, name: string}'): Record<string, string> => ({
  'pets@get.ts': `/**\n * Lists.\n * @param-include ${includes}\n * @returns {${row}[]} All\n */`,
});

const found = (before: Record<string, string>, after: Record<string, string>): string[] =>
  diffFiles(before, after).map(({ severity, id }) => `${severity} ${id}`);

describe('the difference of two lists', () => {
  it.each([
    ['a filter less', 'paging, filter (name, id gte)', 'paging, filter (name)', ['error list-choice-removed']],
    ['no filters', 'paging, filter (name)', 'paging', ['error list-choice-removed']],
    ['no order', 'paging, sort (id)', 'paging', ['error list-choice-removed']],
    ['no search', 'paging, search (name)', 'paging', ['error list-choice-removed']],
    ['a key less', 'paging, sort (id, name)', 'paging, sort (id)', ['error request-parameter-enum-value-removed']],
    [
      'another default',
      'paging, sort (id)',
      'paging, sort (id desc)',
      ['error request-parameter-default-value-changed'],
    ],
    ['a filter more', 'paging, filter (name)', 'paging, filter (name, id)', ['info new-optional-request-parameter']],
  ])('compares two lists with %s', (_, before, after, expected) => {
    expect(found(list(before), list(after))).toEqual(expected);
  });

  it('warns of the names of properties that its first filter makes the server refuse', () => {
    const findings = diffFiles(list('paging'), list('paging, filter (name)'));
    expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
      ['list-names-refused', 'warning'],
      ['new-optional-request-parameter', 'info'],
    ]);
    expect(findings[0]!.message).toContain('"id", "name"');
  });

  it('warns of a new property, whose name the server refuses', () => {
    const findings = diffFiles(
      list('paging, filter (name)'),
      list('paging, filter (name)', '{id: integer, name: string, color?: string}'),
    );
    expect(findings.map(({ id, severity }) => [id, severity])).toContainEqual(['list-names-refused', 'warning']);
    expect(findings.map(({ message }) => message).join()).toContain(': "color"');
  });

  it('warns of a new property, whose name the server refuses in a body', () => {
    const query = (row: string): Record<string, string> => ({
      'pets@query.ts': list('paging, filter (name)', row)['pets@get.ts']!,
    });
    const findings = diffFiles(
      query('{id: integer, name: string}'),
      query('{id: integer, name: string, color?: string}'),
    );
    expect(findings.map(({ id, severity }) => [id, severity])).toContainEqual(['list-names-refused', 'warning']);
    expect(findings.map(({ message }) => message).join()).toMatch(/properties of the body .*: "color"/);
  });

  it('finds a choice less in a body', () => {
    const query = (includes: string): Record<string, string> => ({ 'pets@query.ts': list(includes)['pets@get.ts']! });
    const all = found(query('paging, filter (name), sort (id)'), query('paging, filter (name)'));
    expect(all).toContain('error list-choice-removed');
  });
});
