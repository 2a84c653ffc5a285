import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { readTree } from '../../../src/build/project/files.ts';
import type { Session } from '../../../src/build/project/session.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';

const operation = (name: string): string => `/** ${name} */\nexport default function ${name}() {}\n`;

let root: string;
let session: Session;

beforeEach(async () => {
  root = scratch();
  session = createSession(locateProject(resolveOptions(), root));
  await write({ 'a.ts': operation('a'), 'b.ts': operation('b'), 'c/d.cjs': '/** d */\nexports.d = () => {};\n' });
});

/** Writes files of the tree. */
function write(files: Readonly<Record<string, string>>): Promise<void> {
  return writeTree(join(root, 'app/operations'), files);
}

function codes(): string[] {
  return session.compile().diagnostics.map(({ code }) => code);
}

describe('a session', () => {
  it('reads a file again only where its text has changed', async () => {
    const first = session.compile().operations;
    await write({ 'b.ts': operation('changed') });
    const second = session.compile().operations;
    expect(second.map(({ handler }, i) => handler === first[i]!.handler)).toEqual([true, false, true]);
    expect(second.map(({ contract }) => contract.summary)).toEqual(['a', 'changed', 'd']);
    const third = session.compile().operations;
    expect(third.map(({ handler }, i) => handler === second[i]!.handler)).toEqual([true, true, true]);
  });

  it('sees files that come, go and come back', async () => {
    const paths = (): string[] => session.compile().operations.map(({ contract }) => contract.id);
    expect(paths()).toEqual(['a.ts', 'b.ts', 'c/d.cjs']);
    await rm(join(root, 'app/operations/a.ts'));
    await write({ 'e.ts': operation('e') });
    expect(paths()).toEqual(['b.ts', 'c/d.cjs', 'e.ts']);
    await write({ 'a.ts': operation('again') });
    expect(session.compile().operations[0]!.contract.summary).toBe('again');
    await rm(join(root, 'app'), { recursive: true });
    expect(paths).toThrow(/the directory app\/operations does not exist/);
    await write({ 'a.ts': operation('a') });
    expect(paths()).toEqual(['a.ts']);
  });

  it('takes the packages of a project for the setters of ctx.request.body', async () => {
    const text = `${operation('b')}export const authorize = (ctx: any) => !ctx.request.body?.isAdmin;`;
    await write({ 'b.ts': text });
    const withPackages = async (dependencies: unknown): Promise<string[]> => {
      await writeTree(root, { 'package.json': JSON.stringify({ dependencies }) });
      return codes();
    };
    expect(await withPackages({ koa: '3' })).toEqual(['unset-body']);
    expect(await withPackages({ '@koa/bodyparser': '6' })).toEqual([]);
  });

  it('reports what is wrong, in each round anew', async () => {
    await write({ 'b.ts': operation('a') });
    expect(codes()).toEqual(['duplicate-operation-id']);
    expect(codes()).toEqual(['duplicate-operation-id']);
    await write({ 'b.ts': 'export default (' });
    expect(codes()).toEqual(['syntax-error']);
    await write({ 'b.ts': operation('b') });
    expect(codes()).toEqual([]);
  });

  it('watches the files it has read', async () => {
    await write({ '_helper.ts': '', 'broken.ts': '(' });
    const files = session.watchFiles(session.compile());
    expect(files).toEqual(['a.ts', 'b.ts', 'broken.ts', 'c/d.cjs'].map((path) => `${root}/app/operations/${path}`));
  });

  it('imports an ES module as it is, and CommonJS under another id', () => {
    const text = session.manifest(session.compile());
    expect(text).toContain(`import handler0 from "${root}/app/operations/a.ts";\n`);
    expect(text).toContain(`import handler2 from "${root}/app/operations/c/d.cjs?operation.mjs";\n`);
  });

  it('gives a CommonJS file as an ES module, with a map', () => {
    const loaded = session.load(`${root}/app/operations/c/d.cjs`);
    expect(loaded.code).toMatch(
      /^const module = .*\nexports\.d = \(\) => \{\};\n\nexport default module\.exports\["d"\];\nif \(module\.exports\?\.authorize !== undefined\) throw .*\n$/s,
    );
    expect(loaded).toMatchObject({ map: { sources: [`${root}/app/operations/c/d.cjs`], version: 3 } });
    expect(session.load(`${root}/app/operations/a.ts`)).toEqual({ code: operation('a') });
  });

  it('knows one directory, whatever the way to it', () => {
    for (const operations of ['app/operations', './app/operations/', `${root}/app/operations/`, 'app\\operations']) {
      const other = createSession(locateProject(resolveOptions({ operations }), root));
      expect(other.directory).toBe(`${root}/app/operations`);
      expect(other.compile().operations).toHaveLength(3);
    }
  });
});

