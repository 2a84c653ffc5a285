import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { featuresOf, TOOL_FEATURES } from '../../../src/build/codegen/tools/tool-features.ts';
import type { ToolsInput } from '../../../src/build/codegen/tools/index.ts';
import { buildTools } from '../../../src/build/codegen/tools/index.ts';
import { toolName } from '../../../src/shared/contract/tool-name.ts';
import { compilePlayground } from '../../docs/playground.ts';
import { githubContracts } from '../../build/openapi/github.ts';
import { inputOf } from './serve.ts';

const source = join(import.meta.dirname, '../../../src');

/** The modules that only an app with tools has, without the in-process dispatcher, which Lambda has too. The rest is part of every app. */
const OWN = /\/src\/runtime\/(?:mcp|client)\/|\/contract\/(?:mcp|search-terms|tool-list)\.ts/;

/** An app with one tool, whose input and output are JSON. */
const plain = (): ToolsInput =>
  inputOf({
    'pets/{id}@put.ts': `/** Changes a pet.
 * @tool
 * @param {integer} id - The pet
 * @param {string} name - Its name
 * @returns {{id: integer, name: string}} The pet
 */
export default (ctx) => ({ id: ctx.input.path.id, ...ctx.input.body });`,
  });

function bookshop(): ToolsInput {
  const { operations, schemas, document } = compilePlayground().compilation;
  const contracts = operations.map(({ contract }) => contract);
  return { operations: contracts, schemas, document, info: { title: 'bookshop', version: '1.0.0' } };
}

function github(): ToolsInput {
  const { operations, schemas } = githubContracts();
  const tools = operations.map((operation) => ({ ...operation, tool: { name: toolName(operation) } }));
  return { operations: tools, schemas, document: {}, info: { title: 'github', version: '1.0.0' } };
}

/**
 * The size limits of the server's own code, in bytes, gzipped, without the tools and the in-process dispatcher: a raise needs a reason.
 *
 * All apps have 6.3 kB: messages and headers of both revisions 1.3, calls and their requests 1.7, results and problems 1.4, origins, hosts and
 * callers 0.7 (which count two credentials, and only named origins), methods and options 1.0, path values that would arrive as others 0.1. The search adds 1.8, of which 0.15 check its own arguments, credentials 0.6, streams 1.0, files 0.4, bodies that are not JSON 0.4, next pages
 * and versions 0.3, styles of parameters 0.1, arguments in headers 0.2,
 * the caller's host over HTTP/2 and only messages for clients 0.05, values without a text refused 0.2, links by RFC 8288 0.1, and streams and bytes in bodies 0.2, as the client has them.
 */
const APPS: readonly (readonly [name: string, input: () => ToolsInput, features: string, limit: number])[] = [
  // Each has the option forward, whose headers are never arguments (200).
  ['one plain tool', plain, '', 6_800],
  ['the bookshop', bookshop, 'search access wrapping files', 9_700],
  ["GitHub's API", github, 'search files bodies', 9_550],
];

const onlyOwn: Plugin = {
  name: 'only-own',
  async resolveId(id, importer) {
    if (importer === undefined) return null;
    if (!/^[./]/.test(id)) return { id, external: true };
    const resolved = await this.resolve(id, importer, { skipSelf: true });
    return resolved && !OWN.test(resolved.id) ? { id: 'app', external: true } : resolved;
  },
};

/** The modules as a generated module imports them. */
function entryOf(names: readonly (keyof typeof TOOL_FEATURES)[]): Plugin {
  const modules = ['runtime/mcp/index', ...names.map((name) => TOOL_FEATURES[name].module)];
  const code = modules.map((name) => `export * from ${JSON.stringify(join(source, `${name}.ts`))};`).join('\n');
  return {
    name: 'entry',
    resolveId: (id) => (id === 'tools' ? id : null),
    load: (id) => (id === 'tools' ? code : null),
  };
}

describe('the server of tools', () => {
  it.each(APPS)(
    'the server of tools has the size and the features that %s needs',
    async (_name, read, features, limit) => {
      const input = read();
      const names = featuresOf(buildTools(input), input);
      expect(names.join(' ')).toBe(features);
      const bundle = await rolldown({ input: 'tools', platform: 'node', plugins: [entryOf(names), onlyOwn] });
      const { output } = await bundle.generate({ minify: true });
      await bundle.close();
      const { length } = gzipSync(output[0].code, { level: 9 });
      expect(length).toBeLessThanOrEqual(limit);
      // A limit that is far too large does not hold anything.
      expect(length).toBeGreaterThan(limit - 200);
    },
  );

  it('costs an app without tools nothing', async () => {
    const input = ['koa', 'lambda', 'workers'].map((name) => join(source, `runtime/${name}/index.ts`));
    const bundle = await rolldown({ input, platform: 'node', external: (id) => !/^[./]/.test(id) });
    const { output } = await bundle.generate();
    await bundle.close();
    const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    expect(modules.some((id) => id.endsWith('src/runtime/koa/create-runtime.ts'))).toBe(true);
    expect(modules.filter((id) => /\/src\/runtime\/(?:mcp|client)\//.test(id))).toEqual([]);
  });
});
