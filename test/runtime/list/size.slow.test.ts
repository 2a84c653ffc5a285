import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import operations from '../../../src/vite.ts';
import { scratch, writeTree } from '../../support/build.ts';

const source = join(import.meta.dirname, '../../../src');

/** The size limits of the entries, in bytes, gzipped, without the packages that they adapt to: a raise needs a reason. */
const ENTRIES = [
  {
    entry: 'list',
    bytes: 3_500,
    reason:
      'conditions, search, the parts of a list after a row, the SQL of two databases, and refusing unknown options (500), which createApp shares',
  },
  { entry: 'kysely', bytes: 4_200, reason: 'list, and finding columns and checking clauses of a query (700)' },
  { entry: 'drizzle', bytes: 4_000, reason: 'list, and finding columns and selecting fields (500)' },
];

describe('the bundle of an entry', () => {
  it.each(ENTRIES)('unplugin-operations/$entry keeps within $bytes bytes', async ({ entry, bytes }) => {
    const bundle = await rolldown({
      input: join(source, 'runtime', entry, 'index.ts'),
      external: [/^kysely/, /^drizzle-orm/],
      treeshake: { moduleSideEffects: false },
    });
    const { output } = await bundle.generate({ minify: true });
    const { length } = gzipSync(output[0].code, { level: 9 });
    expect(length).toBeLessThan(bytes);
    // A limit that is far too large does not hold anything.
    expect(length).toBeGreaterThan(bytes * 0.85);
  });
});

const list = (includes: string): string =>
  `/**\n * Lists.\n * @param-include ${includes}\n * @returns {{id: integer, name: string}[]} All\n */\nexport default () => [];\n`;

/** The modules of the library in the server that a build makes of some operations. */
async function modulesWith(tree: Readonly<Record<string, string>>): Promise<string[]> {
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'server.ts': `import operations from 'virtual:operations';
import { createApp } from ${JSON.stringify(join(source, 'runtime/koa/index.ts'))};
export const app = createApp(operations);
`,
    ...Object.fromEntries(Object.entries(tree).map(([path, text]) => [`app/operations/${path}`, text])),
  });
  const modules: string[] = [];
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      operations({ dts: false }),
      {
        name: 'modules',
        generateBundle(_, bundle) {
          for (const chunk of Object.values(bundle))
            if (chunk.type === 'chunk')
              for (const [id, { renderedLength }] of Object.entries(chunk.modules))
                if (renderedLength > 0) modules.push(id.replaceAll('\\', '/').replace(/^.*\/(?:src|dist)\//, ''));
        },
      },
    ],
    build: { ssr: 'server.ts', write: false },
  });
  return modules;
}

/** What only lists with filters, a search or an order have. */
const OF_LISTS = /^(?:runtime\/)?(?:koa\/lists|list|kysely|drizzle)\//;

describe('the bundle of a server', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['no list', { 'a.js': '/** @returns {string} A text */\nexport default () => "a";\n' }],
    ['a list with paging', { 'a.js': list('paging') }],
    ['a list with a cursor', { 'a.js': list('cursor (id)') }],
  ])('bundles nothing of declared lists with %s', async (_, tree) => {
    const modules = await modulesWith(tree);
    expect(modules.length).toBeGreaterThan(30);
    expect(modules.filter((id) => OF_LISTS.test(id))).toEqual([]);
  });

  it.each([
    ['paging, filter (name)', 'page-choices'],
    ['cursor, sort (id)', 'cursor-choices'],
  ])('bundles what a list with %s needs, and nothing of SQL', async (includes, name) => {
    const found = (await modulesWith({ 'a.js': list(includes) })).filter((id) => OF_LISTS.test(id));
    expect(found.some((id) => id.includes(`koa/lists/${name}`))).toBe(true);
    expect(found.filter((id) => !id.includes('koa/lists/'))).toEqual([]);
  });
});
