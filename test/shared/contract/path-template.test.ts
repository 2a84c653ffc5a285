import { describe, expect, it } from 'vitest';
import type { TemplateFault } from '../../../src/shared/contract/path-template.ts';
import {
  compareTexts,
  matchTexts,
  parsePathTemplate,
  segmentKind,
  segmentTexts,
  templateKey,
} from '../../../src/shared/contract/path-template.ts';

describe('parsePathTemplate', () => {
  it.each<[string, string, string[]]>([
    ['', '/', []],
    ['/', '/', []],
    ['pets', '/pets', []],
    ['/pets/', '/pets', []],
    ['//pets///{id}', '/pets/{id}', ['id']],
    ['a/{b}/c/{d}', '/a/{b}/c/{d}', ['b', 'd']],
    ['{base}...{head}', '/{base}...{head}', ['base', 'head']],
    ['{sha}.diff', '/{sha}.diff', ['sha']],
    ['v{major}.{minor}', '/v{major}.{minor}', ['major', 'minor']],
    ['{user@host}/@x', '/{user@host}/@x', ['user@host']],
    ['100%/größe/鳥', '/100%/größe/鳥', []],
    ['{constructor}/{toString}/prototype', '/{constructor}/{toString}/prototype', ['constructor', 'toString']],
    ['{a b}/{ü}', '/{a b}/{ü}', ['a b', 'ü']],
    ['{id}/{ID}', '/{id}/{ID}', ['id', 'ID']],
  ])('reads %j', (text, printed, names) => {
    const { template, faults } = parsePathTemplate(text);
    expect(faults).toEqual([]);
    expect(template.text).toBe(printed);
    expect(template.names).toEqual(names);
    expect(parsePathTemplate(template.text)).toEqual({ template, faults: [] });
  });

  it.each<[string, ...[TemplateFault['kind'], start: number, end: number][]]>([
    ['{id', ['unbalanced-brace', 0, 1]],
    ['a/id}', ['unbalanced-brace', 4, 5]],
    ['/{a}/{b', ['unbalanced-brace', 5, 6]],
    ['{a{b}}', ['unbalanced-brace', 0, 1], ['unbalanced-brace', 5, 6]],
    ['}{', ['unbalanced-brace', 0, 1], ['unbalanced-brace', 1, 2]],
    ['a/{}', ['empty-name', 2, 4]],
    ['{}/{}', ['empty-name', 0, 2], ['empty-name', 3, 5]],
    ['{x}{y}', ['adjacent-parameters', 3, 6]],
    ['{x}{y}{z}', ['adjacent-parameters', 3, 6], ['adjacent-parameters', 6, 9]],
    ['{x}/a/{x}', ['repeated-name', 6, 9]],
    ['{x}-{x}/{x}', ['repeated-name', 4, 7], ['repeated-name', 8, 11]],
    ['{caf\u00e9}/{cafe\u0301}', ['repeated-name', 7, 14]],
    ['{__proto__}', ['reserved-name', 0, 11]],
    ['{a}/{__proto__}{', ['reserved-name', 4, 15], ['unbalanced-brace', 15, 16]],
  ])('finds what is wrong with %j', (text, ...faults) => {
    expect(parsePathTemplate(text).faults).toEqual(faults.map(([kind, start, end]) => ({ kind, start, end })));
  });

  it('distinguishes text, parameters and mixtures', () => {
    const kinds = parsePathTemplate('pets/{id}/{sha}.diff/x{a}').template.segments.map(segmentKind);
    expect(kinds).toEqual(['static', 'parameter', 'mixed', 'mixed']);
  });

  it('gives the texts around the parameters', () => {
    const { segments } = parsePathTemplate('pets/{id}/{sha}.diff/x{a}y{b}z').template;
    expect(segments.map(segmentTexts)).toEqual([['pets'], ['', ''], ['', '.diff'], ['x', 'y', 'z']]);
  });
});

