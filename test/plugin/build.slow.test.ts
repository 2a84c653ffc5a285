import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/shared/contract/operation.ts';
import { scratch } from '../support/build.ts';
import type { Built } from './project.ts';
import { answers, buildProject, CONTRACT, SERVER } from './project.ts';

const TREE = {
  'app/operations/@get.ts': `${CONTRACT}export default (): string => 'root';\n`,
  'app/operations/pets/{id}.js': `/** @param {string} id - It */\nexport default function getPet() { return 'pet'; }\n`,
  'app/operations/pets@post.cjs': `${CONTRACT}exports.addPet = () => 'added';\n`,
};

/** The message of a build that failed, without colours. */
function messageOf({ thrown }: Built): string {
  // eslint-disable-next-line no-control-regex -- what a terminal takes for colours
  return thrown!.message.replaceAll(/\u001b\[[\d;]*m/g, '');
}

/** A statement that leaves a mark when its module is evaluated. */
function mark(name: string): string {
  return `globalThis.evaluated = [...(globalThis.evaluated ?? []), '${name}'];\n`;
}

function evaluated(): string[] | undefined {
  return (globalThis as { evaluated?: string[] }).evaluated;
}

describe('a tree with mistakes', () => {
  it('fails once, with all of them, each at its place, and no stack of the plugin', async () => {
    const built = await buildProject({
      'app/operations/a@fetch.ts': `${CONTRACT}export default () => 1;\n`,
      'app/operations/b.ts': '/**\n * @param {a..} x\n * @prama\n */\nexport default () => 1;\n',
      'app/operations/c.ts': 'export default () => {;\n',
      'app/operations/d.ts': `${CONTRACT}export default () => 1;\n`,
      'app/operations/d/@get.ts': `${CONTRACT}export default () => 1;\n`,
    });
    const message = messageOf(built);
    expect(message).toContain('4 errors in the operations');
    expect(message.match(/4 errors/g)).toHaveLength(1);
    expect([...message.matchAll(/^(\S+) - error (\S+):/gm)].map(([, place, code]) => `${place} ${code}`)).toEqual([
      'app/operations/a@fetch.ts:1:1 unknown-method',
      'app/operations/b.ts:2:13 invalid-type',
      'app/operations/c.ts:2:1 syntax-error',
      'app/operations/d/@get.ts:1:1 duplicate-route',
    ]);
    expect(message).toContain('  2 |  * @param {a..} x\n    |             ^^\n');
    expect(message).toContain('   | app/operations/a@fetch.ts\n   |                  ^^^^^\n');
    expect(message).toContain('  app/operations/d.ts:1:1: the other file\n');
    expect(message).not.toMatch(/^ +at .*src\//m);
    expect(built.warnings).toEqual([expect.stringContaining('app/operations/b.ts:3:4 - warning unknown-directive')]);
    expect(await readdir(built.root)).not.toContain('dist');
  });

  it('fails for a guard outside of the tree that makes a problem without throwing it', async () => {
    const built = await buildProject({
      'app/keys.ts':
        "import { problem as refusal } from 'unplugin-operations/koa';\n\nexport const requireKey = (key: string): void => {\n  if (key !== 'k') refusal(403);\n};\n",
      'app/operations/a@get.ts': `import { requireKey } from '../keys.ts';\n\n${CONTRACT}export default (ctx: any) => requireKey(ctx.get('X-Key'));\n`,
    });
    expect(messageOf(built)).toContain('app/keys.ts:4:20 - error unthrown-problem: This makes a problem and doesn');
    expect(await readdir(built.root)).not.toContain('dist');
  });

  it('fails for a verifier that does not wait for a function of another module', async () => {
    const built = await buildProject({
      'app/users.ts': "export const findUser = async (token: string): Promise<boolean> => token === 'secret';\n",
      'app/security.ts':
        "import type { Verifiers } from 'unplugin-operations/koa';\nimport { findUser } from './users.ts';\n\nexport const security: Verifiers = { token: ({ token }: any) => Boolean(findUser(token)) } as any;\n",
      'server.ts': `export { security } from './app/security.ts';\n${SERVER}`,
      'app/operations/a@get.ts': `${CONTRACT}export default () => 'a';\n`,
    });
    expect(messageOf(built)).toContain('app/security.ts:4:73 - error ineffective-guard: "findUser" returns a promise');
    expect(await readdir(built.root)).not.toContain('dist');
  });

  it('warns of middleware of another module that refuses a request too late', async () => {
    const late =
      "import type { Input } from 'unplugin-operations/koa';\n\nexport const late = async (ctx: any, next: any) => {\n  await next();\n  if (!ctx.get('X')) ctx.throw(403);\n};\n";
    const built = await buildProject({
      'app/late.ts': late,
      'server.ts': `export { late } from './app/late.ts';\n${SERVER}`,
      'app/operations/a@get.ts': `${CONTRACT}export default () => 'a';\n`,
    });
    const found = built.warnings.filter((each) => each.includes('app/late.ts:5:'));
    expect([built.thrown, found.length]).toEqual([undefined, 1]);
    expect(found[0]).toContain('warning ineffective-guard');
  });

  it('warns of middleware in a module that names only the one with the app', async () => {
    const built = await buildProject({
      'app/setup.ts':
        "export function setup(app: any) {\n  app.use(async (ctx: any, next: any) => {\n    if (process.env.KEY && ctx.get('x-key') !== process.env.KEY) ctx.throw(401);\n    await next();\n  });\n}\n",
      'app/api.ts': `import type { Input } from 'unplugin-operations/koa';\n${SERVER}`,
      'server.ts':
        "import { setup } from './app/setup.ts';\nimport app from './app/api.ts';\n\nsetup(app);\napp.listen(3000);\n",
      'app/operations/a@get.ts': `${CONTRACT}export default () => 'a';\n`,
    });
    const found = built.warnings.filter((each) => each.includes('app/setup.ts:3:'));
    expect([built.thrown, found.length]).toEqual([undefined, 1]);
    expect(found[0]).toContain('warning unset-secret');
  });

  it('shows the first 20 of many, and their number', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `app/operations/a${index + 10}@fetch.ts`);
    const message = messageOf(
      await buildProject(Object.fromEntries(names.map((name) => [name, `${CONTRACT}export default () => 1;\n`]))),
    );
    expect(message).toContain('30 errors in the operations');
    expect([...message.matchAll(/^(\S+):1:1 - error/gm)].map(([, name]) => name)).toEqual(names.slice(0, 20));
    expect(message).toContain('\n\n10 more. Run "npx operations check" to see all of them.\n\nExplanations:\n');
  });

  it('reports the place of the first to a bundler', async () => {
    const { thrown } = await buildProject({
      'app/operations/b.ts': '/**\n * @param {a..} x\n */\nexport default () => 1;\n',
    });
    const [error] = (thrown as unknown as { errors: { loc: unknown; id: string; plugin: string }[] }).errors;
    expect(error).toMatchObject({
      plugin: 'unplugin-operations',
      loc: { file: 'app/operations/b.ts', line: 2, column: 12 },
    });
    expect(messageOf({ thrown } as Built)).toContain('1 error in the operations');
  });
});

