import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { contractsOf } from '../../src/compiler/compile.ts';
import { formatDiagnostic } from '../../src/compiler/diagnostics/diagnostic.ts';
import { digestOf } from '../../src/project/disk-cache.ts';
import type { Options } from '../../src/project/options.ts';
import { resolveOptions } from '../../src/project/options.ts';
import type { Session } from '../../src/project/session.ts';
import { digestProgram } from '../../src/project/program.ts';
import { createSession } from '../../src/project/session.ts';
import { scratch, writeTree } from '../support/build.ts';

// It has warnings in a comment, in a path with a note, and in a definition; none stops a build.
const FILES = {
  'package.json': '{ "name": "pets", "version": "1.0.0" }',
  'app/operations/pets.ts': '/** @returns {Pet[]} The pets\n * @prama x */\nexport default function list() {}\n',
  'app/operations/{id}.cjs': '/** One */\nexports.one = () => require("node:os").EOL;\n',
  'app/operations/_helper.ts': '',
  'app/definitions/Pet.json': '{ "type": "object" }',
  'app/definitions/Unused.json': '{}',
};
const MARK = '// As it was kept.\n';

let root: string;

beforeEach(async () => {
  root = scratch();
  mkdirSync(join(root, 'node_modules'));
  await writeTree(root, FILES);
});

/** All that a bundler asks a session for. */
function answers(options?: Options, session: Session = createSession(resolveOptions(options), root)): object {
  const compilation = session.compile();
  return {
    manifest: session.manifest(compilation),
    openApi: session.openApi(compilation),
    diagnostics: compilation.diagnostics.map(formatDiagnostic),
    watchFiles: session.watchFiles(compilation),
    isEmpty: compilation.isEmpty,
    loaded: JSON.parse(JSON.stringify(session.load(`${session.directory}/{id}.cjs`))) as unknown,
    contracts: contractsOf(compilation),
    schemas: [...compilation.schemas],
    document: compilation.document,
  };
}

function keptFiles(): string[] {
  const directory = join(root, 'node_modules/.cache/unplugin-operations');
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}

/** Marks the manifest that is kept, so that it shows whether it was taken. */
function mark(): void {
  const [file] = keptFiles();
  const [head, body] = readFileSync(file!, 'utf8').split('\n') as [string, string];
  const kept = JSON.parse(body) as { texts: { manifest: string } };
  const marked = JSON.stringify({ ...kept, texts: { ...kept.texts, manifest: MARK + kept.texts.manifest } });
  writeFileSync(file!, `${head.split(' ')[0]} ${digestOf([marked])}\n${marked}`);
}

function isRecalled(options?: Options): boolean {
  const session = createSession(resolveOptions(options), root);
  return session.manifest(session.compile()).startsWith(MARK);
}

describe('what a process leaves to the next', () => {
  it('keeps no document of another version of the project', async () => {
    const session = createSession(resolveOptions(), root);
    const compilation = session.compile();
    session.openApi(compilation);
    await writeTree(root, { 'package.json': '{ "name": "pets", "version": "2.0.0" }' });
    session.client(compilation);
    const next = createSession(resolveOptions(), root);
    expect(next.openApi(next.compile()).info).toMatchObject({ version: '2.0.0' });
  });

  it('gives the same answers as compiling', () => {
    const first = answers();
    expect(keptFiles()).toHaveLength(1);
    expect(first).toMatchObject({ diagnostics: [expect.any(String), expect.any(String), expect.any(String)] });
    expect(answers()).toEqual(first);
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(answers()).toEqual(first);
  });

  it('is taken where nothing has changed', () => {
    answers();
    expect(isRecalled()).toBe(false);
    mark();
    expect(isRecalled()).toBe(true);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['an operation', { 'app/operations/pets.ts': '/** @returns {Pet} A pet */\nexport default function list() {}\n' }],
    ['a file more', { 'app/operations/b.ts': '/** b */ export default () => 1;' }],
    ['a definition', { 'app/definitions/Pet.json': '{ "type": "array" }' }],
    ['a file that is no operation', { 'app/operations/_helper.ts': '_' }],
    ["the project's version", { 'package.json': '{ "name": "pets", "version": "2.0.0" }' }],
  ])('is not taken where %s is another', async (_what, files) => {
    answers();
    mark();
    await writeTree(root, files);
    expect(isRecalled()).toBe(false);
    const now = answers();
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(answers()).toEqual(now);
  });

  it('is of one set of options', () => {
    answers();
    mark();
    expect(isRecalled({ strict: true })).toBe(false);
    expect(isRecalled({ base: '/api' })).toBe(false);
    expect(isRecalled()).toBe(true);
    expect(keptFiles()).toHaveLength(3);
  });

  it('is what was known after the last edit, too', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const session = createSession(resolveOptions(), root);
    session.manifest(session.compile());
    const first = readFileSync(keptFiles()[0]!, 'utf8');
    const file = join(root, 'app/operations/pets.ts');
    for (const name of ['a', 'b']) {
      writeFileSync(file, `/** ${name} */\nexport default function ${name}() {}\n`);
      session.manifest(session.compile([file]));
    }
    expect(readFileSync(keptFiles()[0]!, 'utf8')).toBe(first);
    vi.runAllTimers();
    mark();
    expect(isRecalled()).toBe(true);
  });

  it('can be edited', () => {
    answers();
    const session = createSession(resolveOptions(), root);
    session.manifest(session.compile());
    const file = join(root, 'app/operations/pets.ts');
    writeFileSync(file, FILES['app/operations/pets.ts'].replace('list', 'renamed'));
    expect(session.compile([file]).operations[0]!.contract.operationId).toBe('renamed');
    expect(answers(undefined, session)).toEqual(answers());
  });

  it('has no rewriting of another text than it was asked for', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const session = createSession(resolveOptions(), root);
    const file = `${session.directory}/{id}.cjs`;
    const text = FILES['app/operations/{id}.cjs'];
    session.manifest(session.compile());
    session.manifest(session.compile([]));
    // It is another when the bundler reads it, and then the same again.
    writeFileSync(file, '#!/usr/bin/env node\n/** One */\nmodule.exports = () => 2;\n');
    session.load(file);
    vi.runAllTimers();
    writeFileSync(file, text);
    expect(answers()).toMatchObject({
      loaded: { code: expect.stringContaining(`${text}\nexport default module.exports["one"]`) as string },
    });
  });

  it('does not hide a text that has changed since', () => {
    answers();
    const session = createSession(resolveOptions(), root);
    session.compile();
    writeFileSync(join(root, 'app/operations/{id}.cjs'), '/** One */\nmodule.exports = () => 2;\n');
    expect(session.load(`${session.directory}/{id}.cjs`).code).toContain('? module.exports :');
  });
});

