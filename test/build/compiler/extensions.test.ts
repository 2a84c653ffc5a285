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
