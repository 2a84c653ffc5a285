import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';

type Files = Readonly<Record<string, string>>;

const GUARD = 'export const authorize = () => false;\n';
const GET = '/** It. */\nexport default () => {};\n';
const SCHEME = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};
const V1 = { name: 'v1', prefix: 'v1' };
const PREFIXED = [V1, { name: 'v2', prefix: 'v2' }];

const listOf = (files: Files, prefix = ''): { path: string; text: string }[] =>
  Object.entries(files).map(([path, text]) => ({ path: prefix + path, text }));

/** The errors of two versions, with the text that each note points at. */
function errorsOf(
  files: Files,
  older: Files = { 'loans.ts': GET },
  versions: NonNullable<CompilationInput['versions']> = PREFIXED,
): string[] {
  const [first, ...others] = versions;
  const { diagnostics } = compileOperations({
    files: listOf({ 'books.ts': GET, ...files }),
    definitions: [SCHEME],
    versions: [{ ...first!, files: listOf(older, pathInVersion('v1', '')) }, ...others],
  });
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, at, notes }) =>
      [code, at.source.file, message, ...notes.map((note) => note.at.source.file)].join(' | '),
    );
}

const ERROR = (file: string, directory: string, version: string): unknown =>
  expect.stringMatching(
    `^version-guard \\| ${file} \\| .*the directory "${directory}" .*the version "${version}".* \\| app/`,
  );