describe('templateKey', () => {
  it('gives templates the same key if they differ in names alone', () => {
    expect(key('pets/{id}/{sha}.diff')).toBe(key('pets/{pet}/{a}.diff'));
  });

  it.each([
    ['{a}', 'a'],
    ['{a}.{b}', '{a}'],
    ['{a}/{b}', '{a}'],
    ['{a}-{b}', '{a}.{b}'],
    ['{a}.x', 'x.{a}'],
    ['A/{a}', 'a/{a}'],
  ])('differs for %j and %j', (a, b) => {
    expect(key(a)).not.toBe(key(b));
  });
});

describe('compareTexts', () => {
  it('puts more text first, then fewer parameters, then the alphabet', () => {
    const order = ['{a}.tar.gz', '{a}.diff', 'ab{x}', '{a}..{b}', '-{x}', 'x{a}', '{a}-{b}', '{a}.{b}'];
    const texts = order.map((text) => segmentTexts(parsePathTemplate(text).template.segments[0]!));
    const signs = texts.map((a) => texts.map((b) => Math.sign(compareTexts(a, b))));
    expect(signs).toEqual(order.map((_, i) => order.map((__, j) => Math.sign(i - j))));
  });
});

describe('matchTexts', () => {
  it.each<[string, string, string[] | undefined]>([
    ['{sha}.diff', 'abc.diff', ['abc']],
    ['{sha}.diff', '.diff', undefined],
    ['{sha}.diff', 'a.diff.diff', ['a.diff']],
    ['{sha}.diff', 'abc.dif', undefined],
    ['{a}...{b}', 'x...y', ['x', 'y']],
    ['{a}...{b}', 'x....y', ['x.', 'y']],
    ['{a}...{b}', '....', undefined],
    ['{a}...{b}', '.......', ['...', '.']],
    ['{a}...{b}', 'x...', undefined],
    ['{a}...{b}', '...y', undefined],
    ['{a}-{b}-{c}', 'x--y-z', ['x-', 'y', 'z']],
    ['{a}-{b}.json', 'x-y-z.json', ['x-y', 'z']],
    ['{a}-{b}-x', 'a-x', undefined],
    ['ab{x}ba', 'aba', undefined],
    ['ab{x}ba', 'abba', undefined],
    ['ab{x}ba', 'ab-ba', ['-']],
    ['v{a}.{b}', 'v1.2.3', ['1.2', '3']],
    ['{name}.{ext}', 'a.b.png', ['a.b', 'png']],
    ['{name}.{ext}', '.png', undefined],
    ['{name}.{ext}', 'a.', undefined],
    ['{name}.{ext}', '...', ['.', '.']],
    ['{from}-{to}', '2024-01-01-2024-02-01', ['2024-01-01-2024-02', '01']],
    ['{a}鳥{b}', '😀鳥😀', ['😀', '😀']],
    ['{a}aa{b}', 'aaaa', ['a', 'a']],
    ['{a}aa{b}', 'aaa', undefined],
  ])('%j takes %j as %j', (template, segment, values) => {
    expect(match(template, segment)).toEqual(values);
  });

  it('agrees with a greedy regular expression that tries everything', () => {
    const templates = [
      '{a}-{b}',
      '{a}--{b}',
      '-{a}',
      '{a}-',
      '-{a}-{b}-',
      '{a}-{b}-{c}',
      'x{a}x',
      'x-{a}x-{b}',
      '{a}x-x{b}',
    ];
    for (const segment of words(['x', '-'], 7)) {
      for (const template of templates) {
        const pattern = new RegExp(`^${template.replaceAll(/\{.\}/g, '(.+)')}$`);
        expect([template, segment, match(template, segment)]).toEqual([
          template,
          segment,
          pattern.exec(segment)?.slice(1),
        ]);
      }
    }
  });
});

function key(text: string): string {
  return templateKey(parsePathTemplate(text).template);
}

function match(template: string, segment: string): string[] | undefined {
  const values: string[] = [];
  const texts = segmentTexts(parsePathTemplate(template).template.segments[0]!);
  return matchTexts(texts, segment, values) ? values : undefined;
}

/** All words over an alphabet, up to a length. */
function words(alphabet: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = words(alphabet, length - 1);
  const longest = shorter.filter((word) => word.length === length - 1);
  return [...shorter, ...longest.flatMap((word) => alphabet.map((letter) => word + letter))];
}
