import { describe, expect, it } from 'vitest';
import { notesOf } from '../../../src/build/compiler/operations/contract-notes.ts';
import { readSize, sizeText } from '../../../src/shared/contract/byte-size.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { emitted, planOf } from '../../tools/import/support.ts';
import { diffFiles } from '../../tools/diff/compare.ts';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { compile } from './compile.ts';

const BODY = ' * @param {object} body - It\n';
const of = (...lines: readonly string[]): string =>
  `/**\n * It.\n${lines.map((line) => ` * ${line}\n`).join('')}${BODY} */`;

describe('a size', () => {
  it.each([
    ['1b', 1],
    ['10kb', 10_240],
    ['20 MB', 20_971_520],
    ['1gb', 1_073_741_824],
    ['8388607gb', 8_388_607 * 2 ** 30],
    ['8388608gb', undefined],
    ['0mb', undefined],
    ['5', undefined],
    ['1.5mb', undefined],
    ['5mib', undefined],
    ['-5mb', undefined],
    ['5constructor', undefined],
  ])('%s has %j bytes', (text, size) => {
    expect(readSize(text)).toBe(size);
  });

  it('writes a size in the largest unit without a fraction', () => {
    expect([1, 1023, 1024, 1536, 5 * 2 ** 20, 2 ** 30].map(sizeText)).toEqual([
      '1b',
      '1023b',
      '1kb',
      '1536b',
      '5mb',
      '1gb',
    ]);
  });
});

describe('the maximum size of a body', () => {
  const LINE = '@consumes application/json (max: 20mb), application/cbor+json, multipart/form-data (max: 50mb)';

  it('belongs to the media type before it', () => {
    const { operations, diagnostics } = compile({ 'a@post.ts': `${of(LINE)}\nexport default () => {};` });
    expect(diagnostics).toEqual([]);
    const { contract } = operations[0]!;
    expect(contract.body!.content.map(({ mediaType, maxBytes }) => [mediaType, maxBytes])).toEqual([
      ['application/json', 20_971_520],
      ['application/cbor+json', undefined],
      ['multipart/form-data', 52_428_800],
    ]);
    expect(notesOf(contract)).toEqual(['body: application/json up to 20mb, multipart/form-data up to 50mb']);
  });

  it('documents the maximum size of a body, and reads it back by an import', () => {
    const compilation = compile({ 'a@post.ts': `${of(LINE)}\nexport default () => {};` });
    const { schemas } = compilation;
    const info = { title: 'Without a name', version: '0.0.0' };
    const document = generateOpenApi({ operations: contractsOf(compilation), schemas, document: {}, info });
    expect(JSON.stringify(document)).toContain('"x-max-bytes":52428800');
    const plan = planOf(document);
    expect(plan.operations.files[0]!.text).toContain(LINE);
    expect([plan.differences, plan.losses]).toEqual([[], []]);
    expect(emitted(plan)).toEqual(document);
  });

  it.each([
    ['(max: 20mb)', '(max: 19mb)', [['request-body-max-bytes-decreased', 'warning']]],
    ['(max: 20mb)', '(max: 21mb)', [['request-body-max-bytes-increased', 'info']]],
    ['', '(max: 20mb)', [['request-body-max-bytes-added', 'warning']]],
    ['(max: 20mb)', '', [['request-body-max-bytes-removed', 'warning']]],
    ['(max: 1024kb)', '(max: 1mb)', []],
  ])('compares a body limit of "%s" with "%s": the differences are %j', (before, after, expected) => {
    const tree = (limit: string) => ({ 'a@post.ts': of(`@consumes application/json ${limit}`) });
    expect(diffFiles(tree(before), tree(after)).map(({ id, severity }) => [id, severity])).toEqual(expected);
  });
});
