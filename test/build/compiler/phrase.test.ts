import { describe, expect, it } from 'vitest';
import type { Passage } from '../../../src/build/compiler/comment/comment.ts';
import { locate, parseComment, passageText } from '../../../src/build/compiler/comment/comment.ts';
import { readParameterPhrase, readResponsePhrase } from '../../../src/build/compiler/comment/line.ts';
import { brief, compile, contractOfComment, textAt } from './compile.ts';

/** The content of the first directive of a comment that stands somewhere in a file. */
function contentOf(line: string): Passage {
  const before = "const a = '@param';\n";
  const text = `${before}/**\n * Some.\n * ${line}\n */`;
  const comment = parseComment({ file: 'one.ts', text }, { start: before.length, end: text.length });
  return comment.directives[0]!.content;
}

/** The texts of a phrase's parts, each the same in the passage and at its place in the file. */
function texts(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(parts).flatMap(([key, part]): [string, unknown][] => {
    // What follows the facets is the description, and the sign before it.
    if (part === undefined || part === false || key === 'rest') return [];
    if (part === true) return [[key, true]];
    const passage = part as Passage;
    // Stars at the start of a line are spaces in the passage.
    expect(textAt(locate(passage)).replaceAll('*', ' ')).toBe(passage.text.replaceAll('*', ' '));
    return [[key, key === 'description' ? passageText(passage) : passage.text]];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

describe('a parameter', () => {
  it.each<[string, Record<string, unknown>]>([
    ['{string} name', { type: 'string', name: 'name' }],
    ['{string} name - A name', { type: 'string', name: 'name', description: 'A name' }],
    ['{string} name A name', { type: 'string', name: 'name', description: 'A name' }],
    ['{string} name  -  A - name', { type: 'string', name: 'name', description: 'A - name' }],
    ['{string} name -', { type: 'string', name: 'name' }],
    ['{string} name -x', { type: 'string', name: 'name', description: '-x' }],
    ['{string}name', { type: 'string', name: 'name' }],
    ['{ string } name', { type: 'string', name: 'name' }],
    ['{string} - A name', { type: 'string', description: 'A name' }],
    ['{string}', { type: 'string' }],
    ['{} name', { type: '', name: 'name' }],
    ['name - A name', { name: 'name', description: 'A name' }],
    ['', {}],
    ['{string} query.name - x', { type: 'string', name: 'query.name', description: 'x' }],
    ['{string} header.If-None-Match', { type: 'string', name: 'header.If-None-Match' }],
    ['{string} größe', { type: 'string', name: 'größe' }],
    ['{string} [name]', { type: 'string', name: 'name', optional: true }],
    ['{string} [ name ] - x', { type: 'string', name: 'name', optional: true, description: 'x' }],
    ['{integer} [page=1] - x', { type: 'integer', name: 'page', optional: true, default: '1', description: 'x' }],
    ['{integer} [ page = 1 ]', { type: 'integer', name: 'page', optional: true, default: '1' }],
    ['{string} [x=]', { type: 'string', name: 'x', optional: true, default: '' }],
    ['{string} [x="a]b"] - y', { type: 'string', name: 'x', optional: true, default: '"a]b"', description: 'y' }],
    ["{string} [x='a]b'] - y", { type: 'string', name: 'x', optional: true, default: "'a]b'", description: 'y' }],
    ['{string} [x="a\\"]b"] - y', { type: 'string', name: 'x', optional: true, default: '"a\\"]b"', description: 'y' }],
    ['{string} [x=a=b]', { type: 'string', name: 'x', optional: true, default: 'a=b' }],
    [
      '{string[]} [x=["a","]"]] - y',
      { type: 'string[]', name: 'x', optional: true, default: '["a","]"]', description: 'y' },
    ],
    ['{object} [x={"a":{"b":"}"}}]', { type: 'object', name: 'x', optional: true, default: '{"a":{"b":"}"}}' }],
    ["{string} [x=it's] - y", { type: 'string', name: 'x', optional: true, default: "it's", description: 'y' }],
    ["{string} [x='] - y", { type: 'string', name: 'x', optional: true, default: "'", description: 'y' }],
    ['{string} [x=:)]', { type: 'string', name: 'x', optional: true, default: ':)' }],
    [
      "{string} name - The owner's name, the dog's [sic] {one}",
      { type: 'string', name: 'name', description: "The owner's name, the dog's [sic] {one}" },
    ],
    ['{string} name - A "half quote', { type: 'string', name: 'name', description: 'A "half quote' }],
    ["{'a'|'b}'} x", { type: "'a'|'b}'", name: 'x' }],
    ['{{a: "}"}} x', { type: '{a: "}"}', name: 'x' }],
    ["{{'it\\'s}': string}} x", { type: "{'it\\'s}': string}", name: 'x' }],
    ['{{a: {b: {c: string}[]}}} x - y', { type: '{a: {b: {c: string}[]}}', name: 'x', description: 'y' }],
    ['{Array<{a: string}>} x', { type: 'Array<{a: string}>', name: 'x' }],
    [
      '{integer} x (minimum: 1, maximum: 5) - y',
      { type: 'integer', name: 'x', facets: 'minimum: 1, maximum: 5', description: 'y' },
    ],
    [
      '{string} [x=a] (pattern: "^[)]$") - y',
      { type: 'string', name: 'x', optional: true, default: 'a', facets: 'pattern: "^[)]$"', description: 'y' },
    ],
    ['{string} x - y (z)', { type: 'string', name: 'x', description: 'y (z)' }],
    [
      '{string\n *   |integer}\n *   [x=1]\n *   - y\n *   z',
      { type: 'string\n     |integer', name: 'x', optional: true, default: '1', description: 'y\nz' },
    ],
    [
      '{{\n *   a: string,\n *   b: integer\n * }} x - y',
      { type: '{\n     a: string,\n     b: integer\n   }', name: 'x', description: 'y' },
    ],
  ])('@param %s', (line, expected) => {
    expect(texts({ ...readParameterPhrase(contentOf(`@param ${line}`)) })).toEqual(expected);
  });

  it.each<[string, string]>([
    ['{string name - x', '{string'],
    ['{{a: string} name', '{{a'],
    ['{string} [name - x', '[name'],
    ['{string} [name=[1] - x', '[name'],
    ['{string} name (minimum: 1 - x', '(min'],
  ])('@param %s is never closed', (line, start) => {
    const content = contentOf(`@param ${line}`);
    const { unclosed } = readParameterPhrase(content);
    expect(unclosed!.text).toBe(start[0]);
    expect(unclosed!.start).toBe(content.source.text.indexOf(start, content.start));
  });
});

describe('a response', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['{file} 200 any', 'any', undefined],
    ['{file} 200 any - The file', 'any', 'The file'],
    ['{file} 200 any pet', undefined, 'any pet'],
    ['{file} 200 any-thing', undefined, 'any-thing'],
    ['{file} any', undefined, 'any'],
    ['{file} 200 image/png', 'image/png', undefined],
    ['{file} 200 image/png the cover', 'image/png', 'the cover'],
    ['{file} 200 text/plain, image/png', 'text/plain, image/png', undefined],
    ['{file} 200 text/plain,image/* - It', 'text/plain,image/*', 'It'],
    ['{file} 200 text/plain, image/png or so', undefined, 'text/plain, image/png or so'],
    ['{file} text/plain, image/png', 'text/plain, image/png', undefined],
  ])('@returns %s has the media types %s', (line, mediaTypes, description) => {
    const phrase = readResponsePhrase(contentOf(`@returns ${line}`));
    expect(phrase.mediaTypes?.text).toBe(mediaTypes);
    expect(passageText(phrase.description)).toBe(description);
  });

  it.each<[string, Record<string, unknown>]>([
    ['{object} The pet', { type: 'object', description: 'The pet' }],
    ['{object} 201 - The pet', { type: 'object', status: '201', description: 'The pet' }],
    ['{object} 201 The pet', { type: 'object', status: '201', description: 'The pet' }],
    ['{object} 201', { type: 'object', status: '201' }],
    ['{object}201', { type: 'object', status: '201' }],
    ['{object} 201- The pet', { type: 'object', status: '201', description: 'The pet' }],
    ['{Problem} 404: No such pet', { type: 'Problem', status: '404', description: 'No such pet' }],
    ['{Problem} 4XX - Wrong', { type: 'Problem', status: '4XX', description: 'Wrong' }],
    ['{Problem} 5xx', { type: 'Problem', status: '5xx' }],
    ['{Problem} default - Else', { type: 'Problem', status: 'default', description: 'Else' }],
    ['{Problem} defaults to none', { type: 'Problem', description: 'defaults to none' }],
    ['{object} 2000 pets', { type: 'object', description: '2000 pets' }],
    ['{object} 100% of them', { type: 'object', description: '100% of them' }],
    ['{object} - The pet', { type: 'object', description: 'The pet' }],
    ['204 - Nothing', { status: '204', description: 'Nothing' }],
    ['Nothing', { description: 'Nothing' }],
    ['', {}],
    ['{{a: "}"}} 200 - {x}', { type: '{a: "}"}', status: '200', description: '{x}' }],
    ['{object}\n *   201\n *   - The\n *   pet', { type: 'object', status: '201', description: 'The\npet' }],
  ])('@returns %s', (line, expected) => {
    expect(texts({ ...readResponsePhrase(contentOf(`@returns ${line}`)) })).toEqual(expected);
  });

  it.each<[string, string, boolean]>([
    ['{object}', '200', true],
    ['{void}', '204', false],
    ['', '204', false],
    ['{any}', '200', true],
    ['{void} 202', '202', false],
    ['{null} x', '200', true],
    ['{object} 5xx', '5XX', true],
  ])('@returns %s is a %s', (line, status, hasBody) => {
    const [response] = contractOfComment(`/** @returns ${line} */`).responses;
    expect([response!.status, response!.content.length > 0]).toEqual([status, hasBody]);
  });
});