describe('a guard in a directory that is named as a version', () => {
  it.each([
    ['an authorize', GUARD],
    ['middleware', 'export default (ctx, next) => next();\n'],
    ['a @security line', '/** @security token */\n'],
    ['a limit', '/** @rate-limit 5 per minute per address */\n'],
  ])('reports the directory and the version: %s', (_name, guard) => {
    const files = { 'v1/_middleware.ts': guard, 'v1/admin.ts': GET };
    const error = [ERROR('app/operations/v1/_middleware.ts', 'v1', 'v1')];
    expect(errorsOf(files)).toEqual(error);
    expect(errorsOf(files, undefined, [V1, { name: 'v2' }])).toEqual(error);
  });

  it.each<[string, Files, Files | undefined]>([
    ['below it', { 'v1/loans/_middleware.ts': GUARD, 'v1/loans/a.ts': GET }, undefined],
    ['in another spelling', { 'V1/_middleware.ts': GUARD, 'V1/a.ts': GET }, undefined],
    ['named as the last version', { 'v2/_middleware.ts': GUARD, 'v2/a.ts': GET }, undefined],
    ['without operations', { 'v1/_middleware.ts': GUARD }, undefined],
    ['in the older version', {}, { 'loans.ts': GET, 'v1/_middleware.ts': GUARD, 'v1/a.ts': GET }],
  ])('reports one that is %s', (_name, files, older) => {
    expect(errorsOf(files, older)).toHaveLength(1);
  });

  it.each<[string, Files, Files | undefined]>([
    [
      'no operation of the version has such a path',
      { 'v1/admin/_middleware.ts': GUARD, 'v1/admin/a.ts': GET },
      undefined,
    ],
    [
      'each operation of the version has its own guard',
      { 'books.ts': `${GET}${GUARD}`, 'v1/_middleware.ts': GUARD, 'v1/a.ts': GET },
      { 'loans.ts': `${GET}${GUARD}` },
    ],
    ['the directory has another name', { 'v11/_middleware.ts': GUARD, 'v11/a.ts': GET }, undefined],
    ['nothing guards it', { 'v1/_middleware.ts': '/** @tags a */', 'v1/a.ts': GET }, undefined],
    [
      'it is in the directory of webhooks',
      { '../webhooks/v1/_middleware.ts': GUARD, '../webhooks/v1/a.ts': GET },
      undefined,
    ],
  ])('accepts one if %s', (_name, files, older) => {
    expect(errorsOf(files, older)).toEqual([]);
  });

  const IN_PATH = '/** @param {string} path.version */\nexport default () => {};\n';
  const UNPREFIXED = [V1, { name: 'v2' }];

  it.each<[string, Files, Files]>([
    [
      'a file of the version',
      { '{version}/_middleware.ts': GUARD, '{version}/loans.ts': IN_PATH },
      { 'loans.ts': GET },
    ],
    ['an inherited operation', { '{version}/_middleware.ts': GUARD, '{version}/books.ts': IN_PATH }, {}],
    ['a limit', { '{version}/_middleware.ts': '/** @rate-limit 5 per minute */', '{version}/books.ts': IN_PATH }, {}],
    [
      'a directory below it',
      { '{version}/admin/_middleware.ts': GUARD, '{version}/admin/a.ts': IN_PATH, 'admin/a.ts': GET },
      {},
    ],
    [
      'a name with a parameter',
      {
        'v{number}/_middleware.ts': GUARD,
        'v{number}/books.ts': IN_PATH.replace('string} path.version', 'integer} path.number'),
      },
      {},
    ],
  ])('reports a parameter in the place of the version, for %s', (_name, files, older) => {
    expect(errorsOf(files, { 'other.ts': GET, ...older }, UNPREFIXED)).toEqual([
      expect.stringMatching(
        /^version-guard \| .*_middleware\.ts \| This guards "GET \/v?\{\w+\}\/.*for "GET \/v1\/.*of the version "v1", which comes first/,
      ),
    ]);
  });

  it.each<[string, Files, Files]>([
    ['other paths', { '{version}/_middleware.ts': GUARD, '{version}/a.ts': IN_PATH }, {}],
    ['other parameters', { '{a}/_middleware.ts': GUARD, '{a}/{b}.ts': '/** It. */\nexport default () => {};\n' }, {}],
    [
      'a type without the version',
      {
        '{version}/_middleware.ts': GUARD,
        '{version}/books.ts': IN_PATH.replace('string', "'v3'|'v4'"),
      },
      {},
    ],
    [
      'an own guard',
      { '{version}/_middleware.ts': GUARD, '{version}/loans.ts': IN_PATH },
      { 'loans.ts': `${GET}${GUARD}` },
    ],
    [
      'a public operation',
      { '{version}/_middleware.ts': GUARD, '{version}/loans.ts': IN_PATH },
      { 'loans.ts': '/** @security none */\nexport default () => {};\n' },
    ],
  ])('accepts a parameter in the place of the version with %s', (_name, files, older) => {
    expect(errorsOf(files, { 'other.ts': GET, ...older }, UNPREFIXED)).toEqual([]);
  });

  it('accepts a parameter if the last version has a prefix too', () => {
    const files = { '{version}/_middleware.ts': GUARD, '{version}/books.ts': IN_PATH };
    expect(errorsOf(files, { 'other.ts': GET })).toEqual([]);
  });

  it('accepts one if a header names the version, or the last version has no prefix', () => {
    const header = (name: string) => ({
      name,
      header: { name: 'Version', ...(name === 'v2' && { isDefault: true as const }) },
    });
    const files = { 'v1/_middleware.ts': GUARD, 'v1/a.ts': GET };
    expect(errorsOf(files, undefined, [header('v1'), header('v2')])).toEqual([]);
    expect(errorsOf({ 'v2/_middleware.ts': GUARD, 'v2/a.ts': GET }, undefined, [V1, { name: 'v2' }])).toEqual([]);
  });
});