describe('a tree with warnings', () => {
  it('builds, and each reaches the logger with its frame', async () => {
    const built = await buildProject({
      ...TREE,
      'app/operations/pets/{id}.js': 'export default () => 1;\n',
      'app/operations/x.tsx': '',
    });
    expect(built.thrown).toBeUndefined();
    expect(built.warnings).toEqual([
      expect.stringMatching(/pets\/\{id\}\.js:1:1 - warning missing-contract: .+\n +1 \| export default/),
      expect.stringMatching(/x\.tsx:1:1 - warning jsx-file: .+\n +\| app\/operations\/x\.tsx\n +\| +\^{4}/),
    ]);
  });
});

describe('the tree', () => {
  it('finds the tree in app/operations', async () => {
    const built = await buildProject(TREE);
    expect(built.warnings).toEqual([]);
    expect(await answers(built)).toEqual({ 'GET /': 'root', 'GET /pets/{id}': 'pet', 'POST /pets': 'added' });
  });

  it('fails without a tree', async () => {
    const built = await buildProject({});
    expect(messageOf(built)).toContain(
      `the directory app/operations does not exist in ${built.root}. Create it, or set the option "operations".`,
    );
    expect(messageOf(built)).not.toMatch(/^ +at /m);
    const file = await buildProject({ 'app/operations': 'no directory' });
    expect(messageOf(file)).toContain('the directory app/operations does not exist');
  });

  it('builds an empty tree, with a warning', async () => {
    const built = await buildProject({ 'app/operations/_helper.ts': 'no code', 'app/operations/README.md': '' });
    expect(built.warnings).toEqual([expect.stringContaining(`No operations found in ${built.root}/app/operations.`)]);
    expect((await built.load()).default).toEqual({
      version: 1,
      features: {},
      strict: false,
      operations: [],
      routes: {},
    });
  });

  it('builds a tree of odd names', async () => {
    const names = [
      "it's/&co;=+,$!.ts",
      '100%.cjs',
      'a%20b.ts',
      'größe/鳥.cjs',
      'my pets/@get.ts',
      'x[0]/(y)/z*.cjs',
      '@scope/{a@b}.ts',
      'x"`${1}.ts',
    ];
    const files = names.map((name) => {
      const text = name.endsWith('.cjs') ? 'module.exports' : 'export default';
      return [
        `app/operations/${name}`,
        `${CONTRACT}${text}${text.startsWith('m') ? ' =' : ''} () => ${JSON.stringify(name)};\n`,
      ];
    });
    const built = await buildProject(Object.fromEntries(files) as Record<string, string>);
    expect(Object.values(await answers(built)).toSorted()).toEqual(names.toSorted());
  });

  it.each(['a [b] {c} (d)!', 'a%20b', "it's größe", '@x'])('builds a tree in a directory %s', async (name) => {
    const root = join(scratch(), name);
    expect(await answers(await buildProject(TREE, {}, {}, root))).toHaveProperty('POST /pets', 'added');
  });

  it('reads files without byte order marks', async () => {
    const files = {
      'app/operations/a.ts': `\uFEFF${TREE['app/operations/@get.ts']}`,
      'app/operations/b.cjs': `\uFEFF${TREE['app/operations/pets@post.cjs']}`,
    };
    expect(await answers(await buildProject(files))).toEqual({ 'GET /a': 'root', 'GET /b': 'added' });
  });
});

