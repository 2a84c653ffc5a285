import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import type { Diagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { parseType } from '../../src/build/compiler/language/type.ts';
import { textAt } from '../build/compiler/compile.ts';
import { faultsOf, unreadable } from './diagnostics.ts';
import { holds } from './holds.ts';
import * as text from './text.ts';

const path = fc.constantFrom('one.ts', 'pets/{id}@post.ts', 'größe/{a}...{b}@get.js', '@patch.cjs');

/** An operation whose comment is anything. */
const operation = fc
  .tuple(path, text.commentBody)
  .map(([file, body]) => ({ path: file, text: `/**${body}*/\nexport default function op() {}\n` }));

const definitions = fc.uniqueArray(
  fc.oneof(
    fc.record({ path: fc.constantFrom('a.js', 'b.js'), text: fc.oneof(text.codeText, text.definitionComments) }),
    fc.record({ path: fc.constantFrom('a.ts', 'b.ts'), text: fc.oneof(text.moduleText, text.definitionTypes) }),
    fc.record({
      path: fc.constantFrom('Pet.yaml', 'A.json', 'B.yaml', 'openapi.yaml', 'openapi.json'),
      text: fc.oneof(text.dataText, text.schemaText),
    }),
  ),
  { selector: (file) => file.path, maxLength: 5 },
);

describe('the compiler reports mistakes, and never throws, for any', () => {
  it('comment', () => {
    const property = fc.property(operation, (file) => {
      expect(unreadable({ files: [file] })).toEqual([]);
    });
    holds(property, 150);
  });

  it('comment of a directory', () => {
    const contract = fc
      .tuple(fc.constantFrom('', 'pets/{id}/'), text.commentBody, fc.constantFrom('', 'export default () => {};'))
      .map(([directory, body, code]) => ({ path: `${directory}_middleware.ts`, text: `/**${body}*/\n${code}` }));
    const below = { path: 'pets/{id}/@get.ts', text: '/** It. */\nexport default () => {};' };
    const property = fc.property(contract, contract, definitions, (one, other, defined) => {
      const files = one.path === other.path ? [one, below] : [one, other, below];
      expect(unreadable({ files, definitions: defined })).toEqual([]);
    });
    holds(property, 150);
  });

  it('file', () => {
    const file = fc.record({ path, text: fc.oneof(text.codeText, text.moduleText) });
    const property = fc.property(file, (one) => {
      expect(unreadable({ files: [one] })).toEqual([]);
    });
    holds(property, 150);
  });

  it('names of files', () => {
    const file = text.fileName.map((name) => ({ path: name, text: '/** It. */ export default () => {};' }));
    const base = fc.constantFrom('/', '/v1', '/{tenant}/');
    const input = fc.record({ files: fc.array(file, { maxLength: 4 }), base });
    const property = fc.property(input, (one) => {
      expect(unreadable(one)).toEqual([]);
    });
    holds(property, 150);
  });

  it('definitions', () => {
    const input = fc.record({ files: fc.tuple(operation), definitions });
    const property = fc.property(input, (one) => {
      expect(unreadable(one)).toEqual([]);
    });
    holds(property, 150);
  });

  it('names of definitions', () => {
    const file = text.fileName.map((name) => ({ path: name, text: '{}' }));
    const property = fc.property(fc.array(file, { maxLength: 3 }), (files) => {
      expect(unreadable({ files: [], definitions: files })).toEqual([]);
    });
    holds(property, 100);
  });

  it('type, and locates each name', () => {
    const property = fc.property(text.typeText, (type) => {
      const source = { file: 'x.ts', text: `{${type}}` };
      const reported: Diagnostic[] = [];
      const parsed = parseType({ source, start: 1, text: type }, (diagnostic) => reported.push(diagnostic));
      expect(reported.flatMap((one) => faultsOf(one, [{ path: source.file, text: source.text }]))).toEqual([]);
      expect(reported.length > 0).toBe(parsed.schema === undefined);
      const { references } = parsed;
      expect(references.map(({ at }) => textAt(at))).toEqual(references.map(({ name }) => name));
    });
    holds(property, 500);
  });
});

describe('what once made it throw, or point at nothing or past the end:', () => {
  it.each([
    ['one.ts', 'require("x")?'],
    ['one.ts', '/** @returns {```[a=1]\r\n`|X} */ export default () => {};'],
    ['one.ts', '/** @header {string} id (a[][]) */ export default () => {};'],
    ['one.ts', '/** @returns {{, {, }}} */ export default () => {};'],
    ['Pet.yaml', "'"],
    ['Pet.yaml', 'id{a: 1}```ts\n>'],
    ['openapi.yaml', '\r\n: '],
    ['Pet.json', '{"default": {"$utility": "Pick"}}'],
  ])('%s with %j', (name, content) => {
    const file = [{ path: name, text: content }];
    const input = name === 'one.ts' ? { files: file } : { files: [], definitions: file };
    expect(unreadable(input)).toEqual([]);
    expect(compileOperations(input).diagnostics).not.toEqual([]);
  });
});
