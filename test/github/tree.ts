import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GithubDefinition } from './definitions.ts';
import { createPool } from './definitions.ts';
import type { GithubOperation, GithubParameter } from './document.ts';
import { githubApi } from './document.ts';
import type { Extension, Form, Layout } from './file-text.ts';
import { fileText } from './file-text.ts';

/** An operation of GitHub's API as a file of an operations tree. */
export interface GithubFile {
  /** Below the tree, with `/`: `repos/{owner}/{repo}/@get.ts`. */
  readonly file: string;
  readonly text: string;
  /** The operation as the file says it: its path has the tree's names. */
  readonly operation: GithubOperation;
}

/** GitHub's API as a project has it. */
export interface GithubProject {
  /** The files below `app/operations`, in the document's order. */
  readonly operations: readonly GithubFile[];
  /** The files below `app/definitions`. */
  readonly definitions: readonly GithubDefinition[];
}

const FORMS: readonly Form[] = ['directory', 'method', 'directive'];
const EXTENSIONS: readonly Extension[] = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'];

/** Every operation of GitHub's API as a file, and all they refer to; each handler echoes its template, its method and the parameters it was given. */
export function githubProject(): GithubProject {
  const api = githubApi();
  const pool = createPool(api);
  const named = new Set<string>();
  const operations = normalizeTemplates(api.operations).map((operation, turn) => {
    const layout: Layout = {
      form: chooseForm(operation, FORMS[turn % FORMS.length]!, named),
      extension: EXTENSIONS[Math.floor(turn / FORMS.length) % EXTENSIONS.length]!,
      turn,
    };
    return { file: fileName(operation, layout), text: fileText(operation, layout, pool), operation };
  });
  return { operations, definitions: pool.files() };
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

/**
 * Gives operations whose templates match the same requests the same names, the ones the document has first.
 *
 * GitHub spells two of its templates in two ways: `/orgs/{org}/attestations/{attestation_id}` and `/{subject_digest}`, and the same two
 * below `/users/{username}`. In a tree that is an error.
 */
function normalizeTemplates(operations: readonly GithubOperation[]): GithubOperation[] {
  const spelled = new Map<string, string>();
  return operations.map((operation) => {
    const key = operation.path.replaceAll(/\{[^}]+\}/g, '{}');
    const path = spelled.get(key) ?? operation.path;
    spelled.set(key, path);
    if (path === operation.path) return operation;
    const [from, to] = [operation.path, path].map(templateNames) as [string[], string[]];
    const rename = ({ component, ...parameter }: GithubParameter): GithubParameter => {
      if (parameter.in === 'path') return { ...parameter, name: to[from.indexOf(parameter.name)]! };
      return component === undefined ? parameter : { ...parameter, component };
    };
    return { ...operation, path, parameters: operation.parameters.map(rename) };
  });
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
