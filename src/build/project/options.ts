import { inspect } from 'node:util';
import type { VersionHeaderOption } from './version-options.ts';
import { isVersionHeader, resolveVersions } from './version-options.ts';
import type { Version } from '../compiler/api-version.ts';
import { didYouMean } from '../compiler/diagnostics/report.ts';
import type { PagingLimits } from '../../shared/contract/list-contract.ts';
import { limitsOf } from '../../shared/contract/paging.ts';
import { hasDotSegment } from '../../shared/contract/path-spelling.ts';
import { parsePathTemplate } from '../../shared/contract/path-template.ts';
import { WEBHOOKS_PREFIX } from '../../shared/contract/webhooks.ts';

/** The plugin's options, all optional. */
export interface Options {
  /** The project's directory (default: the bundler's root, or the working directory). */
  readonly root?: string;
  /** The directory of the operations, relative to the root (default: `app/operations`). */
  readonly operations?: string;
  /** The directory of the definitions, relative to the root (default: `app/definitions`). */
  readonly definitions?: string;
  /** The prefix of all paths, such as `/api` (default: `/`, no prefix). */
  readonly base?: string;
  /** The prefix of the paths of webhooks, below `base` (default: `/webhooks`). */
  readonly webhooks?: string;
  /** Operation files to ignore: globs relative to the directory of the operations. */
  readonly ignore?: string | readonly string[];
  /** Whether `/pets/` and `/pets` are different paths (default: false). */
  readonly strict?: boolean;
  /** The number of rows in a page (default: 20, at most 100). */
  readonly paging?: Partial<PagingLimits>;
  /** Whether the runtime validates responses (default: false). It makes the bundle larger. */
  readonly checkResponses?: boolean;
  /** Whether each handler's module is evaluated at its first request, not at start-up (default: false). */
  readonly lazy?: boolean;
  /**
   * Whether each build compares the contract with an earlier one, and fails if clients would break (default: false). True compares with the
   * merge base with the default branch. A string is a git revision, or an OpenAPI document that ends with .json, .yaml or .yml.
   */
  readonly diff?: boolean | string;
  /**
   * The file for the TypeScript types of the operations, relative to the root (default: `operations.d.ts`), or false for none. `{ file, globals: true }` declares the
   * language's types and your definitions globally too, so that editors complete them in comments.
   */
  readonly dts?: string | false | DeclarationOptions;
  /** `3.1` for a document of OpenAPI 3.1, even if it has streams (default: 3.2 if an operation needs it). */
  readonly openapi?: '3.1';
  /**
   * The module that creates the app for Vite's dev server, relative to the root (default: an app from `createApp(operations)`).
   * Its default export is a Koa app, or a function that takes the operations and returns one.
   */
  readonly app?: string;
  /**
   * Whether Vite's dev server sends examples for handlers that only throw `problem(501)`, as those of new files do (default: false). The server
   * is then limited to this computer. A build with it fails.
   */
  readonly mock?: boolean;
  /**
   * Whether a build is the API's own server, which carries its dependencies (default: if it has one input, and that input or a module that it
   * imports relatively names `virtual:operations`).
   */
  readonly standalone?: boolean;
  /**
   * The versions of the API, the oldest one first. The last one is `app/operations` itself, and the others have their differences in
   * `app/versions/<name>`. Paths begin with the name: `/v1/books`.
   */
  readonly versions?: readonly VersionOption[];
  /** The header in which clients name a version, and the version of requests without it. Paths then have no version: `/books`. */
  readonly version?: VersionHeaderOption;
  /** The patches of packages of Koa that a build applies: a list of names, true for all (default) or false for none. */
  readonly patches?: boolean | readonly PatchName[];
}

/** A version of the API. */
export interface VersionOption {
  /** The name, such as `v1`: letters, digits, `.`, `-` and `_`. */
  readonly name: string;
  /** The date from which it is deprecated, such as `2026-11-01`: the header `Deprecation`. */
  readonly deprecated?: string;
  /** The date from which it may be gone, such as `2027-05-01`: the header `Sunset`. */
  readonly sunset?: string;
  /** False if the paths of the last version do not begin with its name (default: true). */
  readonly prefix?: boolean;
}

/** The names of the patches, in their order: see src/plugin/patches. */
const PATCH_NAMES = ['mime-types', 'late-requires', 'ascii', 'debuglog'] as const;

/** The name of a patch of a package of Koa. */
export type PatchName = (typeof PATCH_NAMES)[number];

/** Where operations.d.ts is, and what it declares. */
export interface DeclarationOptions {
  /** The file, relative to the root (default: `operations.d.ts`). */
  readonly file?: string;
  /** Whether it declares the language's types and your definitions globally (default: false). */
  readonly globals?: boolean;
}

/** The options with their defaults filled in, except those that have none. */
export interface ResolvedOptions extends Required<
  Omit<
    Options,
    'root' | 'app' | 'dts' | 'ignore' | 'openapi' | 'paging' | 'patches' | 'standalone' | 'version' | 'versions'
  >
> {
  readonly root: string | undefined;
  readonly dts: string | false;
  /** Whether operations.d.ts declares its types globally. */
  readonly globals: boolean | undefined;
  readonly app: string | undefined;
  readonly standalone: boolean | undefined;
  readonly openapi: '3.1' | undefined;
  readonly ignore: readonly string[];
  readonly paging: PagingLimits;
  readonly patches: boolean | readonly PatchName[];
  /** Undefined without versions. */
  readonly versions: readonly Version[] | undefined;
}

