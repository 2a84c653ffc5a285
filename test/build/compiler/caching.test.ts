import { describe, expect, it } from 'vitest';
import { contractOfDocuments } from '../../../src/tools/diff/baseline/openapi.ts';
import { documentOf } from '../../../src/tools/openapi/read/documents.ts';
import { diffFiles } from '../../tools/diff/compare.ts';
import { compile, contractOfComment } from './compile.ts';

const handler = '\nexport default () => {};';
const security = [
  { path: 'openapi.yaml', text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n' },
];

describe('@cache', () => {
  it.each([
    ['public, max-age=60, stale-while-revalidate=30', 'public, max-age=60, stale-while-revalidate=30'],
    ['  Public ,Max-Age=060,\n *   IMMUTABLE', 'public, max-age=60, immutable'],
    ['no-store', 'no-store'],
    ['no-cache, private', 'no-cache, private'],
    ['no-store, no-cache, must-revalidate, private', 'no-store, no-cache, must-revalidate, private'],
    ['must-understand, no-store, max-age=60', 'must-understand, no-store, max-age=60'],
    ['s-maxage=2147483648, proxy-revalidate, no-transform', 's-maxage=2147483648, proxy-revalidate, no-transform'],
    ['max-age=0, must-revalidate', 'max-age=0, must-revalidate'],
    ['max-age=60, stale-if-error=0', 'max-age=60, stale-if-error=0'],
  ])('reads %s', (text, control) => {
    expect(contractOfComment(`/** It.\n * @cache ${text} */`).cache).toEqual({ control });
  });

  it('reads that the response is the same for everyone', () => {
    const { operations, diagnostics } = compile(
      { 'a@get.ts': `/** It.\n * @cache public, max-age=60  ( same for everyone)\n * @security token */${handler}` },
      { definitions: security },
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'Unexpected text. Only "(same for everyone)" can follow.',
    ]);
    expect(operations[0]!.contract.cache).toBeUndefined();
    const meant = compile(
      {
        'a@get.ts': `/** It.\n * @cache public, max-age=60 (same for\n *   everyone)\n * @security token */${handler}`,
      },
      { definitions: security },
    );
    expect(meant.diagnostics).toEqual([]);
    expect(meant.operations[0]!.contract.cache).toEqual({ control: 'public, max-age=60', sameForEveryone: true });
  });

  it.each([
    ['private, max-age=60', '@security token', []],
    ['no-store', '@security token', []],
    ['no-cache', '@security token', []],
    ['public, no-cache', '@security token', []],
    ['public', '@security token', ['shared-cache']],
    ['s-maxage=1', '@security token', ['shared-cache']],
    ['max-age=60', '@security token', ['shared-cache']],
    ['max-age=60, must-revalidate', '@security token\n * @security none', ['shared-cache']],
    ['public', '@security none', []],
    ['public', '@security token\n * @internal', ['shared-cache']],
  ])('%s below %s has the mistakes %j', (control, line, codes) => {
    const { diagnostics } = compile(
      {
        'a@get.ts': `/** It.\n * @cache ${control}\n * ${line} */${handler}`,
        'b@get.ts': `/** B.\n * @security token */${handler}`,
      },
      { definitions: security },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('requires @cache to be shared on purpose below the security of the document or an "authorize"', () => {
    const line = '@cache public, max-age=60';
    const codesOf = (files: Record<string, string>, document = '') =>
      compile(files, {
        definitions: [{ path: 'openapi.yaml', text: `${document}${security[0]!.text}` }],
      }).diagnostics.map(({ code, at }) => [code, at.source.file]);
    const operation = { 'x/a@get.ts': `/** It.\n * ${line} */${handler}` };
    const found = [['shared-cache', 'app/operations/x/a@get.ts']];
    expect(codesOf(operation, 'security: [{ token: [] }]\n')).toEqual(found);
    const unused = [['unused-scheme', 'app/definitions/openapi.yaml']];
    const guard = 'export const authorize = () => true;';
    expect(codesOf({ ...operation, '_middleware.ts': guard })).toEqual([...unused, ...found]);
    expect(codesOf({ 'x/a@get.ts': `${operation['x/a@get.ts']}\n${guard}` })).toEqual([...unused, ...found]);
    const inherited = { '_middleware.ts': `/** ${line} */\n${guard}`, 'a@get.ts': `/** It. */${handler}` };
    expect(codesOf(inherited)).toEqual([...unused, ['shared-cache', 'app/operations/_middleware.ts']]);
    const meant = { ...inherited, 'a@get.ts': `/** It.\n * ${line} (same for everyone) */${handler}` };
    expect(codesOf(meant)).toEqual(unused);
  });

  it('never takes the @cache of a directory as a claim that all responses below are the same for everyone', () => {
    const line = '/** @cache public, max-age=60 (same for everyone) */';
    const { diagnostics } = compile(
      {
        'x/_middleware.ts': line,
        'x/a@get.ts': `/** It. */${handler}`,
        'x/b@get.ts': `/** It.\n * @security token */${handler}`,
      },
      { definitions: security },
    );
    expect(diagnostics.map(({ code, severity, at }) => [code, severity, at.source.file])).toEqual([
      ['shared-cache', 'error', 'app/operations/x/_middleware.ts'],
    ]);
    expect(diagnostics[0]!.message).toContain('Write the line in the comment of each operation');
  });

  it('reports the @cache of a directory once, and each time anew in an editor', () => {
    const files = {
      '_middleware.ts': '/**\n * @cache public, max-age=60\n * @security token\n */',
      'a@get.ts': `/** A. */${handler}`,
      'b@get.ts': `/** B. */${handler}`,
      'c@post.ts': `/** C. */${handler}`,
    };
    for (let run = 0; run < 2; run++) {
      const { diagnostics } = compile(files, { definitions: security });
      expect(diagnostics.map(({ code, notes }) => [code, notes.length])).toEqual([['shared-cache', 1]]);
    }
  });
});

describe('the difference of what caches can do', () => {
  const of = (...lines: string[]): Record<string, string> => ({
    'a@get.ts': `/** It.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
  });
  const changes = (before: readonly string[], after: readonly string[]) =>
    diffFiles(of(...before), of(...after)).map(({ id, severity }) => [id, severity]);

  it.each([
    ['private, max-age=60', 'private, max-age=61', [['cache-increased', 'info']]],
    ['private, max-age=60', 'private, max-age=6', [['cache-decreased', 'info']]],
    ['private, max-age=60', 'no-store', [['cache-decreased', 'info']]],
    ['no-cache', 'private, max-age=1', [['cache-increased', 'info']]],
    ['public, max-age=60, s-maxage=60', 'public, max-age=60, s-maxage=6', [['cache-decreased', 'info']]],
    ['public, max-age=60, s-maxage=60', 'public, max-age=70, s-maxage=6', [['cache-changed', 'info']]],
    ['private, max-age=60', 'private, max-age=60, immutable', [['cache-changed', 'info']]],
    [
      'private, max-age=60',
      'public, max-age=60',
      [
        ['cache-increased', 'info'],
        ['cache-shared', 'warning'],
      ],
    ],
    [
      'no-cache',
      'max-age=60',
      [
        ['cache-increased', 'info'],
        ['cache-shared', 'warning'],
      ],
    ],
    ['public, max-age=60', 'max-age=60', [['cache-changed', 'info']]],
    ['public, max-age=60', 'private, max-age=60', [['cache-decreased', 'info']]],
    ['private,max-age=60', 'Private, max-age=060', []],
  ])('compares the cache %s with %s: the differences are %j', (before, after, expected) => {
    expect(changes([`@cache ${before}`], [`@cache ${after}`]).toSorted()).toEqual(expected);
  });

  it('reports a new or lost cache as information, and a shared one or one that kept responses out of caches as a warning', () => {
    expect(changes([], ['@cache private, max-age=60'])).toEqual([['cache-added', 'info']]);
    expect(changes(['@cache public, max-age=60'], [])).toEqual([['cache-removed', 'info']]);
    expect(changes(['@cache no-store'], [])).toEqual([['cache-private-removed', 'warning']]);
    expect(changes([], ['@cache public, max-age=60']).toSorted()).toEqual([
      ['cache-added', 'info'],
      ['cache-shared', 'warning'],
    ]);
  });

  it('widens the access if shared caches can send the response of a client to others', () => {
    const schemes = { 'definitions/openapi.yaml': security[0]!.text };
    const findings = diffFiles(
      { ...schemes, ...of('@security token', '@cache private, max-age=60') },
      { ...schemes, ...of('@security token', '@cache public, max-age=60 (same for everyone)') },
    );
    expect(findings.map(({ id, severity, widensAccess }) => [id, severity, widensAccess]).toSorted()).toEqual([
      ['cache-increased', 'info', undefined],
      ['cache-same-for-everyone', 'error', true],
    ]);
  });

  it('finds the cache of a document', () => {
    const read = (text: unknown) =>
      contractOfDocuments(
        documentOf({
          openapi: '3.1.0',
          info: { title: 'Pets', version: '1' },
          paths: { '/a': { get: { responses: {}, 'x-cache': text } } },
        }),
      ).operations[0]!.cache;
    expect(read('public, max-age=60 (same for everyone)')).toEqual({
      control: 'public, max-age=60',
      sameForEveryone: true,
    });
    expect([read('public, private'), read('Public'), read(60), read('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