describe('a guard of an older version for an operation that everyone may call today', () => {
  const warningsOf = (files: Files, older: Files): string[] => {
    const { diagnostics } = compileOperations({
      files: listOf(files),
      definitions: [SCHEME],
      versions: [
        { ...V1, files: listOf(older, pathInVersion('v1', '')) },
        { name: 'v2', prefix: 'v2' },
      ],
    });
    return diagnostics
      .filter(({ message }) => message.startsWith('This only guards the version "v1"'))
      .map(({ code, severity, at, notes }) => [severity, code, at.source.file, notes[0]!.at.source.file].join(' '));
  };
  const GUARDED = 'app/versions/v1/operations/books/_middleware.ts';

  it('warns of it once, also for an operation that the version replaces', () => {
    const files = { 'books/a.ts': GET, 'books/b.ts': GET };
    const expected = [`warning version-guard ${GUARDED} app/operations/books/a.ts`];
    expect(warningsOf(files, { 'books/_middleware.ts': GUARD })).toEqual(expected);
    expect(warningsOf(files, { 'books/_middleware.ts': GUARD, 'books/a.ts': GET })).toEqual(expected);
  });

  it.each([
    ['an "authorize" beside its handler', `${GET}${GUARD}`],
    ['"@security"', GET.replace('It.', '@security token')],
  ])('warns of an operation that has %s only in the older version', (_name, text) => {
    const expected = ['warning version-guard app/versions/v1/operations/a.ts app/operations/a.ts'];
    expect(warningsOf({ 'a.ts': GET }, { 'a.ts': text })).toEqual(expected);
    expect(warningsOf({ 'a.ts': GET.replace('It.', '@security none') }, { 'a.ts': text })).toEqual([]);
    expect(warningsOf({ 'a.ts': text }, { 'a.ts': text })).toEqual([]);
    expect(warningsOf({ 'a.ts': GET, '_middleware.ts': GUARD }, { 'a.ts': text })).toEqual([]);
    expect(warningsOf({ 'other.ts': GET }, { 'a.ts': text })).toEqual([]);
    expect(warningsOf({ 'a.ts': GET }, { 'a.ts': `${GET}export const authorize = () => true;\n` })).toEqual([]);
  });

  it.each([
    "export default (ctx, next) => (ctx.get('X-Staff') ? next() : ctx.throw(403));",
    "import { requireStaff } from '../../../../lib/staff.ts';\nexport default requireStaff();",
    "import { problem } from 'unplugin-operations/koa';\nexport default [async (ctx, next) => { if (!ctx.get('X')) throw problem(401); await next(); }];",
    "const check = (ctx) => { if (!ctx.get('X')) ctx.throw(401); };\nexport default (ctx, next) => { check(ctx); return next(); };",
    "export const authorize = () => true;\nexport default (ctx, next) => (ctx.get('X') ? next() : ctx.throw(401));",
  ])('warns of middleware that refuses: %s', (text) => {
    expect(warningsOf({ 'books/a.ts': GET }, { 'books/_middleware.ts': text })).toEqual([
      `warning version-guard ${GUARDED} app/operations/books/a.ts`,
    ]);
  });

  it.each([
    "export default async (ctx, next) => { await next(); if (ctx.body) ctx.set('X-Legacy', '1'); };",
    "export default (ctx, next) => { if (ctx.method === 'GET') ctx.state.legacy = true; return next(); };",
    "import { toOldShape } from '../../../../lib/old.ts';\nexport default toOldShape;",
    'export default (ctx, next) => { if (ctx.query.page === undefined) ctx.throw(400); return next(); };',
    'export const authorize = () => true;',
  ])('accepts other code: %s', (text) => {
    expect(warningsOf({ 'books/a.ts': GET }, { 'books/_middleware.ts': text })).toEqual([]);
  });

  it.each<[name: string, files: Files]>([
    ['has "@security"', { 'books/a.ts': GET.replace('It.', '@security token') }],
    ['has "@security none"', { 'books/a.ts': GET.replace('It.', '@security none') }],
    ['has its own "authorize"', { 'books/a.ts': `${GET}${GUARD}` }],
    ['is in a guarded directory', { 'books/a.ts': GET, 'books/_middleware.ts': GUARD }],
    [
      'is behind middleware that refuses',
      {
        'books/a.ts': GET,
        '_middleware.ts': 'export default (ctx, next) => (ctx.get("x") ? next() : ctx.throw(401));',
      },
    ],
    ['is gone', { 'films.ts': GET }],
  ])('accepts it if the operation of today %s', (_name, files) => {
    expect(warningsOf(files, { 'books/_middleware.ts': GUARD, 'books/old.ts': GET })).toEqual([]);
  });

  it('warns of an "authorize" that only returns true, in place of one that decides', () => {
    const texts = (files: Files, older: Files): string[] => {
      const { diagnostics } = compileOperations({
        files: listOf(files),
        versions: [
          { ...V1, files: listOf(older, pathInVersion('v1', '')) },
          { name: 'v2', prefix: 'v2' },
        ],
      });
      return diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
    };
    const open = `${GET}export const authorize = () => true;\n`;
    expect(texts({ 'a.ts': `${GET}${GUARD}` }, { 'a.ts': open })).toEqual([
      'warning version-guard The "authorize" of this older version protects less than that of the file it replaces.',
    ]);
    expect(texts({ 'a.ts': open }, { 'a.ts': open })).toEqual([]);
  });
});