/** Whether a value is a string with at least one character. */
export const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** The valid values of each option: a description, and a test. */
const EXPECTED: Readonly<Record<keyof Options, readonly [string, (value: unknown) => boolean]>> = {
  root: ['a directory', isFilled],
  operations: ['a directory below the root, such as "app/operations"', isFilled],
  definitions: ['a directory below the root, such as "app/definitions"', isFilled],
  base: ['a path without parameters that starts with "/", such as "/api"', isBase],
  webhooks: ['a path without parameters that starts with "/", such as "/webhooks"', isBase],
  ignore: ['a glob or a list of globs', (value) => [value].flat().every(isFilled)],
  strict: ['true or false', isFlag],
  paging: ['{ defaultSize, maxSize }, whole numbers from 1 with defaultSize <= maxSize', isPaging],
  checkResponses: ['true or false', isFlag],
  lazy: ['true or false', isFlag],
  diff: ['true, false, a git revision or an OpenAPI document', (value) => isFlag(value) || isFilled(value)],
  dts: [
    'a file below the root that ends with ".d.ts", such as "operations.d.ts", { file, globals: true }, or false',
    isDeclarationOption,
  ],
  openapi: ['"3.1"', (value) => value === '3.1'],
  app: ['a module below the root, such as "app/api.ts"', isFilled],
  mock: ['true or false', isFlag],
  standalone: ['true or false', isFlag],
  versions: [
    'a list of { name, deprecated, sunset, prefix }, the oldest version first, with at least two versions',
    (value) => Array.isArray(value) && value.length > 1,
  ],
  version: [
    '{ header, default }, the name of a header and that of the version of requests without it, such as { header: "Api-Version", default: "v1" }',
    isVersionHeader,
  ],
  patches: [`true, false, or a list of ${PATCH_NAMES.map((name) => `"${name}"`).join(', ')}`, isPatches],
};

/**
 * Validates the options and fills in their defaults.
 *
 * @throws {TypeError} If an option is unknown or invalid. The message names the option, the expected value and the given one.
 * @example resolveOptions({ base: '/api' }).operations // 'app/operations'
 */
export function resolveOptions(options: Options = {}): ResolvedOptions {
  for (const [name, value] of Object.entries(options)) {
    const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name as keyof Options] : undefined;
    if (expected === undefined) {
      throw new TypeError(
        `unplugin-operations: unknown option "${name}".${didYouMean(name, Object.keys(EXPECTED)) || ` The options are: ${Object.keys(EXPECTED).join(', ')}.`}`,
      );
    }
    if (value !== undefined && !expected[1](value)) {
      throw new TypeError(
        `unplugin-operations: invalid option "${name}": expected ${expected[0]}, got ${inspect(value, { breakLength: Infinity })}.`,
      );
    }
  }
  const { operations = 'app/operations', definitions = 'app/definitions' } = options;
  const { root, app, openapi, base = '/', ignore = [], strict = false, lazy = false, checkResponses = false } = options;
  const { diff = false, mock = false, standalone, webhooks = WEBHOOKS_PREFIX, patches = true } = options;
  if (options.version !== undefined && options.versions === undefined)
    throw new TypeError('unplugin-operations: the option "version" has no effect without the option "versions".');
  return {
    root,
    operations: operations.replaceAll('\\', '/'),
    definitions: definitions.replaceAll('\\', '/'),
    base,
    webhooks,
    ignore: [ignore].flat(),
    strict,
    paging: limitsOf(options.paging),
    checkResponses,
    lazy,
    diff,
    ...resolveDeclarations(options.dts),
    app,
    mock,
    openapi,
    standalone,
    patches,
    versions: options.versions && resolveVersions(options.versions, options.version),
  };
}

function isPatches(value: unknown): boolean {
  return isFlag(value) || (Array.isArray(value) && value.every((name) => PATCH_NAMES.includes(name as PatchName)));
}

function isBase(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith('/') || /[?#\\]/.test(value)) return false;
  // Clients resolve such segments, so no request would reach the path.
  if (hasDotSegment(value)) return false;
  const { template, faults } = parsePathTemplate(value);
  return faults.length === 0 && template.names.length === 0;
}

function resolveDeclarations(dts: Options['dts'] = {}): Pick<ResolvedOptions, 'dts' | 'globals'> {
  if (dts === false) return { dts, globals: undefined };
  const { file = 'operations.d.ts', globals }: DeclarationOptions = typeof dts === 'string' ? { file: dts } : dts;
  return { dts: file.replaceAll('\\', '/'), globals };
}

function isDeclarationOption(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === false || isDeclarationFile(value);
  const { file = 'operations.d.ts', globals = false, ...others } = value as Record<string, unknown>;
  return isDeclarationFile(file) && isFlag(globals) && Object.keys(others).length === 0;
}

function isDeclarationFile(value: unknown): boolean {
  if (typeof value !== 'string' || !/\.d\.[cm]?ts$/.test(value)) return false;
  return !/^(?:[\\/]|[A-Za-z]:)/.test(value) && !value.split(/[\\/]/).includes('..');
}

function isPaging(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { defaultSize = 20, maxSize = 100, ...others } = value as Partial<PagingLimits>;
  const sizes = [defaultSize, maxSize].every((size) => Number.isSafeInteger(size) && size >= 1);
  return sizes && defaultSize <= maxSize && Object.keys(others).length === 0;
}
