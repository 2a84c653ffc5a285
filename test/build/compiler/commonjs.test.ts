import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRewriting, toEsModule } from '../../../src/build/compiler/module/commonjs.ts';
import { findHandler } from '../../../src/build/compiler/operations/handler.ts';
import { parseSyntax } from '../../../src/build/compiler/module/syntax.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { CASES, HELPERS } from '../../support/commonjs.ts';
import { brief, compile } from './compile.ts';

const PLAIN = CASES.filter(({ extension = 'cjs' }) => !extension.endsWith('ts'));

function rewrite(text: string, file: string): string {
  const source = { file, text };
  const syntax = parseSyntax(source, refuse)!;
  const { exportName } = findHandler(source, syntax, refuse).handler!;
  return toEsModule(source, planRewriting(source, syntax, exportName, refuse)).code;
}

function refuse({ message }: { message: string }): never {
  throw new Error(message);
}

describe('a rewritten module, as Node evaluates it', () => {
  const root = scratch(afterAll);

  beforeAll(async () => {
    const files = PLAIN.map(({ text, extension = 'cjs' }, i) => {
      return [`app/operations/case${i}.mjs`, rewrite(text, `case${i}.${extension}`)] as const;
    });
    await writeTree(root, { ...HELPERS, ...Object.fromEntries(files) });
  });

  it.each(PLAIN.map(({ title, result }, i) => ({ title, result, i })))('$title', async ({ i, result }) => {
    const url = pathToFileURL(join(root, `app/operations/case${i}.mjs`)).href;
    const { default: handler } = (await import(/* @vite-ignore */ url)) as { default: () => unknown };
    expect(await handler()).toEqual(result);
  });
});

describe('a text that no bundler could look up', () => {
  it.each<[string, string[]]>([
    ['require(name)', ['require(name)']],
    ['require(`./${name}`)', ['require(`./${name}`)']],
    ["require('./a' + name)", ["require('./a' + name)"]],
    ['require()', ['require()']],
    ['[require(a), require(b)]', ['require(a)', 'require(b)']],
    ["require('./a')", []],
    ['require(`./a`)', []],
    ['((require) => require(name))', []],
    ['import(name)', []],
    ['"require(name)"', []],
  ])('%s', (expression, expected) => {
    const { diagnostics } = compile({ 'one.cjs': `/** x */\nmodule.exports = () => ${expression};` });
    expect(diagnostics.map(brief)).toEqual(expected.map((text) => ['dynamic-require', text]));
  });

  it('ignores such a text in an ES module', () => {
    expect(compile({ 'one.mjs': '/** x */\nexport default () => require(name);' }).diagnostics).toEqual([]);
  });
});
