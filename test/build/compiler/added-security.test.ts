import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import type { SecurityRequirement } from '../../../src/shared/contract/operation.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { securityOf } from '../../../src/shared/contract/operation.ts';
import { alternativesOf, isAsStrict } from '../../../src/shared/contract/security-requirements.ts';
import { compile, textAt } from './compile.ts';

const SCHEMES = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;
const HANDLER = 'export default () => {};\n';
const WRAPS = 'export default (ctx, next) => next();\n';

type Files = Readonly<Record<string, string>>;

const commented = (lines: readonly string[]): string =>
  `/**\n * It.\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;

const compileWith = (files: Files, document = SCHEMES): Compilation =>
  compile(files, { definitions: [{ path: 'openapi.yaml', text: document }] });

/** Who may call each operation. */
function accessOf({ operations, document }: Compilation): ReadonlyMap<string, readonly SecurityRequirement[]> {
  return new Map(operations.map(({ contract }) => [contract.id, alternativesOf(securityOf(contract, document))]));
}

/** A tree after each fix of its diagnostics that edits a file, one after another. */
function fixed(files: Files, document?: string): Files {
  const result: Record<string, string> = { ...files };
  for (let round = 0; round < 9; round++) {
    const { diagnostics } = compileWith(result, document);
    const edits = diagnostics.find(({ fix }) => (fix?.edits.length ?? 0) > 0)?.fix?.edits;
    if (edits === undefined) break;
    const path = edits[0]!.at.source.file.slice('app/operations/'.length);
    const text = edits
      .toSorted((a, b) => b.at.span.start - a.at.span.start)
      .reduce(
        (all, { at, text: added }) => all.slice(0, at.span.start) + added + all.slice(at.span.end),
        result[path]!,
      );
    result[path] = text;
  }
  return result;
}

const FURTHER = [
  '@requires token',
  '@requires token:admin',
  '@requires key',
  '@apiSecurity token',
  '@auth token',
  '@authentication none',
  '@secuirty token',
  '@secured key',
  '@permission token',
  '@role token',
  '@guard token',
  '@private token',
  '@access token',
  '@x-security token',
  '@x-auth key',
  'security: token',
];
const LINES = [['@security token admin'], ['@security token, key', '@security none']];
const HERE = FURTHER.flatMap((further) => LINES.map((lines) => [further, lines] as const));

describe('a fix that adds a @security line', () => {
  /** The operations that let in more clients after the fixes. */
  const widened = (files: Files, document?: string): string[] => {
    const before = accessOf(compileWith(files, document));
    const after = accessOf(compileWith(fixed(files, document), document));
    return [...before].flatMap(([id, security]) => (isAsStrict(after.get(id)!, security) ? [] : id));
  };
  const plain = commented([]) + HANDLER;

  it.each(HERE)('lets in no more clients: %s and %j', (further, lines) => {
    const guarded = commented(lines);
    const both = commented([further, ...lines]);
    const own = commented([further]);
    const trees: readonly Files[] = [
      { 'a/one.ts': both + HANDLER },
      { 'a/one.ts': commented([...lines, further]) + HANDLER },
      { 'a/_middleware.ts': both + WRAPS, 'a/one.ts': plain },
      { '_middleware.ts': guarded, 'a/b/one.ts': own + HANDLER },
      { '_middleware.ts': guarded, 'a/_middleware.ts': own, 'a/one.ts': plain },
      { '_middleware.ts': guarded, 'a/_middleware.ts': own + WRAPS, 'a/one.ts': plain },
      { 'one.ts': own + HANDLER, 'a/_middleware.ts': guarded, 'a/two.ts': "export { default } from '../one.ts';\n" },
    ];
    expect(trees.flatMap((files) => widened(files))).toEqual([]);
  });

  it.each(FURTHER)('lets in no more clients than the document: %s', (further) => {
    const document = `${SCHEMES}security:\n  - token: [admin]\n`;
    const own = commented([further]);
    expect(widened({ 'a/one.ts': own + HANDLER }, document)).toEqual([]);
    expect(widened({ 'a/_middleware.ts': own, 'a/one.ts': plain }, document)).toEqual([]);
  });

  it.each([
    ['@requires token', '@security token'],
    ['@apiSecurity token', '@security token'],
    ['@auth token', '@security token'],
    ['@role token', '@security token'],
    ['@x-security token', '@security token'],
  ])('stays where no other line is in effect: %s', (further, line) => {
    const files = { 'a/_middleware.ts': commented(['@tags a']) + WRAPS, 'a/one.ts': commented([further]) + HANDLER };
    expect(fixed(files)['a/one.ts']).toBe(commented([line]) + HANDLER);
    const directory = { 'a/_middleware.ts': commented([further]) + WRAPS, 'a/one.ts': commented([]) + HANDLER };
    expect(fixed(directory)['a/_middleware.ts']).toBe(commented([line]) + WRAPS);
  });

  it('corrects the first of two lines alone', () => {
    const files = { 'one.ts': commented(['@auth token admin', '@auth token']) + HANDLER };
    expect(fixed(files)['one.ts']).toBe(commented(['@security token admin', '@auth token']) + HANDLER);
  });

  it('waits for the lines of the directory', () => {
    const own = commented(['@requires token']) + HANDLER;
    const first = compileWith({
      'one.ts': own,
      '_middleware.ts': commented(['@secured token admin']),
    }).diagnostics.find(({ code }) => code === 'misplaced-directive');
    expect(first?.fix).toBeUndefined();
    const broken = compileWith({ 'one.ts': own, '_middleware.ts': '/** @security token admin */\nexport default (;' });
    expect(broken.diagnostics.flatMap(({ fix }) => fix ?? [])).toEqual([]);
  });

  it('leaves an operation alone that an older version guards', () => {
    const versions = [
      {
        name: 'v1',
        prefix: '/v1',
        files: [{ path: pathInVersion('v1', '_middleware.ts'), text: commented(['@security token admin']) }],
      },
      { name: 'v2', prefix: '/v2' },
    ];
    const text = commented(['@requires token']) + HANDLER;
    const { diagnostics } = compile(
      { 'one.ts': text },
      { versions, definitions: [{ path: 'openapi.yaml', text: SCHEMES }] },
    );
    expect(diagnostics.filter(({ code }) => code === 'misplaced-directive').map(({ fix }) => fix)).toEqual([undefined]);
  });
});

describe('the remedy of a @security line', () => {
  const of = (files: Files): readonly (readonly string[])[] =>
    compileWith(files).diagnostics.map(({ severity, code, message, notes }) => [
      severity,
      code,
      message,
      ...notes.map(({ at }) => textAt(at)),
    ]);
  const ONE_LINE =
    'Several "@security" lines are alternatives, so another one could let in more clients. Write all that you require in one line, or delete this one.';

  it('names the lines that the comment has', () => {
    expect(of({ 'one.ts': commented(['@security token admin', '@auth key']) + HANDLER })).toContainEqual([
      'error',
      'misspelled-security',
      `Unknown directive "@auth". ${ONE_LINE}`,
      'token admin',
    ]);
  });

  it('names the lines of the contract for a line in another comment', () => {
    const text = `${commented(['@security token'])}const other = 1;\n${commented(['@security token admin'])}${HANDLER}`;
    expect(of({ 'one.ts': text }).filter(([, code]) => code === 'stray-guard')).toEqual([
      [
        'error',
        'stray-guard',
        `"@security" has no effect here, because this comment is not the contract. ${ONE_LINE}`,
        'token admin',
        commented(['@security token admin']).trim(),
      ],
    ]);
  });

  it('names the line of the directory', () => {
    const files = {
      '_middleware.ts': commented(['@security token admin']),
      'one.ts': commented(['@role x']) + HANDLER,
    };
    expect(of(files)).toContainEqual([
      'error',
      'unknown-directive',
      'Unknown directive "@role": it does not keep clients out. A "@security" line here would replace the outer one, and could let in more clients. Write all that you require in it, or delete this one.',
      'token admin',
    ]);
  });
});

describe('a @security line that another one of the comment covers', () => {
  const covered = (lines: readonly string[]): readonly (readonly string[])[] => {
    const own = commented(lines);
    const operation = compileWith({ 'one.ts': own + HANDLER });
    const directory = compileWith({ '_middleware.ts': own, 'one.ts': commented([]) + HANDLER });
    const [inOperation, inDirectory] = [operation, directory].map(({ diagnostics }) =>
      diagnostics
        .filter(({ code }) => code === 'weaker-security')
        .map(({ severity, at, notes }) => [severity, textAt(at), ...notes.map((note) => textAt(note.at))]),
    );
    expect(inDirectory).toEqual(inOperation);
    return inOperation!;
  };

  it.each([
    [['@security token admin', '@security token'], 'token admin', 'token'],
    [['@security token', '@security token admin'], 'token admin', 'token'],
    [['@security token, key', '@security key'], 'token, key', 'key'],
    [['@security token', '@security token'], 'token', 'token'],
    [['@security token admin', '@security token', '@security none'], 'token admin', 'token'],
  ])('gets a warning: %j', (lines, line, other) => {
    expect(covered(lines)).toEqual([['warning', line, other]]);
  });

  it.each([
    [['@security token', '@security none']],
    [['@security token', '@security key']],
    [['@security token admin', '@security token editor']],
    [['@security token admin', '@security token, key']],
    [['@security none']],
  ])('accepts others: %j', (lines) => {
    expect(covered(lines)).toEqual([]);
  });
});
