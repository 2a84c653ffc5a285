import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic, sortDiagnostics } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { SourceText, Span } from '../../../src/build/compiler/diagnostics/source.ts';
import { codeFrame, positionOf } from '../../../src/build/compiler/diagnostics/source.ts';
import { compile } from './compile.ts';

function source(text: string, file = 'a.ts'): SourceText {
  return { file, text };
}

function spanOf(text: string, part: string): Span {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
}

function frame(text: string, part: string): string {
  return codeFrame({ source: source(text), span: spanOf(text, part) });
}

function at(file: string, start: number, code: Diagnostic['code'], message = '', isPath = false): Diagnostic {
  const span = { start, end: start + 1 };
  return { code, severity: 'error', message, at: { source: { file, text: 'x'.repeat(99), isPath }, span }, notes: [] };
}

describe('positionOf', () => {
  it.each<[string, string, number, number]>([
    ['abc', 'abc', 1, 1],
    ['abc', 'c', 1, 3],
    ['a\nb\nc', 'c', 3, 1],
    ['a\r\nb\r\n  c', 'c', 3, 3],
    ['a\rb\r\rc', 'c', 4, 1],
    ['a\n\n\r\n\rc', 'c', 5, 1],
    ['\t\tc', 'c', 1, 3],
    ['😀c', 'c', 1, 3],
    ['é鳥c', 'c', 1, 3],
    ['a\u2028c', 'c', 1, 3],
  ])('positionOf %j: %j', (text, part, line, column) => {
    expect(positionOf({ source: source(text), span: spanOf(text, part) })).toEqual({ line, column });
  });

  it.each<[string, number, number]>([
    ['', 1, 1],
    ['a\nbc', 2, 3],
    ['a\nbc\n', 3, 1],
  ])('finds the position of the end of %j', (text, line, column) => {
    expect(positionOf({ source: source(text), span: { start: text.length, end: text.length } })).toEqual({
      line,
      column,
    });
  });

  it('gives a place in a path the start of its file', () => {
    const path: SourceText = { file: 'a/b.ts', text: 'a/b.ts', isPath: true };
    expect(positionOf({ source: path, span: { start: 2, end: 3 } })).toEqual({ line: 1, column: 1 });
  });
});

describe('codeFrame', () => {
  it('shows the part around the location of a long line', () => {
    const text = `${'a'.repeat(5000)}bug${'c'.repeat(5000)}`;
    const [line, carets] = frame(text, 'bug').split('\n');
    expect(line).toBe(`  1 | ${'a'.repeat(100)}bug${'c'.repeat(97)}`);
    expect(carets).toBe(`    | ${' '.repeat(100)}^^^`);
  });

  it.each<[string, string, string, string]>([
    ['one line', 'let abc = 1', 'abc', '  1 | let abc = 1\n    |     ^^^'],
    ['tabs', 'a\n\t\tlet\tabc', 'abc', '  2 | \t\tlet\tabc\n    | \t\t   \t^^^'],
    ['a line without its end', 'a\nbc', 'bc', '  2 | bc\n    | ^^'],
    ['CRLF', 'a\r\nbc\r\nd', 'bc', '  2 | bc\n    | ^^'],
    ['several lines', 'a {\n  b\n}', '{\n  b\n}', '  1 | a {\n    |   ^'],
    ['a span that begins at a line break', 'ab\ncd', '\ncd', '  1 | ab\n    |   ^'],
    ['a long file', `${'\n'.repeat(99)}x y\n`, 'y', '  100 | x y\n      |   ^'],
    ['nothing', 'ab', '', '  1 | ab\n    | ^'],
  ])('frames %s', (_, text, part, expected) => {
    expect(frame(text, part)).toBe(expected);
  });

  it('frames the end of a file', () => {
    expect(codeFrame({ source: source('a\n'), span: { start: 2, end: 3 } })).toBe('  2 | \n    | ^');
    expect(codeFrame({ source: source('ab'), span: { start: 2, end: 3 } })).toBe('  1 | ab\n    |   ^');
    expect(codeFrame({ source: source(''), span: { start: 0, end: 0 } })).toBe('  1 | \n    | ^');
  });

  it('frames a path without a line number', () => {
    const path: SourceText = { file: 'a/b@x.ts', text: 'a/b@x.ts', isPath: true };
    expect(codeFrame({ source: path, span: { start: 4, end: 5 } })).toBe('   | a/b@x.ts\n   |     ^');
  });
});

describe('sortDiagnostics', () => {
  it('goes by file, position, code and message, names before texts', () => {
    const sorted = [
      at('B.ts', 0, 'no-list'),
      at('a.ts', 50, 'path-template', '', true),
      at('a.ts', 0, 'no-handler'),
      at('a.ts', 9, 'invalid-type'),
      at('a.ts', 10, 'invalid-type', 'a'),
      at('a.ts', 10, 'invalid-type', 'b'),
      at('a.ts', 10, 'missing-name'),
      at('b/a.ts', 0, 'no-list'),
      at('b@get.ts', 0, 'no-list'),
      at('é.ts', 0, 'no-list'),
    ];
    expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted);
    expect(sortDiagnostics([...sorted.slice(5), ...sorted.slice(0, 5)])).toEqual(sorted);
  });

  it('leaves the given list as it is', () => {
    const given = [at('b.ts', 0, 'no-list'), at('a.ts', 0, 'no-list')];
    sortDiagnostics(given);
    expect(given[0]!.at.source.file).toBe('b.ts');
  });
});

describe('formatDiagnostic', () => {
  it('prints the place, the severity, the code, the message, the frame, and the same of each note', () => {
    const { diagnostics } = compile({ 'a@post.ts': '/**\n * @GET\n */\r\nexport default () => {};' });
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      [
        'app/operations/a@post.ts:2:4 - error method-conflict: The comment declares "GET", but the file name declares "POST". Remove the directive, or rename the file.',
        '  2 |  * @GET',
        '    |    ^^^^',
        '  app/operations/a@post.ts:1:1: "POST" is declared here',
        '   | app/operations/a@post.ts',
        '   |                  ^^^^',
      ].join('\n'),
    ]);
  });
});

it('prints control characters of file names and texts as escapes, so that a log reads no command in them', () => {
  const [name, text] = [
    'a\n::add-mask::x\u001b[2J@get.ts',
    '/** @retuns {string} \u001b[31mred */\nexport default () => {};\n',
  ];
  const printed = compile({ [name]: text })
    .diagnostics.map(formatDiagnostic)
    .join('\n');
  expect(printed).toContain('a\\u000a::add-mask::x\\u001b[2J@get.ts:1:5 - ');
  expect(printed).not.toMatch(/^::/m);
  expect(printed).not.toContain('\u001b[');
});