describe('definitions that several projects share', () => {
  const shared = scratch(afterAll);

  it.each<[string, string, () => Promise<unknown>]>([
    ['in a linked directory', 'app/definitions', () => symlink(shared, join(root, 'app/definitions/shared'))],
    [
      'in a linked file',
      'app/definitions',
      () => symlink(join(shared, 'Pet.json'), join(root, 'app/definitions/Pet.json')),
    ],
    ['in a directory outside of the project', shared, () => Promise.resolve()],
  ])('accepts unused definitions: %s', async (_, definitions, link) => {
    await writeTree(shared, { 'Pet.json': '{ "type": "object" }' });
    await define({ 'Own.json': '{ "type": "object" }' });
    await link();
    session = createSession(locateProject(resolveOptions({ definitions }), root));
    const own = definitions === shared ? [] : ['app/definitions/Own.json'];
    for (const changed of [undefined, [], [join(root, 'app/definitions')]]) {
      const { diagnostics, definitions: found } = session.compile(changed);
      expect(found.schemas.has('Pet')).toBe(true);
      expect(diagnostics.map(({ code, at }) => [code, at.source.file])).toEqual(
        own.map((file) => ['unused-definition', file]),
      );
    }
  });
});

/** Changes on the disk, one after the other, each with the paths that a watcher names. */
const CHANGES: readonly [what: string, change: () => Promise<unknown>, ...paths: string[]][] = [
  ['a file that is edited', () => write({ 'b.ts': operation('edited') }), 'operations/b.ts'],
  ['a file that is added', () => write({ 'e/f.ts': operation('f') }), 'operations/e/f.ts'],
  ['a file that is renamed', () => move('operations/a.ts', 'operations/z.ts'), 'operations/a.ts', 'operations/z.ts'],
  ['a directory that is renamed', () => move('operations/c', 'operations/k'), 'operations/c', 'operations/k'],
  ['a directory that is added', () => write({ 'g/h/i.ts': operation('i') }), 'operations/g'],
  ['a directory with another text below it', () => write({ 'g/h/i.ts': operation('j') }), 'operations/g/h'],
  ['a directory that goes', () => rm(join(root, 'app/operations/g'), { recursive: true }), 'operations/g'],
  ['a file that is ignored', () => write({ 'old/x.ts': '(' }), 'operations/old/x.ts'],
  [
    'files that are none of it',
    () => write({ 'x.md': '(', '_x.ts': '(', '.x.ts': '(' }),
    'operations/x.md',
    'operations/_x.ts',
  ],
  ['a file beside the tree', () => writeTree(root, { 'app/x.ts': '(' }), 'x.ts', 'operations-old/x.ts'],
  ['a type that nothing defines', () => write({ 'p.ts': uses('Pet') }), 'operations/p.ts'],
  [
    'the first definition, which defines it',
    () => define({ 'Pet.json': '{ "type": "object" }' }),
    'definitions/Pet.json',
  ],
  ['a definition that is edited', () => define({ 'Pet.json': '{ "$ref": "Cat.json" }' }), 'definitions/Pet.json'],
  ['a definition that it needs', () => define({ 'pets/Cat.yaml': 'type: object' }), 'definitions/pets'],
  [
    'a definition that is renamed',
    () => move('definitions/Pet.json', 'definitions/P.json'),
    'definitions/Pet.json',
    'definitions/P.json',
  ],
  ['definitions that go', () => rm(join(root, 'app/definitions'), { recursive: true }), 'definitions'],
  ['a contract of a directory', () => write({ 'c/_middleware.ts': '/** @tags c */' }), 'operations/c/_middleware.ts'],
  ['a contract of all', () => write({ '_middleware.ts': '/** @tags all */' }), 'operations/_middleware.ts'],
  [
    'a contract that is edited',
    () => write({ '_middleware.ts': '/** @returns {Pet} It */' }),
    'operations/_middleware.ts',
  ],
  ['its definition', () => define({ 'Pet.json': '{ "type": "string" }' }), 'definitions/Pet.json'],
  ['a contract that goes', () => rm(join(root, 'app/operations/_middleware.ts')), 'operations/_middleware.ts'],
  ['the definition, once more', () => rm(join(root, 'app/definitions'), { recursive: true }), 'definitions'],
  ['nothing', () => Promise.resolve()],
  [
    'all, under another name and back',
    () => move('operations', 'other').then(() => move('other', 'operations')),
    'operations',
  ],
];

