import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DefinitionFile } from '../../src/build/compiler/definitions/model.ts';
import { locateOperations } from '../../src/tools/import/file-paths.ts';
import { writeTree } from '../../src/tools/import/write/written-tree.ts';
import type { GithubOperation } from './document.ts';
import { githubDescription } from './document.ts';
import type { Extension, Form, Layout } from './file-text.ts';
import { fileText } from './file-text.ts';

/** An operation of GitHub's API as a file of an operations tree. */
export interface GithubFile {
  /** Below the tree, with `/`: `repos/{owner}/{repo}/@get.ts`. */
  readonly file: string;
  readonly text: string;
  readonly operation: GithubOperation;
}

/** GitHub's API as a project has it. */
export interface GithubProject {
  /** The files below `app/operations`. */
  readonly operations: readonly GithubFile[];
  /** The files below `app/definitions`. */
  readonly definitions: readonly DefinitionFile[];
}

const FORMS: readonly Form[] = ['directory', 'method', 'directive'];
const EXTENSIONS: readonly Extension[] = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'];

/**
 * Every operation of GitHub's API as a file, in all forms that a file can have, and all they refer to; each handler echoes its template, its method
 * and the parameters it was given. Schemas that no operation uses, which an import leaves out, are there too.
 */
export function githubProject(): GithubProject {
  const description = githubDescription();
  const tree = writeTree(description, locateOperations(description).located);
  const named = new Set<string>();
  const operations = tree.operations.map(({ contract, lines }, turn) => {
    const layout: Layout = {
      form: chooseForm(contract, FORMS[turn % FORMS.length]!, named),
      extension: EXTENSIONS[Math.floor(turn / FORMS.length) % EXTENSIONS.length]!,
      turn,
    };
    return { file: fileName(contract, layout), text: fileText(contract, layout, lines), operation: contract };
  });
  const definitions = tree.definitions();
  const written = new Set(definitions.map(({ path }) => /([^/]+)\.\w+$/.exec(path)![1]));
  const unused = [...description.schemas].filter(([name]) => !written.has(name));
  const files = unused.map(([name, schema]) => ({ path: `schemas/${name}.json`, text: JSON.stringify(schema) }));
  return { operations, definitions: [...definitions, ...files] };
}

/** The operations of {@link githubProject}. */
export function githubFiles(): readonly GithubFile[] {
  return githubProject().operations;
}

/** The files of {@link githubProject}: path below the project -> text. */
export function githubTree(): Record<string, string> {
  const { operations, definitions } = githubProject();
  return Object.fromEntries([
    ...operations.map(({ file, text }) => [`app/operations/${file}`, text] as const),
    ...definitions.map(({ path, text }) => [`app/definitions/${path}`, text] as const),
  ]);
}

/** Writes {@link githubTree} below `root`. */
export async function writeGithubTree(root: string): Promise<void> {
  for (const [path, text] of Object.entries(githubTree())) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The names of a template's parameters, in their order. */
export function templateNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}

function chooseForm({ path }: GithubOperation, wanted: Form, named: Set<string>): Form {
  if (path === '/') return 'directory';
  // A name with dots of its own is the harder one to read.
  if (path.includes('...')) return 'method';
  if (wanted !== 'directive') return wanted;
  // A file without a method in its name is the only one of its path.
  if (named.has(path)) return 'method';
  named.add(path);
  return 'directive';
}

function fileName({ path, method }: GithubOperation, { form, extension, turn }: Layout): string {
  const base = path.slice(1);
  const written = turn % 5 === 0 ? method : method.toLowerCase();
  if (form === 'directory') return `${base}${base === '' ? '' : '/'}@${written}.${extension}`;
  return form === 'method' ? `${base}@${written}.${extension}` : `${base}.${extension}`;
}
