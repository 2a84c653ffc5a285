import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkTypesOutput, dataText, outputOf, writeOutput } from '../../src/command/output-file.ts';
import { scratch, writeTree } from '../support/build.ts';

const root = scratch(afterAll);

it('--output writes text with one newline at its end, and the directory of the file', () => {
  const file = join(root, 'a/b/openapi.json');
  expect(writeOutput(file, '{}\n\n', 'openapi.json')).toBe(`Wrote ${file}.`);
  expect(readFileSync(file, 'utf8')).toBe('{}\n');
});

it.each(['a.yaml', 'dir/A.YML'])('--output writes data as YAML to %s', (output) => {
  const text = 'x '.repeat(200).trim();
  const data = { one: [1, 'yes', text], two: { a: text } };
  expect(dataText(data, output)).toMatch(/^one:\n/);
  expect(dataText(data, output).split('\n')).toHaveLength(6);
  expect(parse(dataText(data, output))).toEqual(data);
});

it('--output writes YAML that tools for YAML 1.1 read as the same', () => {
  const data = {
    n: 'no',
    dates: ['2026-01-31', '2026-01-31T10:00:00Z'],
    time: '12:30',
    id: '1_000',
    number: 1.5,
    on: true,
  };
  expect(parse(dataText(data, 'a.yaml'), { version: '1.1' })).toEqual(data);
});

it.each(['a.json', 'yaml', 'a.yaml.txt', undefined])('--output writes data as JSON to %s', (output) => {
  expect(dataText({ a: 1 }, output)).toBe('{\n  "a": 1\n}');
});

it('--output refuses what cannot be a file', async () => {
  await writeTree(root, { 'package.json': '{}' });
  const write = (name: string) => (): string => writeOutput(join(root, name), '{}', 'openapi.json');
  expect(write('')).toThrow(`${root} is a directory. Name a file, such as ${join(root, 'openapi.json')}.`);
  expect(() => writeOutput(`gone/`, '{}', 'openapi.json')).toThrow('gone/ is a directory. Name a file, such as');
  expect(write('package.json/a.json')).toThrow(`${join(root, 'package.json')} is not a directory.`);
  expect(write('package.json/a/b.json')).toThrow(`${join(root, 'package.json/a')} is not a directory.`);
  expect(() => outputOf(['a', 'b'])).toThrow('Invalid option --output: give it once.');
});

it('--output writes types only to a file that TypeScript reads', () => {
  for (const name of [undefined, 'a.d.ts', 'types.mts', 'dir/', devNull])
    expect(() => checkTypesOutput(name)).not.toThrow();
  expect(() => checkTypesOutput('types.json')).toThrow('types.json must end with ".d.ts".');
});