const uses = (type: string): string => `/** @returns {${type}} It */\nexport default () => ({});\n`;

function define(files: Readonly<Record<string, string>>): Promise<void> {
  return writeTree(join(root, 'app/definitions'), files);
}

function move(from: string, to: string): Promise<void> {
  return rename(join(root, 'app', from), join(root, 'app', to));
}

function all(of: Session, compilation: Compilation): object {
  return {
    manifest: of.manifest(compilation),
    schemas: [...compilation.schemas],
    diagnostics: compilation.diagnostics.map(formatDiagnostic),
    watchFiles: of.watchFiles(compilation),
  };
}

describe('a session with a list of changed files', () => {
  const options = resolveOptions({ ignore: 'old/**' });
  const fresh = (): object => {
    const other = createSession(locateProject(options, root));
    return all(other, other.compile());
  };

  it('knows the same as one that reads all, change by change', async () => {
    session = createSession(locateProject(options, root));
    session.compile();
    const codesOf: Record<string, string[]> = {};
    for (const [what, change, ...paths] of CHANGES) {
      await change();
      const compilation = session.compile(paths.map((path) => `${root}/app/${path}`));
      expect({ what, ...all(session, compilation) }).toEqual({ what, ...fresh() });
      codesOf[what] = compilation.diagnostics.map(({ code }) => code);
    }
    expect(codesOf).toMatchObject({
      'a file that is ignored': [],
      'files that are none of it': [],
      'a type that nothing defines': ['unknown-type'],
      'the first definition, which defines it': [],
      'a definition that is edited': ['unknown-type'],
      'a definition that it needs': [],
      'definitions that go': ['unknown-type'],
      'a contract that is edited': ['unknown-type', 'unknown-type'],
      'its definition': [],
      'a contract that goes': [],
    });
  });

  it('reads only the listed files', async () => {
    session.compile();
    await write({ 'a.ts': operation('edited'), 'b.ts': operation('unseen'), 'e.ts': operation('unseen') });
    const { operations } = session.compile([`${root}/app/operations/a.ts`]);
    expect(operations.map(({ contract }) => contract.summary)).toEqual(['edited', 'b', 'd']);
  });

  it('finds added and deleted files in the list, as if it listed all files', async () => {
    const ids = (names: readonly string[], of = session): string[] => {
      const told = names.map((name) => `${root}/app/operations/${name}`);
      return of.compile(told).operations.map(({ contract }) => contract.id);
    };
    session.compile();
    await write({
      'e/f.ts': operation('f'),
      'unseen.ts': operation('unseen'),
      '.g.ts': '',
      'e/.h/i.ts': '',
      'j.md': '',
    });
    expect(ids(['e/f.ts', 'e/f.ts', '.g.ts', 'e/.h/i.ts', 'j.md'])).toEqual(['a.ts', 'b.ts', 'c/d.cjs', 'e/f.ts']);
    await rm(join(root, 'app/operations/a.ts'));
    expect(ids(['a.ts'])).toEqual(['b.ts', 'c/d.cjs', 'e/f.ts']);
    await rm(join(root, 'app/operations/c'), { recursive: true });
    // A directory, of which nothing tells that it was one.
    expect(ids(['c'])).toEqual(['b.ts', 'e/f.ts', 'unseen.ts']);
    await rename(join(root, 'app/operations/b.ts'), join(root, 'app/operations/B.ts'));
    expect(ids(['B.ts'])).toEqual(['B.ts', 'e/f.ts', 'unseen.ts']);
    const ignoring = createSession(locateProject(resolveOptions({ ignore: ['e/**'] }), root));
    ignoring.compile();
    await write({ 'e/k.ts': operation('k'), 'l.ts': operation('l') });
    expect(ids(['e/k.ts', 'l.ts'], ignoring)).toEqual(['B.ts', 'l.ts', 'unseen.ts']);
    await rm(join(root, 'app/operations'), { recursive: true });
    expect(() => ids(['B.ts', 'e/f.ts', 'unseen.ts'])).toThrow(/the directory app\/operations does not exist/);
  });

  it('takes a directory that has become a file', async () => {
    await write({ 'pets/a.ts': operation('other') });
    session.compile();
    await rm(join(root, 'app/operations/pets'), { recursive: true });
    await write({ pets: '' });
    const told = ['pets', 'pets/a.ts'].map((path) => `${root}/app/operations/${path}`);
    expect(session.compile(told).operations).toHaveLength(3);
  });

  it('keeps the manifests with and without what operations may answer apart', () => {
    const compilation = session.compile();
    expect(session.manifest(compilation)).not.toContain('responses:');
    expect(session.manifest(compilation, 'dev')).toContain('responses:');
    expect(session.manifest(compilation)).not.toContain('responses:');
  });

  it('resolves an operation again only where a definition that it uses has changed', async () => {
    await write({ 'p.ts': uses('Pet'), 'q.ts': uses('Food[]') });
    await define({ 'Pet.json': '{ "$ref": "Cat.json" }', 'Cat.json': '{}', 'Food.json': '{}' });
    const first = session.compile().operations;
    await define({ 'Cat.json': '{ "type": "object" }', 'Dog.json': '{}' });
    const changed = ['Cat', 'Dog'].map((name) => `${root}/app/definitions/${name}.json`);
    const second = session.compile(changed).operations;
    expect(second.map((item, i) => [item.contract.id, item === first[i]])).toEqual([
      ['a.ts', true],
      ['b.ts', true],
      ['c/d.cjs', true],
      ['p.ts', false],
      ['q.ts', true],
    ]);
  });

  it('reads all again after the tree was gone', async () => {
    session.compile();
    await rm(join(root, 'app/operations'), { recursive: true });
    expect(() => session.compile([`${root}/app/operations`])).toThrow(/the directory app\/operations does not exist/);
    await write({ 'e.ts': operation('e') });
    expect(session.compile([]).operations.map(({ contract }) => contract.id)).toEqual(['e.ts']);
  });
});

