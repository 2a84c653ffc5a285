import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parse } from 'jsonc-parser';
import type { ResolveAlias } from '../compiler/module/relative-modules.ts';

type Patterns = readonly (readonly [pattern: string, targets: readonly string[]])[];

interface TypeConfig {
  readonly extends?: unknown;
  /** The projects that it consists of. */
  readonly references?: unknown;
  readonly compilerOptions?: { readonly baseUrl?: string; readonly paths?: { readonly [pattern: string]: unknown } };
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
/** The files of one tsconfig.json that extend each other. */
const MAX_EXTENDED = 8;

/**
 * Resolves specifiers that aren't paths: by `imports` of package.json, and by `paths` and `baseUrl` of tsconfig.json. Aliases of the bundler alone are unknown.
 *
 * @param readFile Reads a file by its path relative to the root; undefined if there is none.
 */
export function createAliases(readFile: (file: string) => string | undefined): ResolveAlias {
  let known: { readonly patterns: Patterns; readonly isPackage: (specifier: string) => boolean } | undefined;
  return (specifier) => {
    known ??= readAliases(readFile);
    const files = known.patterns.flatMap(([pattern, targets]) => substitute(pattern, targets, specifier));
    // The last pattern of tsconfig.json matches packages too.
    if (known.isPackage(specifier)) return [];
    return files.length > 0 ? files : undefined;
  };
}

function readAliases(readFile: (file: string) => string | undefined): {
  readonly patterns: Patterns;
  readonly isPackage: (specifier: string) => boolean;
} {
  const manifest = readData(readFile('package.json'));
  const imports = Object.entries(asObject(manifest['imports'])).map(
    // The condition "types" leads to no code.
    ([pattern, target]) => [pattern, textsIn(target).filter((each) => !/\.d\.[cm]?ts$/.test(each))] as const,
  );
  const config = ['tsconfig.json', 'jsconfig.json'].find((file) => readFile(file) !== undefined);
  const patterns = [...imports, ...(config === undefined ? [] : pathsIn(config, readFile))];
  const listed = new Set(DEPENDENCIES.flatMap((key) => Object.keys(asObject(manifest[key]))));
  return {
    patterns,
    isPackage(specifier) {
      const [name] = /^(?:@[\w.~-]+\/)?[\w-][\w.~-]*/.exec(specifier) ?? [];
      if (isBuiltin(specifier)) return true;
      if (name === undefined) return false;
      const isInstalled = ['', '../', '../../', '../../../'].some(
        (up) => readFile(`${up}node_modules/${name}/package.json`) !== undefined,
      );
      return listed.has(name) || isInstalled;
    },
  };
}

/** The patterns of a tsconfig.json, also of the files that it extends or references. */
function pathsIn(config: string, readFile: (file: string) => string | undefined, depth = 0): Patterns {
  const { extends: base, references, compilerOptions = {} } = readData(readFile(config)) as TypeConfig;
  const { baseUrl, paths } = compilerOptions;
  const directory = posix.join(posix.dirname(config), typeof baseUrl === 'string' ? baseUrl : '.');
  const own = Object.entries(asObject(paths)).map(
    ([pattern, targets]) => [pattern, textsIn(targets).map((target) => posix.join(directory, target))] as const,
  );
  const fromBase: Patterns = typeof baseUrl === 'string' ? [['*', [posix.join(directory, '*')]]] : [];
  const inherited =
    depth === MAX_EXTENDED
      ? []
      : textsIn(base)
          .filter((file) => file.startsWith('.'))
          .map((file) => posix.join(posix.dirname(config), file))
          .flatMap((file) => pathsIn(file.endsWith('.json') ? file : `${file}.json`, readFile, depth + 1));
  const parts = (Array.isArray(references) ? references : []).flatMap((each) => textsIn(asObject(each)['path']));
  const referenced =
    depth > 0
      ? []
      : parts
          .map((path) => posix.join(posix.dirname(config), path))
          .flatMap((path) => pathsIn(path.endsWith('.json') ? path : `${path}/tsconfig.json`, readFile, depth + 1));
  return [...own, ...fromBase, ...inherited, ...referenced];
}

/** The targets of a pattern for a specifier: `*` is the same text in both. */
function substitute(pattern: string, targets: readonly string[], specifier: string): string[] {
  const [before = '', after] = pattern.split('*', 2);
  if (after === undefined) return pattern === specifier ? targets.map((target) => posix.normalize(target)) : [];
  const isMatch =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after);
  if (!isMatch) return [];
  const text = specifier.slice(before.length, specifier.length - after.length);
  return targets.map((target) => posix.normalize(target.split('*').join(text)));
}

function readData(text: string | undefined): { readonly [key: string]: unknown } {
  return asObject(text === undefined ? undefined : parse(text, undefined, { allowTrailingComma: true }));
}

function asObject(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {};
}

/** The texts in a value: of a list, and of all conditions of an import. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
