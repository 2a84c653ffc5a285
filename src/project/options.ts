import { inspect } from 'node:util';
import { didYouMean } from '../compiler/diagnostics/report.ts';
import type { PagingLimits } from '../contract/operation.ts';
import { parsePathTemplate } from '../contract/path-template.ts';

/** The plugin's options, all optional. */
export interface Options {
  /** The project; the bundler's root, or the working directory, where not said. */
  readonly root?: string;
  /** The operations tree, relative to the root; `app/operations` where not said. */
  readonly operations?: string;
  /** The definitions, relative to the root; `app/definitions` where not said. */
  readonly definitions?: string;
  /** A prefix of every path, such as `/api`; `/` where not said. */
  readonly base?: string;
  /** Files of the tree to leave out: globs relative to it. */
  readonly ignore?: string | readonly string[];
  /** Whether `/pets/` is another path than `/pets`; false where not said. */
  readonly strict?: boolean;
  /** The sizes of pages, in rows; by default 20, at most 100. */
  readonly paging?: Partial<PagingLimits>;
  /** Whether the bundle says what operations may answer, so that the runtime checks their answers; false where not said, for it takes room. */
  readonly checkResponses?: boolean;
  /** Whether each handler's module is evaluated at its first request; false where not said. */
  readonly lazy?: boolean;
  /** Where the types of the operations are written, relative to the root; `operations.d.ts` where not said, false for nowhere. */
  readonly dts?: string | false;
  /**
   * For Vite's dev server, the module that makes the app, relative to the root: its default export is a Koa app, or a function that makes one of
   * the operations. `createApp(operations)` where not said.
   */
  readonly app?: string;
}

/** The options with nothing left open but the root. */
export interface ResolvedOptions {
  readonly root: string | undefined;
  readonly operations: string;
  readonly definitions: string;
  readonly base: string;
  readonly ignore: readonly string[];
  readonly strict: boolean;
  readonly paging: PagingLimits;
  readonly checkResponses: boolean;
  readonly lazy: boolean;
  readonly dts: string | false;
  readonly app: string | undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** What each option takes: how it is said, and how it is told. */
const EXPECTED: Readonly<Record<keyof Options, readonly [string, (value: unknown) => boolean]>> = {
  root: ['a directory', isText],
  operations: ['a directory below the root, such as "app/operations"', isText],
  definitions: ['a directory below the root, such as "app/definitions"', isText],
  base: ['a path without parameters that starts with "/", such as "/api"', isBase],
  ignore: ['a glob or a list of globs', (value) => [value].flat().every(isText)],
  strict: ['true or false', isFlag],
  paging: ['{ defaultSize, maxSize }, whole numbers from 1, the first not above the second', isPaging],
  checkResponses: ['true or false', isFlag],
  lazy: ['true or false', isFlag],
  dts: ['a file below the root that ends with ".d.ts", such as "operations.d.ts", or false', isDeclarationFile],
  app: ['a module below the root, such as "app/api.ts"', isText],
};

/**
 * Checks the options and fills in what was not said.
 *
 * @throws {TypeError} That names the option, what it takes and what it got.
 */
export function resolveOptions(options: Options = {}): ResolvedOptions {
  for (const [name, value] of Object.entries(options)) {
    const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name as keyof Options] : undefined;
    if (expected === undefined) {
      throw new TypeError(`unplugin-operations has no option "${name}".${didYouMean(name, Object.keys(EXPECTED))}`);
    }
    if (value !== undefined && !expected[1](value)) {
      throw new TypeError(
        `unplugin-operations: the option "${name}" takes ${expected[0]}, and got ${inspect(value, { breakLength: Infinity })}.`,
      );
    }
  }
  const { operations = 'app/operations', definitions = 'app/definitions' } = options;
  const { root, app, base = '/', ignore = [], strict = false, lazy = false, dts = 'operations.d.ts' } = options;
  const { checkResponses = false } = options;
  const { defaultSize = 20, maxSize = 100 } = options.paging ?? {};
  return {
    root,
    operations: operations.replaceAll('\\', '/'),
    definitions: definitions.replaceAll('\\', '/'),
    base,
    ignore: [ignore].flat(),
    strict,
    paging: { defaultSize, maxSize },
    checkResponses,
    lazy,
    dts: dts === false ? false : dts.replaceAll('\\', '/'),
    app,
  };
}

function isBase(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith('/') || /[?#\\]/.test(value)) return false;
  const { template, faults } = parsePathTemplate(value);
  return faults.length === 0 && template.names.length === 0;
}

function isDeclarationFile(value: unknown): boolean {
  if (value === false) return true;
  if (typeof value !== 'string' || !/\.d\.[cm]?ts$/.test(value)) return false;
  return !/^(?:[\\/]|[A-Za-z]:)/.test(value) && !value.split(/[\\/]/).includes('..');
}

function isPaging(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { defaultSize = 20, maxSize = 100, ...others } = value as Partial<PagingLimits>;
  const sizes = [defaultSize, maxSize].every((size) => Number.isSafeInteger(size) && size >= 1);
  return sizes && defaultSize <= maxSize && Object.keys(others).length === 0;
}
