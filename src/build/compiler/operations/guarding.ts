import type { Operation, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { readableExtensions } from '../../../shared/contract/operation.ts';
import { isAsStrict } from '../../../shared/contract/security-requirements.ts';
import { protectionsIn } from '../language/described.ts';
import type { Declarations } from '../language/declared.ts';
import type { Guard } from './guard-export.ts';
import type { Protection } from '../language/described.ts';
import type { UnusedGuard } from '../diagnostics/unguarded-messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { DirectoryContract } from './directory.ts';
import type { CompiledMiddleware, MiddlewareResult } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, ownPath } from './tree-files.ts';

/** A directory with guards, its file and the place of one of them. */
export interface Guarding {
  readonly directory: string;
  readonly path: string;
  readonly at: Location;
  /** How the file decides who can call them; empty for a directive. */
  readonly decides: readonly ('security' | 'authorize')[];
  /** Whether its `authorize` is known to let everyone pass. */
  readonly allowsAll?: boolean;
  /** The alternatives of its `@security` lines. */
  readonly security: readonly SecurityRequirement[];
  /** Whether it is a file with middleware, which can do anything. */
  readonly wraps: boolean;
  /** Whether this middleware can refuse a client, as far as its text shows. */
  readonly refuses: boolean;
  /** Whether this middleware is known to do so. */
  readonly isGuard: boolean;
  /** The directive of its comment that protects the operations; undefined if the file decides who can call them. */
  readonly protection: Protection | undefined;
}

/** A guard that isn't middleware. */
export const NO_MIDDLEWARE: Pick<Guarding, 'wraps' | 'refuses' | 'isGuard'> = {
  wraps: false,
  refuses: false,
  isGuard: false,
};

/** The guards of a `_middleware` file for its directory: middleware, `authorize` or `@security` first, then each other directive that protects. */
export function guardingIn({ middleware, contract }: Pick<MiddlewareResult, 'middleware' | 'contract'>): Guarding[] {
  const { directory, path } = middleware ?? contract ?? {};
  if (directory === undefined || path === undefined) return [];
  return partsOf(
    {
      directory,
      path,
      wraps: middleware?.wraps === true,
      refuses: (middleware?.refusing ?? 0) > 0,
      isGuard: middleware?.isGuard === true,
    },
    contract?.declarations,
    middleware?.guard,
    middleware?.at,
  );
}

/** The guards that an operation has itself, in the same order. */
export function guardingOf({ contract, declarations, guard }: CompiledOperation): Guarding[] {
  return partsOf({ directory: '', path: contract.id, ...NO_MIDDLEWARE }, declarations, guard, guard?.at);
}

/** Alternatives without credentials guard nothing. */
function partsOf(
  own: Pick<Guarding, 'directory' | 'path' | 'wraps' | 'refuses' | 'isGuard'>,
  { security: lines = [], described = new Map() }: Partial<Pick<Declarations, 'security' | 'described'>> = {},
  guard: Guard | undefined,
  code: Location | undefined,
): Guarding[] {
  const secured = lines.find(({ value }) => Object.keys(value).length > 0);
  const at = code ?? secured?.at;
  const decides = [
    ...(secured === undefined ? [] : (['security'] as const)),
    ...(guard === undefined ? [] : (['authorize'] as const)),
  ];
  const security = secured === undefined ? [] : lines.map(({ value }) => value);
  return [
    ...(at === undefined
      ? []
      : [{ ...own, at, decides, allowsAll: guard?.allowsAll === true, security, protection: undefined }]),
    ...protectionsIn(described).map((protection) => ({
      ...own,
      ...NO_MIDDLEWARE,
      at: protection.at,
      decides: [],
      security: [],
      protection,
    })),
  ];
}

/** The `_middleware` files of a version, and the contracts of its directories. */
export interface Guards {
  readonly middleware: readonly CompiledMiddleware[];
  readonly directories: readonly DirectoryContract[];
}

/** The same for all files of a version. */
export function guardsIn({ middleware, directories }: Guards): Guarding[] {
  return [
    ...middleware.flatMap((each) => guardingIn({ middleware: each, contract: undefined })),
    ...directories.flatMap((each) => guardingIn({ middleware: undefined, contract: each })),
  ];
}

/** The guards of the directories of a tree, and the `@x-...` lines that its middleware may decide by: a plan, or a role. */
export function decidingIn(files: readonly MiddlewareResult[]): Guarding[] {
  const withMetadata = hasMiddleware(files);
  return files.flatMap((each) => [
    ...guardingIn(each),
    ...(withMetadata && each.contract !== undefined ? metadataIn(each.contract, each.contract.declarations) : []),
  ]);
}

/** The same of an operation itself. */
export function decidingOf(operation: CompiledOperation, files: readonly MiddlewareResult[]): Guarding[] {
  const { contract, declarations } = operation;
  const own = hasMiddleware(files) ? metadataIn({ directory: '', path: contract.id }, declarations) : [];
  return [...guardingOf(operation), ...own];
}