describe('a default', () => {
  it.each<[string, string, unknown]>([
    ['integer', '20', 20],
    ['integer', '-1', -1],
    ['integer', '1e3', 1000],
    ['number', '1.5e3', 1500],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', '20', '20'],
    ['string', 'true', 'true'],
    ['string', 'a b', 'a b'],
    ['string', '"a b"', 'a b'],
    ['string', "' a '", ' a '],
    ['string', '"a\\"]b"', 'a"]b'],
    ['string', '"', '"'],
    ['string', '', ''],
    ['date', '2020-02-29', '2020-02-29'],
    ['?integer', 'null', null],
    ['?integer', '3', 3],
    ['string|null', 'null', null],
    ['null|string', 'null', null],
    ['any', 'null', null],
    ['any', '{"a":[1]}', { a: [1] }],
    ['any', 'a', 'a'],
    ['string|integer', '5', 5],
    ["'x'|'y'", 'x', 'x'],
    ["'x'|'y'", '"x"', 'x'],
    ["'1'|'2'", '1', '1'],
    ["'true'|'null'", 'null', 'null'],
    ['1|2', '2', 2],
    ['integer[]', '[1,2]', [1, 2]],
    ['string[]', '[]', []],
    ['object', '{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ])('{%s} [x=%s] is %j', (type, text, value) => {
    const [parameter] = contractOfComment(`/** @param {${type}} [x=${text}] - y */`).parameters;
    expect(parameter!.required).toBe(false);
    expect(Object.hasOwn(parameter!.schema, 'default')).toBe(true);
    expect(parameter!.schema['default']).toEqual(value);
  });

  it.each<[string, string]>([
    ['integer', '1.5'],
    ['integer', '"1"'],
    ['integer', ''],
    ['number', 'ten'],
    ['boolean', '1'],
    ['integer[]', '1'],
    ['object', '[]'],
    ['object', 'null'],
    ["'x'|'y'", 'z'],
    ["'1'|'2'", '3'],
    ['?integer', 'nil'],
  ])('{%s} [x=%s] is an invalid sample', (type, text) => {
    const { diagnostics } = compile({ 'one.ts': `/** @param {${type}} [x=${text}] - y */\nexport default () => {};` });
    expect(diagnostics.map(brief)).toEqual([['invalid-sample', text]]);
  });
});

describe('what is wrong', () => {
  it.each<[string, ...string[][]]>([
    ['@param {string}', ['missing-name', '@param']],
    ['@param {string} - A name', ['missing-name', '@param']],
    ['@param {string} []', ['missing-name', '@param']],
    ['@param {string} query.', ['missing-name', 'query.']],
    ['@param name', ['missing-type', 'name']],
    ['@param', ['missing-type', '@param']],
    ['@param {} name', ['invalid-type', '}']],
    ['@param {Array<} name', ['invalid-type', '}']],
    ['@param { a.. } name', ['invalid-type', '..']],
    ['@param {void} name', ['unsupported-type', 'void']],
    ['@param {number} [x=1e999]', ['invalid-yaml', '1e999']],
    ['@param {integer[]} [x=[1e999]]', ['invalid-yaml', '[1e999]']],
    ['@param {1e999} name', ['unsupported-type', '1e999']],
    ['@param {...string} name', ['unsupported-type', '...string']],
    ['@returns {a..} 200 - x', ['invalid-type', '..']],
    ['@returns {object} 999 - x', ['invalid-status', '999']],
    ['@returns {object} 0xx - x', ['invalid-status', '0xx']],
    ['@returns {object 200', ['unclosed-bracket', '{']],
    ['@returns Nothing', ['untyped-response', '@returns']],
    ['@param-include', ['missing-include', '@param-include']],
    ['@param-include paging, sorting', ['no-list', 'paging'], ['unknown-include', 'sorting']],
    ['@returns-include errors', ['unknown-include', 'errors']],
    ['@GET /pets', ['method-content', '/pets']],
    ['@return {object} x', ['unknown-directive', '@return']],
  ])('%s', (line, ...expected) => {
    const { diagnostics } = compile({ 'one.ts': `/**\n * Some.\n * ${line}\n */\nexport default () => {};` });
    expect(diagnostics.map(brief)).toEqual(expected);
  });

  it('reports all mistakes at once, and keeps what is right', () => {
    const { operations, diagnostics } = compile({
      'one.ts':
        '/**\n * @param {a..} x\n * @param {string} [y\n * @param {string} z - The\n * @returns {b..}\n */\nexport default () => {};',
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-type', 'unclosed-bracket', 'invalid-type']);
    expect(operations[0]!.contract.parameters.map(({ name }) => name)).toEqual(['z']);
  });
});
