import { beforeAll, describe, expect, it } from 'vitest';
import { routeOf } from '../../../src/shared/contract/operation.ts';
import { listTool } from '../../../src/shared/contract/tool-list.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { explainRequest, explanationText } from '../../../src/build/project/explain-request.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import type { Session } from '../../../src/build/project/session.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { moduleText } from '../../../src/build/project/module-text.ts';
import { requestedVersion } from '../../../src/command/version-option.ts';
import { accessText, listText } from '../../../src/command/list-table.ts';
import { joinVersions } from '../../../src/build/compiler/versions/join-versions.ts';
import { writeTree } from '../../support/build.ts';
import { afterSuite } from '../../playground/build.ts';
import { scratch } from '../../support/build.ts';

const FILES = {
  'package.json': '{ "name": "shop", "version": "2.0.0", "type": "module" }',
  'app/operations/books.ts':
    '/**\n * Lists the books.\n *\n * @tool\n * @returns {{title: string}[]} The books\n */\nexport default function listBooks() { return []; }\n',
  'app/versions/v1/operations/books.ts':
    '/**\n * Lists the books.\n *\n * @returns {string[]} Their names\n */\nexport default function listBooks() { return []; }\n',
};

const OPTIONS = { versions: [{ name: 'v1' }, { name: 'v2' }], version: { header: 'Api-Version', default: 'v1' } };

type CreateClient = (options: object) => { listBooks(): Promise<unknown> };

describe('a project whose header names the version', () => {
  const cleanup = afterSuite();
  let root: string;
  let session: Session;
  let compilation: Compilation;

  beforeAll(async () => {
    root = scratch(cleanup);
    await writeTree(root, FILES);
    session = createSession(locateProject(resolveOptions(OPTIONS), root));
    compilation = session.compile();
  });

  /** The headers that a client sends. */
  const sentBy = async (file: string, text: string, headers: unknown): Promise<Record<string, string>> => {
    await writeTree(root, { [file]: text });
    const { createClient } = (await import(/* @vite-ignore */ `${root}/${file}?${Math.random()}`)) as {
      createClient: CreateClient;
    };
    let sent: Request | undefined;
    const fetch = (request: Request): Promise<Response> => {
      sent = request;
      return Promise.resolve(Response.json([]));
    };
    await createClient({ baseUrl: 'http://localhost', fetch, ...(headers !== undefined && { headers }) }).listBooks();
    return Object.fromEntries(sent!.headers);
  };

  it('compiles without diagnostics', () => {
    expect(compilation.diagnostics).toEqual([]);
  });

  it.each([
    ['none', undefined, {}],
    ['an object', { 'X-Key': 'a', 'api-version': 'v9' }, { 'x-key': 'a' }],
    ['Headers', new Headers({ 'X-Key': 'a', 'Api-Version': 'v9' }), { 'x-key': 'a' }],
    ['a function', () => Promise.resolve([['X-Key', 'a']]), { 'x-key': 'a' }],
  ])('gives the client of each version its header, in addition to headers that are %s', async (_, headers, others) => {
    for (const [module, version] of [
      ['virtual:operations/client', 'v2'],
      ['virtual:operations/v1/client', 'v1'],
    ] as const) {
      const sent = await sentBy(`client-${version}.mjs`, moduleText(session, compilation, module), headers);
      expect(sent).toEqual({ ...others, 'api-version': version });
    }
  });

  it('gives the package of a version its header', async () => {
    const [older] = compilation.older!;
    const files = session.clientPackage(older!, 'shop-client');
    await writeTree(root, {
      'package/package.json': files['package.json'],
      'package/operations.js': files['operations.js'],
    });
    expect(await sentBy('package/index.js', files['index.js'], undefined)).toEqual({ 'api-version': 'v1' });
    expect(files['index.d.ts']).not.toContain('Api-Version');
  });

  it('names the types of operations of older versions by the version', () => {
    const types = session.declarations(compilation);
    expect(types).toContain('"GET /v1/books": ');
    expect(types).toContain('"GET /books": ');
    expect(types).toContain('"v1.listBooks": "GET /v1/books";');
    expect(types).not.toContain('Api-Version');
  });

  it('sends the header of the last version by tools, which no model sees', () => {
    const { tools, definitions } = session.tools(compilation);
    expect(tools.map(({ headers }) => headers)).toEqual([{ 'api-version': 'v2' }]);
    expect(JSON.stringify(listTool(definitions, tools[0]!, false))).not.toMatch(/api-version/i);
  });

  it('explains the request of the default version, or of the one that is given', () => {
    const textOf = (args: { apiVersion?: string }): string =>
      explanationText(explainRequest(requestedVersion(compilation, args), false, 'get', '/books'));
    expect(textOf({})).toContain('../versions/v1/operations/books.ts\n  version v1 (Api-Version)');
    expect(textOf({ apiVersion: 'v2' })).toContain('GET /books, books.ts\n  version v2 (Api-Version)');
    expect(() => textOf({ apiVersion: 'v3' })).toThrow('unknown version "v3"');
  });

  it('lists the version of each operation', () => {
    const joined = joinVersions(compilation);
    expect(joined.operations.map(({ contract }) => routeOf(contract))).toEqual(['GET /books', 'GET /books']);
    for (const list of [listText, accessText])
      expect(list(joined).split('\n')).toEqual([
        expect.stringContaining('version v1'),
        expect.stringMatching(/version v2/),
      ]);
  });
});
