import { describe, expect, it } from 'vitest';
import { generateClient } from '../../../src/build/codegen/client.ts';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { brief, compile } from './compile.ts';

const HALF = '\uD800';
const handler = '/** It. */\nexport default function _() {}\n';

/** Writes all that is generated from a tree; none of it may throw. */
function generate(compilation: Compilation): void {
  const operations = contractsOf(compilation);
  const { schemas, document } = compilation;
  generateOpenApi({ operations, schemas, document, info: { title: 'T', version: '1' } });
  generateClient(operations, 'virtual:operations');
  generateDeclarations({ operations, schemas, document });
  generateManifest(compilation, {
    moduleOf: () => 'x',
    middlewareModuleOf: () => 'x',
    strict: false,
    lazy: false,
    helperOf: (path) => `/${path}`,
  });
}

describe('half of a surrogate pair', () => {
  it.each([`a${HALF}b.ts`, `${HALF}.ts`, `a/{b${HALF}}/@get.ts`, `{a}\uDC00@post.ts`, `\uDC00\uD800.ts`])(
    'reports half of a surrogate pair in the path %j',
    (path) => {
      const compilation = compile({ [path]: handler, 'ok.ts': handler });
      expect(compilation.diagnostics.map(brief).slice(0, 1)).toEqual([
        ['name-character', expect.stringMatching(/^\p{Surrogate}$/u)],
      ]);
      expect(compilation.operations.map(({ contract }) => contract.path)).toEqual(['/ok']);
      generate(compilation);
    },
  );

  it('accepts a whole pair', () => {
    const compilation = compile({ 'a😀b.ts': handler });
    expect(compilation.diagnostics).toEqual([]);
    generate(compilation);
  });

  it.each([
    ['parameter', `@param {string} a${HALF} - x`],
    ['path parameter', `@param {string} path.a${HALF} - x`],
    ['cookie', `@param {string} cookie.a${HALF} - x`],
    ['header', `@header {string} a${HALF} - x`],
    ['property', `@param {string} body.a${HALF}.b - x`],
    ['type', `@param {a${HALF}} a - x`],
    ['key', `@param {{a${HALF}: string}} query.a - x`],
    ['literal', `@param {'a${HALF}'} a - x`],
    ['enum', `@param {string} a (enum: ["a${HALF}"]) - x`],
    ['operationId', `@operationId a${HALF}`],
    ['tag', `@tags a${HALF}`],
    ['link', `@see https://a.example/${HALF}`],
    ['include', `@param-include a${HALF}`],
    ['extension', `@x-a${HALF} 1`],
    ['media type', `@produces a/${HALF}`],
    ['scheme', `@security a${HALF}`],
  ])('never makes anything throw in a comment: %s', (_name, line) => {
    const compilation = compile({ 'one@post.ts': `/**\n * Some.\n * ${line}\n */\nexport default function _() {}\n` });
    expect(() => generate(compilation)).not.toThrow();
  });

  it('reports half of a surrogate pair in the name of a parameter', () => {
    const { diagnostics } = compile({
      'a.ts': `/** It.\n * @param {string} query.a${HALF} - x\n */\nexport default () => 1;`,
    });
    expect(diagnostics.map(brief)).toEqual([['name-character', `query.a${HALF}`]]);
  });
});