/** The lines of an operation that its middleware can read are in its extensions. */
function hasMiddleware(files: readonly MiddlewareResult[]): boolean {
  return files.some(({ middleware }) => middleware?.wraps === true);
}

function metadataIn(
  { directory, path }: Pick<Guarding, 'directory' | 'path'>,
  { extensions }: Pick<Declarations, 'extensions'>,
): Guarding[] {
  return extensions.flatMap(({ value: [name, value], at }) => {
    if (readableExtensions({ extensions: { [name]: value } }).length === 0) return [];
    const isIn: Protection['isIn'] = (other) => other.extensions.some((each) => each.value[0] === name);
    const isCovered: Protection['isCovered'] = (others) => others.some((other) => other.name === name);
    const protection = { name, at, isFor: () => true, isIn, isCovered, values: [] };
    return { directory, path, at, decides: [], security: [], ...NO_MIDDLEWARE, protection };
  });
}

/** A guard as messages show it. */
export function shown({ path, at, decides, protection }: Guarding): UnusedGuard {
  return { file: ownPath(path), at, decides, directive: protection?.name };
}

/**
 * Whether guards of other directories replace one that does not run: their `@security` accepts no other callers, an `authorize` replaces an `authorize`, and
 * middleware, which can do anything, needs an `authorize` or middleware that may keep clients out. If it is known to do so, the other one must be too.
 *
 * @param security The alternatives of the operation, if it is known.
 */
export function isReplacedBy(
  left: Guarding,
  others: readonly Guarding[],
  security: readonly SecurityRequirement[] = innermostSecurity(others),
): boolean {
  if (left.protection !== undefined)
    return left.protection.isCovered(others.flatMap(({ protection }) => protection ?? []));
  const decidesElsewhere = others.some((each) => each.decides.includes('authorize') && each.allowsAll !== true);
  if (left.decides.includes('authorize') && !decidesElsewhere) return false;
  const isAsSure = ({ refuses, isGuard }: Guarding): boolean => (left.isGuard ? isGuard : refuses);
  if (left.wraps && !decidesElsewhere && !others.some(isAsSure)) return false;
  return !left.decides.includes('security') || isAsStrict(security, left.security);
}

/** The lines of the innermost directory replace those of the others. */
export function innermostSecurity(guarding: readonly Guarding[]): readonly SecurityRequirement[] {
  const secured = guarding.filter(({ security }) => security.length > 0);
  return secured.sort((a, b) => depthOf(b) - depthOf(a))[0]?.security ?? [];
}

/** The guards of directories around an operation that aren't around another one. */
export function onlyAround(guarding: readonly Guarding[], id: string, other: string): Guarding[] {
  return guarding.filter(({ directory }) => isAround(directory, id) && !isAround(directory, other));
}

/** The guards of directories as deep as that of another guard: those further out are for all operations. */
export function asDeep(guarding: readonly Guarding[], guard: Guarding): Guarding[] {
  return guarding.filter((each) => depthOf(each) >= depthOf(guard));
}

/** Whether an operation has such guards of its own directories, as deep as a guard elsewhere. */
export function isGuardedAsDeep(
  guard: Guarding,
  { id, security }: Pick<Operation, 'id' | 'security'>,
  guarding: readonly Guarding[],
): boolean {
  const around = guarding.filter(({ directory }) => isAround(directory, id));
  return isReplacedBy(guard, asDeep(around, guard), security);
}

/** The number of the directories around the operations of a guard. */
export function depthOf({ directory }: Pick<Guarding, 'directory'>): number {
  return ownPath(directory).split('/').length - 1;
}

/**
 * Whether an operation needs nothing of a directory: it has its own part for each part of the guard, with `@security` lines that require no less or are marked
 * `(weaker)`, or `@security none`, it has its own line of the directive, or the directive has no effect on it. Middleware can do anything, so any own guard replaces it.
 */
export function goesWithout(
  { decides, protection, security: required }: Pick<Guarding, 'decides' | 'protection' | 'security'>,
  { guard, declarations, contract }: Pick<CompiledOperation, 'guard' | 'declarations' | 'contract'>,
): boolean {
  if (protection !== undefined) return protection.isIn(declarations) || !protection.isFor(contract);
  const { security } = declarations;
  const lines = security.map(({ value }) => value);
  if (lines.length > 0 && lines.every((value) => Object.keys(value).length === 0)) return true;
  const isGuarded = guard !== undefined && guard.allowsAll !== true;
  if (decides.length === 0) return lines.length > 0 || isGuarded;
  const isMeant = lines.length > 0 && security.every(({ weakerAt }) => weakerAt !== undefined);
  const own = { security: isMeant || isAsStrict(lines, required), authorize: isGuarded };
  return decides.every((part) => own[part]);
}
