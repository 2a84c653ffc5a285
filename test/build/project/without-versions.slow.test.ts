import { beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { resolveOptions } from '../../../src/build/project/options.ts';
import type { Options } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { moduleText } from '../../../src/build/project/module-text.ts';
import operations from '../../../src/vite.ts';
import { afterSuite } from '../../playground/build.ts';
import { alias } from '../../support/alias.ts';
import { scratch, writeTree } from '../../support/build.ts';

const FILES = {
  'package.json': '{ "name": "shop", "version": "2.0.0", "type": "module" }',
  'app/definitions/Book.ts': '/** A book. */\nexport interface Book {\n  title: string;\n}\n',
  'app/operations/books/@get.ts':
    '/**\n * Lists the books.\n *\n * @returns {Book[]} The books\n */\nexport default function listBooks() { return []; }\n',
  'app/operations/books/@post.ts':
    '/**\n * Adds a book.\n *\n * @param {Book} body - It\n * @returns {Book} It\n */\nexport default function addBook(ctx) { return ctx.input.body; }\n',
  'server.ts':
    "import operations from 'virtual:operations';\nimport { createApp } from 'unplugin-operations/koa';\n\nexport default createApp(operations);\n",
};

/** An older version, in which a definition has changed. */
const OLDER = {
  'app/versions/v1/definitions/Book.ts':
    '/** A book. */\nexport interface Book {\n  name: string;\n}\n\nexport const down = ({ title }) => ({ name: title });\nexport const up = ({ name }) => ({ title: name });\n',
};
const VERSIONS = [
  { name: 'v1', deprecated: '2026-11-01', sunset: '2027-05-01' },
  { name: 'v2', prefix: false },
];

const MODULES = ['', '/openapi', '/client', '/schemas'].map((name) => `virtual:operations${name}`);

describe('a project without versions', () => {
  const cleanup = afterSuite();
  let bare: string;
  let versioned: string;

  beforeAll(async () => {
    [bare, versioned] = [scratch(cleanup), scratch(cleanup)];
    await writeTree(bare, FILES);
    await writeTree(versioned, { ...FILES, ...OLDER });
  });

  /** All modules that a bundler gets, and the types. */
  const textsOf = (root: string, options: Options): string[] => {
    const session = createSession(locateProject(resolveOptions(options), root));
    const compilation = session.compile();
    const texts = MODULES.map((name) => moduleText(session, compilation, name));
    return [...texts, session.declarations(compilation)].map((text) => text.replaceAll(root, '<root>'));
  };

  const bundleOf = async (root: string, options: Options): Promise<string> => {
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias },
      plugins: [operations({ ...options, dts: false })],
      build: { ssr: 'server.ts', write: false },
    });
    const { output } = built as unknown as { readonly output: readonly { readonly code?: string }[] };
    return output.map(({ code = '' }) => code.replaceAll(root, '<root>')).join('\n');
  };

  it('builds the same bytes if the options are absent or undefined', async () => {
    const absent = textsOf(bare, {});
    const given = { versions: undefined, version: undefined } as unknown as Options;
    expect(textsOf(bare, given)).toEqual(absent);
    expect(await bundleOf(bare, given)).toBe(await bundleOf(bare, {}));
  });

  it.each([
    ['in the path', {}],
    ['in a header', { version: { header: 'Api-Version', default: 'v1' } }],
  ])('builds nothing of versions %s into its modules and its bundle', async (_, header) => {
    const versions = 'version' in header ? VERSIONS.map(({ prefix: _prefix, ...each }) => each) : VERSIONS;
    const marks = [
      'ctx.version = ',
      'runtime/koa/versions/',
      'selectVersion',
      'converting',
      'Api-Version',
      '"version":"v',
      'Deprecation',
      'Sunset',
      'interface Versions',
    ];
    const [without, with_] = [textsOf(bare, {}), textsOf(versioned, { versions, ...header })].map((texts) =>
      texts.join('\n'),
    );
    const bundles = [await bundleOf(bare, {}), await bundleOf(versioned, { versions, ...header })];
    const found = marks.filter((mark) => with_!.includes(mark) || bundles[1]!.includes(mark));
    // The marks are those of the feature: at least these are there with versions.
    expect(found).toEqual(
      expect.arrayContaining(['ctx.version = ', 'converting', 'Deprecation', 'interface Versions']),
    );
    expect(marks.filter((mark) => without!.includes(mark))).toEqual([]);
    expect(marks.filter((mark) => bundles[0]!.includes(mark))).toEqual([]);
  });

  it('refuses an empty list and a single version, which would mean the same', () => {
    expect(() => resolveOptions({ versions: [] })).toThrow('with at least two versions');
    expect(() => resolveOptions({ versions: [{ name: 'v1' }] })).toThrow('with at least two versions');
  });
});