describe('the options', () => {
  const elsewhere = Object.fromEntries(
    Object.entries(TREE).map(([path, text]) => [path.replace('app/operations', 'src/api'), text]),
  );

  it.each(['src/api', './src/api', './src/api/', 'src//api', 'src\\api', 'app/../src/api'])(
    'operations: %j',
    async (directory) => {
      const built = await buildProject(elsewhere, { operations: directory });
      expect(Object.keys(await answers(built))).toEqual(['GET /', 'GET /pets/{id}', 'POST /pets']);
    },
  );

  it.each(['', '/'])('operations: absolute, ending in %j', async (end) => {
    const root = scratch();
    const files = { ...elsewhere, 'src/api/b.ts': '/** @prama */ export default () => 1;' };
    const built = await buildProject(files, { operations: `${root}/src/api${end}` }, {}, root);
    expect(Object.keys(await answers(built))).toHaveLength(4);
    expect(built.warnings).toEqual([expect.stringContaining('src/api/b.ts:1:5 - warning')]);
    expect(built.warnings[0]).not.toContain(root);
  });

  it('root: another directory, absolute or relative', async () => {
    const files = Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`packages/api/${path}`, text]));
    const root = scratch();
    for (const given of [join(root, 'packages/api'), 'packages/api', './packages/api/'])
      expect(Object.keys(await answers(await buildProject(files, { root: given }, {}, root)))).toHaveLength(3);
  });

  it("root: Vite's by default", async () => {
    const root = scratch();
    const files = Object.fromEntries(
      Object.entries({ ...TREE, 'server.ts': SERVER }).map(([path, text]) => [`web/${path}`, text]),
    );
    const built = await buildProject(files, {}, { root: join(root, 'web'), build: { outDir: '../dist' } }, root);
    expect(Object.keys(await answers(built))).toHaveLength(3);
  });

  it.each<[string | string[], string[]]>([
    ['pets/**', ['GET /', 'POST /pets']],
    ['pets@post.cjs', ['GET /', 'GET /pets/{id}']],
    [['**/*.cjs', '@get.ts'], ['GET /pets/{id}']],
    ['pets', ['GET /', 'POST /pets']],
    [[], ['GET /', 'GET /pets/{id}', 'POST /pets']],
  ])('ignore: %j', async (ignore, left) => {
    expect(Object.keys(await answers(await buildProject(TREE, { ignore })))).toEqual(left);
  });

  it('base: a prefix of every path', async () => {
    const built = await buildProject(TREE, { base: '/api/v1/' });
    expect(Object.keys(await answers(built))).toEqual(['GET /api/v1', 'GET /api/v1/pets/{id}', 'POST /api/v1/pets']);
  });

  it('strict and paging are in the manifest', async () => {
    const tree = {
      'app/operations/list.ts':
        '/** List.\n * @param-include paging\n * @returns {string[]} They\n */\nexport default () => [];\n',
    };
    const { load } = await buildProject(tree, { strict: true, paging: { maxSize: 30 } });
    const paging = { defaultSize: 20, maxSize: 30 };
    expect((await load()).default).toMatchObject({ strict: true, operations: [{ paging }] });
  });

  it('lazy: a module is evaluated when its handler is needed, inside the one file', async () => {
    const files = {
      'app/operations/a.ts': `${CONTRACT}${mark('a')}export const a = (): string => 'A';\n`,
      'app/operations/b.cjs': `${mark('b')}${CONTRACT}exports.b = () => 'B';\n`,
      'app/operations/c.mts': `${CONTRACT}${mark('c')}export default (): string => 'C';\n`,
    };
    const built = await buildProject(files, { lazy: true });
    expect(await readdir(join(built.root, 'dist'))).toEqual(['server.js']);
    const { operations } = (await built.load()).default;
    expect(evaluated()).toBeUndefined();
    expect(operations.map(({ handler }) => handler)).toEqual([undefined, undefined, undefined]);
    const handler = await operations[1]!.load!();
    expect(evaluated()).toEqual(['b']);
    expect(handler({}, () => {})).toBe('B');
    expect(await answers(built)).toEqual({ 'GET /a': 'A', 'GET /b': 'B', 'GET /c': 'C' });
    const eager = await buildProject(files);
    await eager.load();
    expect(evaluated()!.slice(3)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['the output', { codeSplitting: true }],
    ['a list of outputs', [{ codeSplitting: true }]],
  ])('lazy: each module is a file if %s splits code', async (_, output) => {
    const files = { 'app/operations/a.ts': `${CONTRACT}export default (): string => 'A';\n` };
    const built = await buildProject(
      files,
      { lazy: true },
      { build: { rolldownOptions: { output: output as object } } },
    );
    expect(await readdir(join(built.root, 'dist'))).toHaveLength(2);
    expect(await answers(built)).toEqual({ 'GET /a': 'A' });
  });

  it('a wrong one stops the build before it begins', async () => {
    const { thrown } = await buildProject(TREE, { base: 'api' });
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown!.message).toContain('invalid option "base"');
  });
});

