import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DIRECTIVES } from '../../src/directives/vocabulary.ts';
import { CHECKED_FORMATS } from '../../src/shared/schema/formats.ts';
import { FACET_NAMES } from '../../src/shared/schema/keywords.ts';
import { TYPE_NAMES } from '../../src/shared/schema/named-types.ts';
import { METHODS } from '../../src/shared/contract/operation.ts';
import { readPage } from './examples.ts';
import { codesOf, codesOfMistakes, readTable, schemaOfType, schemaOfTypeScript } from './tables.ts';

function isRefusedTwice(directive: string): boolean {
  return codesOfMistakes(directive, directive).some((code) => code.startsWith('repeated-'));
}

/** The types of a table with their schemas, as they are written. */
function rowsOf(header: string): [type: string, schema: string][] {
  return readTable(readPage('types.md'), header, 'JSON Schema').flatMap(([types, schema]) =>
    codesOf(types!).map((type): [string, string] => [type, codesOf(schema!)[0]!]),
  );
}

describe('the table of directives', () => {
  const page = readPage('directives.md');
  const rows = readTable(page, 'directive', 'how often', 'meaning').map(([code, often]) => ({
    codes: codesOf(code!),
    isOnce: often === '0..1',
  }));

  it('lists every directive', () => {
    const names = rows.flatMap(({ codes }) => codes).map((code) => code.split(' ')[0]);
    expect(names.sort()).toEqual([...METHODS, ...DIRECTIVES, 'x-name'].map((name) => `@${name}`).sort());
  });

  it('lists the lines that can occur once', () => {
    for (const { codes, isOnce } of rows) expect(codes.map(isRefusedTwice)).toEqual(codes.map(() => isOnce));
  });

  it('lists the ignored tags after it', () => {
    const paragraph = /^Other tags of JSDoc[^]*?\n\n/m.exec(page)![0];
    const tags = paragraph.match(/@\w+/g)!;
    expect(tags.length).toBeGreaterThan(30);
    expect(codesOfMistakes(...tags.map((tag) => `${tag} x`))).toEqual([]);
  });
});

describe('the table of facets', () => {
  const rows = readTable(readPage('constraints.md'), 'facet', 'of', 'takes').flatMap(([names, of, takes]) =>
    codesOf(names!).map((name) => [name, of!.split(', '), takes!.split(':')[0]!] as const),
  );
  const types = ['integer', 'number', 'string', 'boolean', 'array', 'object'] as const;
  const values: Readonly<Record<(typeof types)[number], string>> = {
    integer: '1',
    number: '1.5',
    string: 'a',
    boolean: 'true',
    array: '[1]',
    object: '{a: 1}',
  };
  const samples: Readonly<Record<string, readonly [right: (value: string) => string, wrong: string | undefined]>> = {
    'a number': [() => '0.5', 'x'],
    'a count': [() => '3', '-1'],
    text: [() => 'date', '3'],
    'a pattern': [() => '"^a{2}$"', '"("'],
    'true or false': [() => 'true', 'maybe'],
    'a list': [(value) => `[${value}]`, '3'],
    'a schema': [() => '{type: string}', '3'],
    'the property that selects one of several definitions, and optionally its values': [
      () => '{propertyName: kind}',
      '{kind: a}',
    ],
    'an object with `url`': [() => '{url: https://example.com}', '{}'],
    'an object of OpenAPI': [() => '{name: pet}', '3'],
    'any value': [(value) => value, undefined],
  };

  it('lists every facet', () => {
    // Documents write `trim` as `x-trim`, which is read back as a facet too.
    const facets = FACET_NAMES.filter((name) => !/^x-(?:trim|lowercase|checkbox)$/.test(name));
    expect(rows.map(([name]) => name).sort()).toEqual(facets.sort());
  });

  it.each(rows)('lists the types of %s, and its values', (name, of, takes) => {
    const [right, wrong] = samples[takes]!;
    for (const type of types) {
      const isOf = of.includes('any') || of.includes(type);
      const fits = codesOfMistakes(`@param {${type}} x (${name}: ${right(values[type])})`);
      expect(fits, `${name} of ${type}`).toEqual(isOf ? [] : ['facet-type']);
      if (wrong === undefined || !isOf) continue;
      expect(codesOfMistakes(`@param {${type}} x (${name}: ${wrong})`), `${name} ${wrong}`).toEqual(['facet-value']);
    }
  });
});

it('the table of formats has those that are checked', () => {
  const rows = readTable(readPage('constraints.md'), 'values', 'checked formats');
  expect(rows.flatMap(([, formats]) => codesOf(formats!)).sort()).toEqual(Object.keys(CHECKED_FORMATS).sort());
});

describe('the tables of types', () => {
  it.each(rowsOf('type'))('describe %s', (type, schema) => {
    expect(schemaOfType(type)).toEqual(parse(schema));
  });

  it.each(rowsOf('TypeScript'))('describe %s in TypeScript', (type, schema) => {
    expect(schemaOfTypeScript(type)).toEqual(parse(schema));
  });

  it('lists every type', () => {
    const types = rowsOf('type').map(([type]) => type);
    expect(types).toEqual(expect.arrayContaining(TYPE_NAMES.filter((name) => name !== 'void')));
    expect(rowsOf('TypeScript').length).toBeGreaterThan(30);
  });
});
