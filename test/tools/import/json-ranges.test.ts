import { expect, it } from 'vitest';
import { parseYaml } from '../../../src/build/compiler/comment/yaml.ts';
import { placesIn } from '../../../src/build/compiler/definitions/located-data.ts';
import { pointTo } from '../../../src/shared/contract/json-pointer.ts';
import { parseJsonTree } from '../../../src/tools/openapi/fetch/json-ranges.ts';
import { placesInJson } from '../../../src/tools/openapi/fetch/locations.ts';

const VALUE = {
  type: 'object',
  definitions: { 'a/b~c': { enum: [1, 'two', null, [{}], -2.5e3, true] }, 'é "q"': {} },
  items: [{ $ref: '#/definitions/x' }, []],
  '': { 0: 'zero', '//': { description: 'A\nB' } },
};

/** The pointers to all values, and to some that are missing. */
function pointersOf(value: unknown, pointer = ''): string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const below = inner.flatMap(([key, item]) => pointersOf(item, pointTo(pointer, key)));
  return [pointer, pointTo(pointer, 'missing'), pointTo(pointer, '9'), ...below];
}

it.each([
  ['in one line', JSON.stringify(VALUE)],
  ['in lines', JSON.stringify(VALUE, null, 2)],
  ['with other white space', JSON.stringify(VALUE, null, 3).replaceAll('":', '" : ').replaceAll('\n', '\r\n')],
])('locates the values of JSON as YAML does: %s', (_, text) => {
  const source = { file: 'a.json', text };
  const [json, yaml] = [placesInJson(source), placesIn(source, parseYaml(text))];
  const pointers = [...pointersOf(VALUE), '/$defs/a~1b~0c/enum/1', '/$defs'];
  const spans = (locate: typeof json): unknown[] =>
    pointers.flatMap((pointer) => [locate(pointer).span, locate(pointer, 'key').span]);
  expect(parseJsonTree(text)).toBeDefined();
  expect(spans(json)).toEqual(spans(yaml));
});

it.each(['a: {b: 1}', '{"a": 1,}', '// a\n{"a": 1}', '{"a": 1', ''])('the reader of JSON leaves %j to YAML', (text) => {
  expect(parseJsonTree(text)).toBeUndefined();
  const source = { file: 'a.json', text };
  expect(placesInJson(source)('/a/b').span).toEqual(placesIn(source, parseYaml(text))('/a/b').span);
});