describe('the bundle', () => {
  it('sums up the bundle in one line', async () => {
    const built = await buildProject({ ...TREE, 'app/operations/plain.js': 'export default () => 1;\n' });
    const size = (Buffer.byteLength(built.text) / 1000).toFixed(1);
    expect(built.infos.filter((line) => line.includes('unplugin-operations'))).toEqual([
      `unplugin-operations: 4 operations, 1 warning, ${size} kB: dist/server.js`,
    ]);
  });

  it('writes one file with no path of this machine in it', async () => {
    const built = await buildProject(TREE);
    expect(await readdir(join(built.root, 'dist'))).toEqual(['server.js']);
    expect(built.text).toContain('/pets/{id}');
    expect(built.text).not.toContain(built.root);
  });

  it('writes the same bundle for a project in any directory', async () => {
    const [first, second] = [await buildProject(TREE), await buildProject(TREE)];
    expect(second.root).not.toBe(first.root);
    expect(second.text).toBe(first.text);
  });

  it('carries the contracts where they are imported, and nowhere else', async () => {
    expect((await buildProject(TREE)).text).not.toMatch(/metadata|"?responses"?:/);
    const server =
      "import operations, { metadata } from 'virtual:operations';\nexport default operations;\nexport { metadata };\n";
    const built = await buildProject({ ...TREE, 'server.ts': server });
    const { metadata } = await built.load<{ metadata: Operation[] }>();
    expect(metadata.map(({ id, parameters }) => [id, parameters.length])).toEqual([
      ['@get.ts', 0],
      ['pets/{id}.js', 1],
      ['pets@post.cjs', 0],
    ]);
    expect(built.text).toMatch(/responses"?:/);
  });
});
