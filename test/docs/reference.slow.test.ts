import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveLimits } from '../../src/runtime/koa/options.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { readPage, withoutBlocks } from './examples.ts';
import { codesOf, readTable } from './tables.ts';

// The Reference names every export and every option, and its defaults are those of the code.

const root = join(import.meta.dirname, '../..');
const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The exported names of a module, or of a part of one. */
function exportsOf(source: string): string[] {
  const listed = [...source.matchAll(/^ *export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) => names!.split(','));
  const declared = [
    ...source.matchAll(/^ *export (?:declare )?(?:async )?(?:function|const|interface|class|type) (\w+)/gm),
  ].map(([, name]) => name!);
  const names = [...listed.map((name) => name.replace(/^.* as /s, '').replace(/\btype\b|\s/g, '')), ...declared];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The fields of an interface in a source. */
function fieldsOf(file: string, name: string): string[] {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{([^]*?)^\\}`, 'm').exec(readSource(file))![1]!;
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1]!);
}

/** The modules of client.d.ts by their names. */
const virtual = new Map(
  [...readSource('client.d.ts').matchAll(/^declare module '([^']+)' \{([^]*?)^\}/gm)].map(([, name, body]) => [
    name!,
    body!,
  ]),
);

/** All words in the code spans of pages. */
function wordsOf(...pages: string[]): Set<string> {
  const spans = pages.flatMap((page) => codesOf(withoutBlocks(readPage(page))));
  const headings = pages.flatMap((page) => [...readPage(page).matchAll(/^## (.+)$/gm)].map((match) => match[1]!));
  return new Set([...spans, ...headings].flatMap((text) => text.match(/[\w-]+/g) ?? []));
}

/** The names among them that pages do not mention. */
const missing = (names: readonly string[], ...pages: string[]): string[] => {
  const words = wordsOf(...pages);
  return names.filter((name) => !words.has(name));
};

const RUNTIME = ['reference/context.md', 'reference/app-options.md'];

describe('the Reference', () => {
  it.each([
    ['src/runtime/koa/index.ts', RUNTIME, 40],
    ['src/runtime/lambda/index.ts', RUNTIME, 6],
    ['src/runtime/workers/index.ts', RUNTIME, 3],
    ['src/runtime/fetch/index.ts', RUNTIME, 4],
    ['src/runtime/postgres/index.ts', [...RUNTIME, 'reference/state.md'], 4],
    ['src/runtime/sqlite/index.ts', [...RUNTIME, 'reference/state.md'], 6],
    ['src/runtime/d1/index.ts', [...RUNTIME, 'reference/state.md'], 5],
    ['src/runtime/testing/index.ts', RUNTIME, 4],
    ['src/runtime/dynamodb/index.ts', [...RUNTIME, 'reference/state.md'], 6],
    ['src/runtime/events/index.ts', ['reference/events.md'], 45],
    ['src/runtime/redis/index.ts', [...RUNTIME, 'reference/state.md'], 4],
    ['src/types.ts', [...RUNTIME, 'reference/client-api.md'], 25],
    ['src/index.ts', ['reference/compiler.md'], 25],
  ])('names every export of %s', (file, pages, count) => {
    const names = exportsOf(readSource(file));
    expect(names.length).toBeGreaterThanOrEqual(count);
    expect(missing(names, ...pages)).toEqual([]);
  });

  it.each([
    ['virtual:operations', 'plugin-options.md'],
    ['virtual:operations/openapi', 'plugin-options.md'],
    ['virtual:operations/docs', 'docs-page.md'],
    ['virtual:operations/client', 'client-api.md'],
  ])('names every export of %s', (module, page) => {
    expect(wordsOf(page)).toContain('operations');
    expect(missing(exportsOf(virtual.get(module)!), `reference/${page}`)).toEqual([]);
  });

  it('lists every import of package.json in a row', () => {
    const { exports } = JSON.parse(readSource('package.json')) as { exports: object };
    const subpaths = Object.keys(exports).map((path) => path.slice(2));
    const pages = [...RUNTIME, 'reference/plugin-options.md', 'guides/bundlers.md'].map(readPage).join('\n');
    const known = (path: string): boolean =>
      path === '' || path === 'package.json' || pages.includes(`unplugin-operations/${path}`);
    expect(subpaths.filter((path) => !known(path))).toEqual([]);
  });
});

describe('the options', () => {
  /** The defaults of a table by option. */
  const defaultsIn = (page: string): [option: string, text: string][] =>
    readTable(readPage(page), 'option', 'default', page.startsWith('app') ? 'for' : 'meaning').flatMap(
      ([names, text]) => codesOf(names!).map((name): [string, string] => [name, text!]),
    );

  it('lists all options of the plugin, with their defaults', () => {
    const rows = defaultsIn('plugin-options.md');
    expect(rows.map(([name]) => name).sort()).toEqual(fieldsOf('src/build/project/options.ts', 'Options').sort());
    const shown = rows.flatMap(([name, text]) => codesOf(text).map((code) => [name, code]));
    const resolved = Object.entries(resolveOptions()).filter(([, value]) => value !== undefined);
    const printed = resolved.map(([name, value]) => [name, printDefault(value)]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(printed));
  });

  it('lists all options of an app, with their limits', () => {
    const rows = defaultsIn('app-options.md');
    const names = rows.map(([name]) => name.replace('forms.', ''));
    const expected = ['RuntimeOptions', 'FormOptions'].flatMap((name) => fieldsOf('src/runtime/koa/options.ts', name));
    expect(names).toEqual(expect.arrayContaining(expected.filter((name) => name !== 'forms')));
    expect(names).toEqual(expect.arrayContaining(fieldsOf('src/runtime/koa/router-options.ts', 'RouterOptions')));
    for (const [name, limit] of Object.entries(resolveLimits({}))) {
      const [, text = ''] = rows.find(([row]) => row.replace('forms.', '') === name)!;
      expect(`${name}: ${text}`).toContain(limit.toLocaleString('en'));
    }
  });

  it('names the options of the other functions', () => {
    expect(missing(fieldsOf('src/runtime/koa/stop/index.ts', 'StopOptions'), ...RUNTIME)).toEqual([]);
    expect(missing(fieldsOf('src/runtime/koa/response/thrown-problem.ts', 'ProblemOptions'), ...RUNTIME)).toEqual([]);
    expect(missing(fieldsOf('src/runtime/client/types.ts', 'ClientOptions'), 'reference/client-api.md')).toEqual([]);
    expect(missing(fieldsOf('src/build/compiler/compilation.ts', 'CompilationInput'), 'reference/compiler.md')).toEqual(
      [],
    );
    expect(missing(fieldsOf('src/runtime/koa/request/body/upload.ts', 'Upload'), ...RUNTIME)).toEqual([]);
    const docs = [...virtual.get('virtual:operations/docs')!.matchAll(/^ {4}readonly (\w+)\?:/gm)];
    expect(
      missing(
        docs.map((match) => match[1]!),
        'reference/docs-page.md',
      ),
    ).toEqual([]);
  });
});

/** A default as the table of options writes it. */
function printDefault(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${part}`)
    .join(', ')} }`;
}

describe('the page of the command', () => {
  const command = join(root, 'dist/command/index.js');
  const printed = new Map<string, string>();
  const help = (name = ''): string => {
    const args = [command, ...(name === '' ? [] : [name]), '--help'];
    const text = printed.get(name) ?? spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
    printed.set(name, text);
    return text;
  };
  const page = readPage('reference/command.md');
  const commands = [...help().matchAll(/^ {2}(\w+)(?: [<[].*?[>\]])* {2,}\S/gm)].map((match) => match[1]!);

  it('lists every command', () => {
    const shown = readTable(page, 'command', 'output').map(([cell]) => codesOf(cell!)[0]!.split(' ')[1]);
    expect(shown.toSorted()).toEqual(commands.toSorted());
    expect(commands.length).toBeGreaterThan(7);
  });

  it('lists every option, with its commands', () => {
    const optionsOf = (text: string): string[] => [...text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((m) => m[1]!);
    const project = optionsOf(help('list')).filter((option) => !['--json', '--help', '--access'].includes(option));
    const shared = [...project, '--help', '--version'];
    const lacking = commands.filter((name) => !project.some((option) => optionsOf(help(name)).includes(option)));
    expect(lacking.toSorted()).toEqual(['completion', 'help', 'init']);
    expect(optionsOf(help('import')).filter((option) => project.includes(option))).toEqual(project.slice(0, 4));
    const own = commands.flatMap((name) =>
      optionsOf(help(name))
        .filter((option) => !shared.includes(option))
        .map((option) => `${name} ${option}`),
    );
    const named = (cell: string): string => /--[\w-]+/.exec(codesOf(cell)[0]!)![0];
    const rows = readTable(page, 'option', 'commands', 'meaning').flatMap(([option, among]) =>
      codesOf(among!).map((name) => `${name} ${named(option!)}`),
    );
    expect(rows.toSorted()).toEqual(own.toSorted());
    expect(readTable(page, 'option', 'default', 'meaning').map(([cell]) => named(cell!))).toEqual(shared);
  });
});

it('compiler.md shows what its program prints', () => {
  const blocks = [...readPage('reference/compiler.md').matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm)];
  const textOf = (title: string): string => blocks.find((match) => match[1] === title)![2]!;
  const program = textOf('compile.mjs').replace("'unplugin-operations'", `'${join(root, 'dist/index.js')}'`);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect([stderr, stdout]).toEqual(['', textOf('output')]);
});
