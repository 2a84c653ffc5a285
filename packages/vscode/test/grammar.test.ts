import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import type { IGrammar } from 'vscode-textmate';
import textmate from 'vscode-textmate';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/build/compiler/language/line-parts.ts';
import { readParts } from '../../../src/build/compiler/language/line-parts.ts';
import { isPassedOver } from '../../../src/directives/vocabulary.ts';
import { namesIn } from '../../../src/build/compiler/language/type-nodes.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { readDefinitions, readTree } from '../../../src/build/project/files.ts';

// The parts of each line, as the compiler reads them, have scopes of the grammar: in the bookshop and in the fixtures.

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
const PATHS: Readonly<Record<string, string>> = {
  'source.ts': require.resolve('tm-grammars/grammars/typescript.json'),
  'source.js': require.resolve('tm-grammars/grammars/javascript.json'),
  'operations.contract': join(import.meta.dirname, '../syntaxes/contract.json'),
};
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: async (scope) =>
    PATHS[scope] === undefined ? null : textmate.parseRawGrammar(readFileSync(PATHS[scope], 'utf8'), PATHS[scope]),
  getInjections: (scope) => (scope === 'operations.contract' ? [] : ['operations.contract']),
});

/** The scopes at offsets of a text, without those of the language around. */
function scopesOf(grammar: IGrammar, text: string): (offset: number) => string[] {
  const lines = text.split('\n');
  let stack = textmate.INITIAL;
  let start = 0;
  const tokens = lines.flatMap((line) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    const own = result.tokens.map((token) => ({
      ...token,
      startIndex: token.startIndex + start,
      endIndex: token.endIndex + start,
    }));
    start += line.length + 1;
    return own;
  });
  return (offset) =>
    tokens
      .find(({ startIndex, endIndex }) => startIndex <= offset && offset < endIndex)!
      .scopes.filter((scope) => scope.endsWith('.operations'));
}

const SCOPES: { readonly [role in Part['role']]?: RegExp } = {
  location: /^entity\.name\.namespace/,
  name: /^variable\.|^entity\.name\.namespace/,
  facet: /^support\.type\.property-name/,
  'facet-value': /^(?:string|constant)\./,
  status: /^constant\.numeric\.status/,
  'media-type': /^string\.unquoted\.media-type/,
  include: /^entity\.name\.namespace/,
  'cursor-key': /^variable\.object\.property/,
  scheme: /^entity\.name\.namespace/,
};

const root = join(import.meta.dirname, '../../..');
const trees = ['playground', ...readdirSync(join(root, 'test/fixtures/ok')).map((name) => `test/fixtures/ok/${name}`)];

describe('the grammar', () => {
  it.each(trees)('colours what the compiler reads in %s', async (tree) => {
    const grammars = { ts: (await registry.loadGrammar('source.ts'))!, js: (await registry.loadGrammar('source.js'))! };
    const { comments } = compileOperations({
      files: readTree(join(root, tree, 'app/operations'), []) ?? [],
      definitions: readDefinitions(join(root, tree, 'app/definitions')),
    });
    const wrong: string[] = [];
    for (const [file, all] of comments) {
      for (const { directives, at } of all) {
        const { text } = at.source;
        // Other comments are those of other tools, and a carriage return alone ends no line of an editor.
        if (!text.startsWith('/**', at.span.start) || /\r(?!\n)/.test(text)) continue;
        const scopeAt = scopesOf(file.endsWith('ts') ? grammars.ts : grammars.js, text);
        const expectScope = (offset: number, expected: RegExp, what: string): void => {
          const scopes = scopeAt(offset);
          if (!scopes.some((scope) => expected.test(scope))) wrong.push(`${file} ${what}: ${scopes.join(' ')}`);
        };
        for (const directive of directives) {
          // The tags of other tools have the colours of JSDoc.
          if (directive.name.startsWith('x-') || isPassedOver(directive.name)) continue;
          expectScope(directive.at.span.start + 1, /^storage\.type\.class\.jsdoc/, `@${directive.name}`);
          for (const part of readParts(directive)) {
            const shown = `@${directive.name} ${part.role} ${text.slice(part.start, part.end)}`;
            for (const name of part.type === undefined ? [] : namesIn(part.type))
              expectScope(
                name.start,
                /^entity\.name\.type|^support\.type\.primitive|^constant\.language/,
                `${shown} ${name.name}`,
              );
            const expected = SCOPES[part.role];
            // Of a list or an object, the values in it have colours.
            const isPlain = !/^[[{-]/.test(text.slice(part.start));
            if (expected !== undefined && isPlain) expectScope(part.start, expected, shown);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('ends with its comment, also while somebody types', async () => {
    const grammar = (await registry.loadGrammar('source.ts'))!;
    for (const line of [
      '@param {str',
      "@param {'a",
      '@returns {{ a: string',
      '@param {string} [a',
      '@param {string} a (minimum: ',
      '@param {string} [a=[1',
    ]) {
      const text = `/** ${line} */\nconst x = 1;`;
      const scopeAt = scopesOf(grammar, text);
      expect(scopeAt(6)).not.toEqual([]);
      expect(scopeAt(text.indexOf('const'))).toEqual([]);
    }
  });

  it('leaves other comments and code alone', async () => {
    const grammar = (await registry.loadGrammar('source.ts'))!;
    for (const text of [
      '// @param {string} a',
      'const a = "@param {string} a";',
      '/** Mail to a@returns.example */',
      '/** @deprecation x */',
    ]) {
      const scopeAt = scopesOf(grammar, text);
      expect([...text].flatMap((_, i) => scopeAt(i))).toEqual([]);
    }
  });
});
