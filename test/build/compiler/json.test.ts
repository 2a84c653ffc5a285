import { expect, it } from 'vitest';
import { parseJson } from '../../../src/build/compiler/comment/json.ts';
import { readYaml } from '../../../src/build/compiler/comment/yaml.ts';

const passageOf = (text: string): Parameters<typeof readYaml>[0] => ({ source: { file: '', text }, start: 0, text });

it.each<[string, unknown]>([
  ['{"a": {"b": [1, {"c": null}]}}', { a: { b: [1, { c: null }] } }],
  ['{"a": "two words", "b": {}}', { a: 'two words', b: {} }],
  ['[]', []],
  ['"a"', 'a'],
])('reads %s', (text, value) => {
  expect(parseJson(text)).toMatchObject({ value });
});

// YAML's reader tells what is wrong with the first ones, and reads the last ones as well.
it.each(['', '{', '{a: 1}', '{"a": 1, "a": 2}', '{"b": {"a": 1, "a": 2}}', '{"a" : 1}', String.raw`{"a": "\":"}`])(
  'leaves %s to YAML',
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);

it.each(['{"a": [1, "b: c"], "__proto__": {"d": null}}', '[1.5, -2e3, "\\u2028"]', '"a\\tb"', '{}'])(
  'reads %s in a comment as JSON',
  (text) => {
    expect(readYaml(passageOf(text), () => {})).toMatchObject({ value: JSON.parse(text) as unknown });
  },
);

it.each(['{"a": 1, "a": 2}', '[1e999]', `${'['.repeat(120)}${']'.repeat(120)}`, '{"a": 1,}{'])(
  'reports %s in a comment',
  (text) => {
    const faults: unknown[] = [];
    expect(readYaml(passageOf(text), (fault) => faults.push(fault))).toBeUndefined();
    expect(faults).toHaveLength(1);
  },
);