describe('readTree', () => {
  it('lists files of every extension, at any depth, and nothing hidden', async () => {
    const names = ['x/y/z/e.js', 'f.mjs', 'g.mts', 'h.cts', 'i.tsx', '_j.ts', '.k.ts', '.l/m.ts', 'n.json', 'o.d.ts'];
    await write(Object.fromEntries(names.map((name) => [name, ''])));
    const paths = readTree(join(root, 'app/operations'), [])!.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(
      ['a.ts', 'b.ts', 'c/d.cjs', 'x/y/z/e.js', 'f.mjs', 'g.mts', 'h.cts', 'i.tsx', '_j.ts', 'o.d.ts'].toSorted(),
    );
  });

  it('follows links to directories and files', async () => {
    await writeTree(root, { 'shared/e.ts': operation('e') });
    await symlink(join(root, 'shared'), join(root, 'app/operations/linked'));
    await symlink(join(root, 'shared/e.ts'), join(root, 'app/operations/e.ts'));
    const paths = readTree(join(root, 'app/operations'), [])!.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['a.ts', 'b.ts', 'c/d.cjs', 'e.ts', 'linked/e.ts']);
  });

  it('follows no link that leads back, and none to a directory that does not exist', async () => {
    const tree = join(root, 'app/operations');
    await symlink(tree, join(tree, 'c/loop'));
    await symlink('.', join(tree, 'self'));
    await symlink('nowhere', join(tree, 'broken'));
    await symlink('c', join(tree, 'second'));
    const expected = ['a.ts', 'b.ts', 'c/d.cjs', 'second/d.cjs'];
    for (const ignore of [[], ['none/**']])
      expect(
        readTree(tree, ignore)!
          .map(({ path }) => path)
          .toSorted(),
      ).toEqual(expected);
  });

  it.each(['admin/_middleware.js', 'pets@get.ts'])('fails for a dangling link: %s', async (name) => {
    const tree = join(root, 'app/operations');
    await write({ 'admin/x.ts': operation('x') });
    await symlink('../../gone.js', join(tree, name));
    const message = `${join(tree, name)} links to ../../gone.js, which does not exist.`;
    expect(() => readTree(tree, [])).toThrow(message);
    expect(() => session.compile()).toThrow(message);
    expect(() => readTree(tree, [name])).not.toThrow();
    expect(() => createSession(locateProject(resolveOptions({ ignore: [name] }), root)).compile()).not.toThrow();
  });

  it('fails for a dangling link of the definitions', async () => {
    await writeTree(root, { 'app/definitions/a.ts': '' });
    await symlink('gone.yaml', join(root, 'app/definitions/openapi.yaml'));
    expect(() => session.compile()).toThrow('openapi.yaml links to gone.yaml, which does not exist.');
  });

  it.each<[string, string[]]>([
    ['old', ['a.ts', 'b.ts', 'c/d.cjs', 'c/old.ts', 'older.ts']],
    ['old/**', ['a.ts', 'b.ts', 'c/d.cjs', 'c/old.ts', 'older.ts']],
    ['**/old*', ['a.ts', 'b.ts', 'c/d.cjs']],
    ['{a,b}.ts', ['c/d.cjs', 'c/old.ts', 'old/x.ts', 'old/y/z.ts', 'older.ts']],
    ['c/*.[ct]*', ['a.ts', 'b.ts', 'old/x.ts', 'old/y/z.ts', 'older.ts']],
  ])('leaves out what %s matches', async (ignore, expected) => {
    await write({ 'old/x.ts': '', 'old/y/z.ts': '', 'older.ts': '', 'c/old.ts': '' });
    const paths = readTree(join(root, 'app/operations'), [ignore])!.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(expected);
  });

  it('takes no directory for a file, and no file for a directory', async () => {
    await write({ 'v1.ts/x.ts': operation('x') });
    const paths = readTree(join(root, 'app/operations'), [])!.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['a.ts', 'b.ts', 'c/d.cjs', 'v1.ts/x.ts']);
    expect(readTree(join(root, 'app/operations/a.ts'), [])).toBeUndefined();
    expect(readTree(join(root, 'nothing'), [])).toBeUndefined();
  });
});
