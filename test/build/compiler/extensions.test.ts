import { expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const found = (line: string): readonly unknown[] =>
  compile({ 'one.ts': `/**\n * One.\n *\n * ${line}\n */\nexport default () => {};` }).diagnostics.map(brief);

it.each(['@x-plan: pro', '@x-plan : pro', '@x-plan:'])(
  'An extension has no colon, which would hide its value: %s',
  (line) => {
    expect(found(line)).toEqual([['invalid-yaml', ':']]);
  },
);

it.each(['@x-plan pro', '@x-plan', '@x-plan { a: pro }'])('An extension has a value of YAML, or none: %s', (line) => {
  expect(found(line)).toEqual([]);
});

const HANDLER = 'export default () => {};';
const spelled = (...lines: string[]): readonly unknown[] => {
  const files = Object.fromEntries(lines.map((line, i) => [`p${i}.ts`, `/**\n * It.\n * ${line}\n */\n${HANDLER}`]));
  return compile({
    'a/_middleware.ts': '/** @x-plan free */',
    'a/b.ts': `/** B. */\n${HANDLER}`,
    ...files,
  }).diagnostics.map((each) => [each.code, each.severity, each.at.source.file, each.fix?.edits[0]?.text]);
};

it('An extension in another letter case than most others is a warning with an edit', () => {
  expect(spelled('@x-Plan pro', '@x-plan pro')).toEqual([
    ['unknown-directive', 'warning', expect.stringMatching(/p0\.ts$/), 'x-plan'],
  ]);
});

it('The lines of a directory count as others, and lower case is the usual one of two', () => {
  expect(spelled('@x-Plan pro')).toHaveLength(1);
  expect(spelled('@x-plan pro', '@x-planned')).toEqual([]);
});
