import { protectionsIn } from '../language/described.ts';
import type { Protection } from '../language/described.ts';
import type { UnusedGuard } from '../diagnostics/unguarded-messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { DirectoryContract } from './directory.ts';
import type { CompiledMiddleware, MiddlewareResult } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';
import { ownPath } from './tree-files.ts';

/** A directory with guards, its file and the place of one of them. */
export interface Guarding {
  readonly directory: string;
  readonly path: string;
  readonly at: Location;
  /** How the file decides who can call them; empty for a directive. */
  readonly decides: readonly ('security' | 'authorize')[];
  /** The directive of its comment that protects the operations; undefined if the file decides who can call them. */
  readonly protection: Protection | undefined;
}

/** The guards of a `_middleware` file for its directory: middleware, `authorize` or `@security` first, then each other directive that protects. */
export function guardingIn({ middleware, contract }: Pick<MiddlewareResult, 'middleware' | 'contract'>): Guarding[] {
  const [security] = contract?.declarations.security ?? [];
  const { directory, path } = middleware ?? contract ?? {};
  if (directory === undefined || path === undefined) return [];
  const at = middleware?.at ?? security?.at;
  const decides = [
    ...(security === undefined ? [] : (['security'] as const)),
    ...(middleware?.guard === undefined ? [] : (['authorize'] as const)),
  ];
  return [
    ...(at === undefined ? [] : [{ directory, path, at, decides, protection: undefined }]),
    ...protectionsIn(contract?.declarations.described ?? new Map()).map((protection) => ({
      directory,
      path,
      at: protection.at,
      decides: [],
      protection,
    })),
  ];
}

/** The guards that an operation has itself, in the same order. Alternatives without credentials guard nothing. */
export function guardingOf({ contract, declarations, guard }: CompiledOperation): Guarding[] {
  const { security, described } = declarations;
  const secured = security.find(({ value }) => Object.keys(value).length > 0);
  const at = secured?.at ?? guard?.at;
  const decides = [
    ...(secured === undefined ? [] : (['security'] as const)),
    ...(guard === undefined ? [] : (['authorize'] as const)),
  ];
  const own = { directory: '', path: contract.id };
  return [
    ...(at === undefined ? [] : [{ ...own, at, decides, protection: undefined }]),
    ...protectionsIn(described).map((protection) => ({ ...own, at: protection.at, decides: [], protection })),
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

/** A guard as messages show it. */
export function shown({ path, at, decides, protection }: Guarding): UnusedGuard {
  return { file: ownPath(path), at, decides, directive: protection?.name };
}

/** Whether two directories guard in the same way, so that one of them can replace the other. */
export function isSameKind(one: Guarding, other: Guarding): boolean {
  return one.protection?.name === other.protection?.name;
}

/** Whether other guards replace one that no longer runs. Middleware can do anything, but only `authorize` and `@security` replace each other. */
export function isReplacedBy(left: Guarding, others: readonly Guarding[]): boolean {
  return (
    others.some((one) => isSameKind(one, left)) &&
    left.decides.every((part) => others.some(({ decides }) => decides.includes(part)))
  );
}

/**
 * Whether an operation needs nothing of a directory: it has its own part for each part of the guard or `@security none`, it has its own line of the directive,
 * or the directive has no effect on it. Middleware can do anything, so any own guard replaces it.
 */
export function goesWithout(
  { decides, protection }: Guarding,
  { guard, declarations, contract }: Pick<CompiledOperation, 'guard' | 'declarations' | 'contract'>,
): boolean {
  if (protection !== undefined) return protection.isIn(declarations.described) || !protection.isFor(contract);
  const { security } = declarations;
  if (security.length > 0 && security.every(({ value }) => Object.keys(value).length === 0)) return true;
  const own = { security: security.length > 0, authorize: guard !== undefined };
  return decides.length === 0 ? own.security || own.authorize : decides.every((part) => own[part]);
}
