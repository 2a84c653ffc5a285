import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PropertyNode, TypeNode } from '../../../src/build/compiler/language/type-nodes.ts';
import { parseTypeSyntax } from '../../../src/build/compiler/language/type-syntax.ts';
import { holds } from '../../property/holds.ts';
import * as text from '../../property/text.ts';

const START = 7;

function parse(type: string): ReturnType<typeof parseTypeSyntax> {
  return parseTypeSyntax({ source: { file: 'a.ts', text: `${' '.repeat(START)}${type}}` }, start: START, text: type });
}

function partsOf(node: TypeNode): readonly (TypeNode | PropertyNode)[] {
  if ('inner' in node) return [node.inner];
  if (node.kind === 'generic') return [node.name, ...node.arguments];
  if (node.kind === 'union') return node.members;
  if (node.kind === 'object') return node.properties;
  return 'parts' in node ? node.parts : [];
}

/** Each node as its kind and its text, with those inside it. */
function outline(type: string, node: TypeNode | PropertyNode = parse(type).root): unknown {
  const shown = type.slice(node.start - START, node.end - START);
  if ('key' in node) return [`${node.key}:`, shown, ...(node.type === undefined ? [] : [outline(type, node.type)])];
  return [node.kind, shown, ...partsOf(node).map((part) => outline(type, part))];
}

describe('a node knows its place', () => {
  it.each([
    ['string', ['name', 'string']],
    [' Pet [ ] ', ['list', 'Pet [ ]', ['name', 'Pet']]],
    ["?'a' | null", ['union', "?'a' | null", ['nullable', "?'a'", ['literal', "'a'"]], ['name', 'null']]],
    [
      '(A|-1.5)[]',
      ['list', '(A|-1.5)[]', ['group', '(A|-1.5)', ['union', 'A|-1.5', ['name', 'A'], ['literal', '-1.5']]]],
    ],
    ['Map.<a.b, *>', ['generic', 'Map.<a.b, *>', ['name', 'Map'], ['name', 'a.b'], ['name', '*']]],
    [
      '{ a?: A , "b c" ; 5: B[]\n}',
      [
        'object',
        '{ a?: A , "b c" ; 5: B[]\n}',
        ['a:', 'a?: A', ['name', 'A']],
        ['b c:', '"b c"'],
        ['5:', '5: B[]', ['list', 'B[]', ['name', 'B']]],
      ],
    ],
    ['function(a, {b: c}): D=', ['unsupported', 'function(a, {b: c}): D=', ['unsupported', 'D=', ['name', 'D']]]],
    [
      'Array<A B, C>',
      ['generic', 'Array<A B, C>', ['name', 'Array'], ['invalid', 'A B', ['name', 'A']], ['name', 'C']],
    ],
    ['{a: <, b: C}', ['object', '{a: <, b: C}', ['a:', 'a: <, b: C', ['invalid', '<, b: C', ['invalid', '']]]]],
  ])('%j', (type, expected) => {
    expect(outline(type)).toEqual(expected);
  });

  it('places a node of any text inside its parent, in order, with a token between two faults', () => {
    const check = (node: TypeNode | PropertyNode, from: number, to: number): void => {
      expect([node.start >= from, node.end <= to, node.start <= node.end]).toEqual([true, true, true]);
      let { start } = node;
      for (const part of 'key' in node ? (node.type === undefined ? [] : [node.type]) : partsOf(node)) {
        check(part, start, node.end);
        start = part.end;
      }
    };
    const property = fc.property(text.typeText, (type) => {
      const { root, faults } = parse(type);
      check(root, START, START + type.length);
      const starts = faults.map(({ at }) => at.span.start);
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    });
    holds(property, 300);
  });
});

describe('a fault', () => {
  it.each<[string, [string, string][]]>([
    ['Array<string', [['', 'Add ">".']]],
    ['Array<{a: string', [['', 'Add "}>".']]],
    ['a|', [['', 'Add a type.']]],
    ['{a:', [['', 'Add a type and "}".']]],
    ['{', [['', 'Add "}".']]],
    ['{a: (b}', [['}', 'Add ")".']]],
    ['my pet', [['pet', 'unexpected "pet"']]],
    ['my.', [['.', 'unexpected "."']]],
    ["{a: 'b}", [["'", 'this quote is never closed']]],
    ['{a b}', [['b', 'Write a property as "name: type" or "name?: type".']]],
    ['{a.b: c}', [['a.b', 'needs quotes: {"a.b": string}.']]],
    ['[a, b]', [['[', 'Write a list as "T[]".']]],
    ['{a: Array<b, c: d}', [[',', 'Add ">".']]],
    [
      '{a: b c, d: Array<b|>, e: f}',
      [
        ['c', 'unexpected "c"'],
        ['>', 'unexpected ">"'],
      ],
    ],
  ])('finds the fault of %j where it is', (type, expected) => {
    const { faults } = parse(type);
    const found = faults.map(({ at }) => type.slice(at.span.start - START, at.span.end - START));
    expect(found).toEqual(expected.map(([at]) => at));
    for (const [i, [, advice]] of expected.entries()) expect(faults[i]!.message).toContain(advice);
  });
});
