import type { ImportDeclaration, Statement } from 'oxc-parser';
import { exportNameOf } from './exports.ts';

/** A specifier of a module by a path, as in `import './pets.ts'`. */
const RELATIVE = /^\.\.?(?:\/|$)/;

/** The files that a specifier by an alias can mean; none for a package, undefined if it is unknown. */
export type ResolveAlias = (specifier: string) => readonly string[] | undefined;

/** Without a project, only specifiers that can't be the name of a package are unknown. */
export const byName: ResolveAlias = (specifier) => (/^(?:[\w-]|@[\w-]+\/)[^()]*$/.test(specifier) ? [] : undefined);

/** The extensions that a specifier can omit. */
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'tsx', 'jsx'];

/**
 * The files that a specifier can mean, the most likely one first; none if it is not a relative path.
 *
 * @param importer The importing file, with `/`.
 * @example filesOf('app/operations/pets.ts', './_impl') // ['app/operations/_impl', 'app/operations/_impl.ts', ...]
 */
export function filesOf(importer: string, specifier: string): string[] {
  if (!RELATIVE.test(specifier)) return [];
  const path = normalize(`${importer.replace(/[^/]*$/, '')}${specifier}`);
  const typed = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  return [path, typed, ...EXTENSIONS.flatMap((extension) => [`${path}.${extension}`, `${path}/index.${extension}`])];
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
export function modulesOf(importer: string, specifier: string, resolveAlias: ResolveAlias): string[] | undefined {
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
