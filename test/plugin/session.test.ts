import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resolveOptions } from '../../src/plugin/options.ts';
import { readTree } from '../../src/plugin/host.ts';
import type { Session } from '../../src/plugin/session.ts';
import { createSession } from '../../src/plugin/session.ts';
import { scratch, writeTree } from '../support/build.ts';

const operation = (name: string): string => `/** ${name} */\nexport default function ${name}() {}\n`;

let root: string;
let session: Session;

beforeEach(async () => {
  root = scratch();
  session = createSession(resolveOptions(), root);
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
    expect(paths).toThrow(/there is no directory app\/operations/);
    await write({ 'a.ts': operation('a') });
    expect(paths()).toEqual(['a.ts']);
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
      /^const module = .*\nexports\.d = \(\) => \{\};\n\nexport default module\.exports\["d"\];\n$/s,
    );
    expect(loaded).toMatchObject({ map: { sources: [`${root}/app/operations/c/d.cjs`], version: 3 } });
    expect(session.load(`${root}/app/operations/a.ts`)).toEqual({ code: operation('a') });
  });

  it('knows one directory, whatever the way to it', () => {
    for (const operations of ['app/operations', './app/operations/', `${root}/app/operations/`, 'app\\operations']) {
      const other = createSession(resolveOptions({ operations }), root);
      expect(other.directory).toBe(`${root}/app/operations`);
      expect(other.compile().operations).toHaveLength(3);
    }
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

  it('takes no directory for a file, and no file for a directory', async () => {
    await write({ 'v1.ts/x.ts': operation('x') });
    const paths = readTree(join(root, 'app/operations'), [])!.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['a.ts', 'b.ts', 'c/d.cjs', 'v1.ts/x.ts']);
    expect(readTree(join(root, 'app/operations/a.ts'), [])).toBeUndefined();
    expect(readTree(join(root, 'nothing'), [])).toBeUndefined();
  });
});
