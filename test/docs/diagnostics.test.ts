import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { browserImport } from '../../src/build/compiler/diagnostics/file-messages.ts';
import { explanationsOf, pageOf } from '../../src/build/project/errors.ts';
import { compileFiles, printDiagnostics, readBlocks, readPage, replaceBlocks } from './examples.ts';

const fixtures = new URL('../fixtures/bad/', import.meta.url);
const page = readPage('diagnostics.md');

/** The codes, as the compiler's sources list them. */
const codes = ((): string[] => {
  const source = readFileSync(new URL('../../src/build/compiler/diagnostics/codes.ts', import.meta.url), 'utf8');
  const union = /type DiagnosticCode =([^;]+);/.exec(source)![1]!;
  return [...union.matchAll(/'([\w-]+)'/g)].map((match) => match[1]!);
})();

const handler = '/** Pets. */\nexport default function _() {}\n';

/** Trees that cannot lie on every disk: `#` and `?` are no part of a name on some, others keep one of two spellings. And what an old Node lacks. */
const inMemory: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'name-character': { 'app/operations/pets#1.ts': handler },
  'case-clash': { 'app/operations/Pets/@get.ts': handler, 'app/operations/pets/@post.ts': handler },
  'unserved-method': { 'app/operations/search@query.ts': handler },
};

/** Those that a build finds, not the compiler. */
const inBuild: Readonly<Record<string, string>> = {
  'browser-import': formatDiagnostic(
    browserImport(
      {
        source: { file: 'src/main.ts', text: "import { metadata } from 'virtual:operations';\n" },
        span: { start: 26, end: 44 },
      },
      'virtual:operations',
    ),
  ),
};

/** What is wrong with a tree, one text for each diagnostic. */
function mistakes(text: string): string[] {
  return text.trimEnd().split('\n\n');
}

const expected = new Map(
  readdirSync(fixtures)
    .filter((name) => existsSync(new URL(`${name}/expected.txt`, fixtures)))
    .map((name) => [name, mistakes(readFileSync(new URL(`${name}/expected.txt`, fixtures), 'utf8'))] as const),
);

/** The first diagnostic of a code in its fixture, as the compiler reports it. */
function exampleOf(code: string): string | undefined {
  if (Object.hasOwn(inBuild, code)) return inBuild[code];
  const shown = inMemory[code];
  const all =
    shown === undefined ? expected.get(code) : mistakes(printDiagnostics(compileFiles(shown, { httpMethods: [] })));
  return all?.find((text) => new RegExp(`^\\S+:\\d+:\\d+ - (?:error|warning) ${code}: `).test(text));
}

const [intro, ...sections] = page.split(/^(?=## )/m).map((text) => ({ code: /^## (.*)/.exec(text)?.[1] ?? '', text }));

describe('the page of diagnostics', () => {
  it('lists each code once, sorted, and no other', () => {
    expect(codes.length).toBeGreaterThan(60);
    expect(sections.map(({ code }) => code)).toEqual([...codes].sort());
  });

  it('shows each as the compiler reports it', async () => {
    const text = sections.map((section) => replaceBlocks(section.text, () => `${exampleOf(section.code)}\n`));
    await expect([intro!.text, ...text].join('')).toMatchFileSnapshot('../../docs/reference/diagnostics.md');
  });

  it.each(sections)('explains what causes $code and what to do', ({ code, text }) => {
    const severity = exampleOf(code)!.includes(` - error ${code}: `) ? 'Error' : 'Warning';
    const title = Object.hasOwn({ ...inMemory, ...inBuild }, code) ? 'in memory' : `test/fixtures/bad/${code}`;
    const paragraph = '(?:.+\n)+\n';
    // Causes of many kinds are a list, with a note for all of them.
    const list = '(?:(?:- .+\n)+\n(?:[^*\n].+\n\n)?)?';
    const form = `\\*\\*${severity}\\.\\*\\* ${paragraph}${list}\\*\\*Remedy:\\*\\* ${paragraph}\`\`\`text ${title}\n`;
    expect(text).toMatch(new RegExp(`^## ${code}\n\n${form}`));
    expect(readBlocks(text)).toHaveLength(1);
  });
});

it('docs/reference/diagnostics.md is the page that reports link to, with an anchor for each code', () => {
  const { diagnostics } = compileFiles(inMemory['case-clash']!);
  const [title, ...urls] = explanationsOf([...diagnostics, ...diagnostics]).split('\n');
  expect(title).toBe('Explanations:');
  expect(urls).toEqual(['  https://unpkg.com/unplugin-operations@0.1.0/docs/reference/diagnostics.md#case-clash']);
  expect(codes.map(anchorOf)).toEqual(codes);
});

it.each(['https://docs.example', 'https://docs.example/'])(
  'links to the site of the documentation if there is one: %s',
  (homepage) => {
    expect(pageOf('case-clash', homepage)).toBe('https://docs.example/reference/diagnostics#case-clash');
    expect(pageOf('case-clash', 'https://docs.example/operations')).toBe(
      'https://docs.example/operations/reference/diagnostics#case-clash',
    );
  },
);

it.each(codes)('%s is shown', (code) => {
  expect(exampleOf(code)).toBeDefined();
});
