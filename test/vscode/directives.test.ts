import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DIRECTIVE_FORMS } from '../../src/directives/vocabulary.ts';
import { METHODS } from '../../src/shared/contract/operation.ts';
import { TYPE_NAMES } from '../../src/shared/schema/named-types.ts';

interface Rule {
  readonly begin?: string;
  readonly patterns?: readonly { readonly match?: string; readonly name?: string }[];
}

const { repository } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/vscode/syntaxes/contract.json'), 'utf8'),
) as { repository: Record<string, Rule> };

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

it("the grammar of the extension has the compiler's directives", () => {
  const names = Object.values(repository).flatMap(
    ({ begin = '' }) => /\(@\)\(\?:([^)]*)\)/.exec(begin)?.[1]!.split('|') ?? [],
  );
  expect(sorted(names)).toEqual(sorted([...Object.keys(DIRECTIVE_FORMS), ...METHODS, 'prop']));
});

it("the grammar of the extension has the compiler's types", () => {
  const { match = '' } = repository['members']!.patterns!.find(({ name }) =>
    name?.startsWith('support.type.primitive'),
  )!;
  expect(sorted(/\(\?:([^)]*)\)/.exec(match)![1]!.split('|'))).toEqual(
    sorted(TYPE_NAMES.filter((name) => !['null', 'true', 'false'].includes(name))),
  );
});