describe('the program that what is kept depends on', () => {
  it('is each module of its layers, and no other', async () => {
    const module = join(root, 'dist/plugin/store.js');
    const digest = async (path: string, text: string): Promise<string | undefined> => {
      await writeTree(root, {
        'dist/plugin/store.js': 'store',
        'dist/compiler/definitions/data.js': 'data',
        [path]: text,
      });
      return digestProgram(module);
    };
    const first = await digest('dist/codegen/a.js', 'a');
    expect(await digest('dist/koa/app.js', 'app')).toBe(first);
    expect(await digest('dist/codegen/a.d.ts', 'a')).toBe(first);
    expect(await digest('dist/codegen/a.js', 'b')).not.toBe(first);
    expect(await digest('dist/codegen/a.js', 'a')).toBe(first);
    expect(await digest('dist/compiler/definitions/data.js', 'changed')).not.toBe(first);
    expect(await digest('dist/contract/new.js', '')).not.toBe(first);
  });

  it('is one module where it is bundled, and unknown where that cannot be read', () => {
    writeFileSync(join(root, 'bundle.js'), 'a');
    const first = digestProgram(join(root, 'bundle.js'));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    writeFileSync(join(root, 'bundle.js'), 'b');
    expect(digestProgram(join(root, 'bundle.js'))).not.toBe(first);
    expect(digestProgram(join(root, 'none.js'))).toBeUndefined();
  });

  it('has all that the plugin is made of', () => {
    const directory = fileURLToPath(new URL('../../src/project/', import.meta.url));
    const imported = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('/'))
      .flatMap((name) => [...readFileSync(join(directory, name), 'utf8').matchAll(/from '\.\.\/(\w+)\//g)])
      .map(([, layer]) => layer!);
    const source = readFileSync(join(directory, 'program.ts'), 'utf8');
    expect(new Set(imported).size).toBeGreaterThan(2);
    for (const layer of new Set(imported)) expect(source).toContain(`'${layer}'`);
  });
});

it('tells texts apart by where they end', () => {
  expect(digestOf(['ab', 'c'])).not.toBe(digestOf(['a', 'bc']));
});

describe('what cannot be read or written', () => {
  it.each<[string, (text: string) => string]>([
    ['cut off', (text) => text.slice(0, -20)],
    ['damaged', (text) => text.replace('"isEmpty":false', '"isEmpty":true')],
    ['empty', () => ''],
    ['something else', () => '{}'],
  ])('is passed over where it is %s, and replaced', (_what, damage) => {
    const first = answers();
    mark();
    const [file] = keptFiles();
    writeFileSync(file!, damage(readFileSync(file!, 'utf8')));
    expect(isRecalled()).toBe(false);
    expect(answers()).toEqual(first);
    mark();
    expect(isRecalled()).toBe(true);
  });

  it('is passed over where a file is in the way of its directory', () => {
    writeFileSync(join(root, 'node_modules/.cache'), '');
    expect(answers()).toEqual(answers());
  });

  it('is passed over where a directory is in its own way, and leaves nothing half written', () => {
    answers();
    const [file] = keptFiles();
    rmSync(file!);
    mkdirSync(file!);
    expect(answers()).toMatchObject({ isEmpty: false });
    expect(keptFiles()).toEqual([file]);
  });

  it('has no place in a project without packages, or with those of another', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    answers();
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
    mkdirSync(join(root, 'others'));
    symlinkSync(join(root, 'others'), join(root, 'node_modules'));
    answers();
    rmSync(join(root, 'node_modules'));
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(join(root, 'others'), join(root, 'node_modules/.cache'));
    answers();
    expect(readdirSync(join(root, 'others'))).toEqual([]);
  });
});
