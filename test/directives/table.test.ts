import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseComment } from '../../src/build/compiler/comment/comment.ts';
import { readDirectives } from '../../src/build/compiler/language/directives.ts';
import { contractFields } from '../../src/build/compiler/language/described.ts';
import type { DirectiveDescription } from '../../src/directives/directive-description.ts';
import { GRAMMAR } from '../../src/directives/grammar.ts';
import { DESCRIBED } from '../../src/directives/table.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;
const operation = { method: 'GET', path: '/pets', hasStream: false } as const;

/** The fields of a contract that lines make, and the codes of their mistakes. */
function read(...lines: readonly string[]): { fields: object; codes: string[] } {
  const text = `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;
  const comment = parseComment({ file: 'pets.ts', text }, { start: 0, end: text.length });
  const codes: string[] = [];
  const declarations = readDirectives(comment.directives, undefined, ({ code }) => codes.push(code));
  return { fields: contractFields(declarations.described, operation), codes };
}

describe.each(ROWS.map((row) => [row.name, row] as const))('the description of @%s', (name, row) => {
  it('gives an example that is read without a mistake, and makes the fields of the contract', () => {
    const { fields, codes } = read(row.form.example);
    expect(codes).toEqual([]);
    expect(Object.keys(fields).length > 0).toBe(row.contract !== undefined);
  });

  it('declares how often a comment can have it', () => {
    expect(read(row.form.example, row.form.example).codes).toEqual(row.often === 'once' ? ['repeated-directive'] : []);
  });

  it('names modules in its folder that run in servers', () => {
    const modules = Object.values(row.features ?? {}).map(({ module }) => module);
    expect(modules.filter((module) => !/^directives\/[\w-]+\/runtime\/[\w-]+$/.test(module))).toEqual([]);
    for (const module of modules) expect(existsSync(join(import.meta.dirname, `../../src/${module}.ts`))).toBe(true);
  });

  it('the directive is not a row of the grammar', () => {
    expect(Object.keys(GRAMMAR)).not.toContain(name);
  });
});
