import type { ImportDeclaration, Statement } from 'oxc-parser';
import { exportNameOf } from './nodes.ts';

/** A specifier of a module by a path, as in `import './pets.ts'`. */
const RELATIVE = /^\.\.?(?:\/|$)/;

/** The files that a specifier by an alias can mean; none for a package, undefined if it is unknown. */
export type ResolveAlias = (specifier: string) => readonly string[] | undefined;

/** Without a project, only specifiers that can't be the name of a package are unknown. */
export const byName: ResolveAlias = (specifier) => (/^(?:[\w-]|@[\w-]+\/)[^()]*$/.test(specifier) ? [] : undefined);

/** The extensions that a specifier can omit: bundlers try those of the first list first, in different orders. */
export const OMITTED: readonly (readonly string[])[] = [
  ['ts', 'mts', 'js', 'mjs'],
  ['tsx', 'jsx'],
];
/** Those that bundlers only try if their options name them. */
const NAMED = ['cts', 'cjs'];
/** The extensions that TypeScript writes otherwise. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx'],
  mjs: ['mts'],
  cjs: ['cts'],
  jsx: ['tsx'],
};

/**
 * The files that a specifier can mean, the most likely ones first; none if it is not a relative path. Bundlers differ in which file of a list they take.
 *
 * @param importer The importing file, with `/`.
 * @example filesOf('app/operations/pets.ts', './_impl') // [['app/operations/_impl'], ['app/operations/_impl.ts', ...], ...]
 */
export function filesOf(importer: string, specifier: string): (readonly string[])[] {
  if (!RELATIVE.test(specifier)) return [];
  const path = normalize(`${importer.replace(/[^/]*$/, '')}${specifier}`).replace(/\/$/, '');
  return filesAt(path, /(?:^|\/)\.{0,2}$/.test(specifier));
}

/**
 * The same for a path.
 *
 * @param isDirectory Whether it is written as that of a directory.
 */
export function filesAt(path: string, isDirectory = false): (readonly string[])[] {
  const [, stem, extension = ''] = /^(.*\.)(\w+)$/.exec(path) ?? [];
  const typed = Object.hasOwn(TYPED, extension) ? TYPED[extension]! : [];
  const files = OMITTED.map((list) => list.map((each) => `${path}.${each}`));
  const index = path === '' ? 'index' : `${path}/index`;
  const indexes = OMITTED.map((list) => list.map((each) => `${index}.${each}`));
  return [
    [path],
    ...typed.map((each) => [`${stem}${each}`]),
    // For some bundlers, "." and "pets/" can also mean a file.
    ...(isDirectory ? indexes.map((list, i) => [...list, ...files[i]!]) : [...files, ...indexes]),
    ...NAMED.flatMap((each) => [[`${path}.${each}`], [`${index}.${each}`]]),
  ];
}

/** The files of the first list that has some. */
export function firstFiles(lists: readonly (readonly string[])[], isFile: (file: string) => boolean): string[] {
  for (const list of lists) {
    const files = list.filter(isFile);
    if (files.length > 0) return files;
  }
  return [];
}

/** Whether a file is the index of a directory whose package.json names another entry, which bundlers take. */
export function isOtherEntry(
  file: string,
  candidates: readonly (readonly string[])[],
  readFile: (file: string) => string | undefined,
): boolean {
  const [, directory] = /^(.+)\/index\.\w+$/.exec(file) ?? [];
  // The index can also be named in full.
  if (directory === undefined || !candidates.some(([path]) => path === directory)) return false;
  const manifest = `${directory}/package.json`;
  const entries = (readFile(manifest) ?? '').matchAll(/"(?:main|module)"\s*:\s*"([^"]*)"/g);
  return [...entries].some(([, entry]) => !filesOf(manifest, `./${entry}`).flat().includes(file));
}

function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The same, also by aliases; undefined for a package. */
export function modulesOf(
  importer: string,
  specifier: string,
  resolveAlias: ResolveAlias,
): (readonly string[])[] | undefined {
  if (RELATIVE.test(specifier)) return filesOf(importer, specifier);
  const targets = resolveAlias(specifier);
  return targets?.length === 0 ? undefined : (targets ?? []).flatMap((target) => filesOf('', `./${target}`));
}

/**
 * The names that a statement takes from another module, and its specifier; `*` for all of them. Types alone take nothing that runs.
 *
 * @param isUsed Whether the file uses the import under a name.
 */
export function takenNames(
  statement: Statement,
  isUsed: (local: string) => boolean,
): { readonly from: string; readonly names: readonly string[] } {
  switch (statement.type) {
    case 'ImportDeclaration':
      return {
        from: statement.source.value,
        names: valuesIn(statement)
          .filter(({ local }) => isUsed(local.name))
          .map((specifier) =>
            specifier.type === 'ImportSpecifier'
              ? exportNameOf(specifier.imported)
              : specifier.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
          ),
      };
    case 'ExportAllDeclaration':
      return { from: statement.source.value, names: ['*'] };
    case 'ExportNamedDeclaration':
      return {
        from: statement.source?.value ?? '',
        names: statement.exportKind === 'type' ? [] : statement.specifiers.map(({ local }) => exportNameOf(local)),
      };
    default:
      return { from: '', names: [] };
  }
}

/** The values that a statement imports. */
export function valuesIn(statement: Statement): ImportDeclaration['specifiers'] {
  if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
  return statement.specifiers.filter((each) => each.type !== 'ImportSpecifier' || each.importKind !== 'type');
}
