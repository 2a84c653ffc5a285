import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { warning } from './report.ts';

// Guards of directories whose paths other operations have: docs/guides/middleware.md.

/** A `_middleware` file, and its directive that protects; undefined if it guards. */
export interface UnusedGuard {
  readonly file: string;
  readonly at: Location;
  readonly directive: string | undefined;
  /** How it decides who can call its operations; empty for middleware, and for a directive that protects. */
  readonly decides: readonly ('security' | 'authorize')[];
}

const notFor = ({ file, directive }: UnusedGuard): string =>
  directive === undefined ? `${file} does not run for` : `The "@${directive}" of ${file} does not apply to`;

/** The parts that an operation can have itself in place of a guard. */
export const ownGuard = ({ directive, decides }: Pick<UnusedGuard, 'directive' | 'decides'>): string => {
  if (directive !== undefined) return `"@${directive}"`;
  const parts = decides.map((part) => (part === 'security' ? '"@security"' : '"authorize"'));
  return parts.length === 0 ? '"@security" or "authorize"' : parts.join(' and ');
};

const declared = (guard: UnusedGuard): string =>
  `the operation's own ${ownGuard(guard)}.${guard.decides.includes('security') ? ' A line that requires less must end with "(weaker)".' : ''}`;

/**
 * @param name The operation: `GET /admin`.
 * @param guard That of the directory that has the path of the operation.
 * @param moved Where the file would be in that directory; undefined if its path would be another one.
 */
export const unguardedPath = (
  at: Location,
  name: string,
  guard: UnusedGuard,
  moved: string | undefined,
): Diagnostic => {
  return warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which is beside that directory, not in it. ${moved === undefined ? 'Declare' : `Move the file to ${moved}, or declare`} ${declared(guard)}`,
    { message: 'not for this operation', at: guard.at },
  );
};

export const unguardedRest = (at: Location, name: string, guard: UnusedGuard): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which matches all other paths below that directory. Declare ${declared(guard)}`,
    { message: 'not for this operation', at: guard.at },
  );

/**
 * @param name An operation for HEAD: `HEAD /report`.
 * @param guard That of the operation for GET.
 */
export const unguardedHead = (at: Location, name: string, guard: UnusedGuard): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    `${guard.directive === undefined ? 'The access' : `The "@${guard.directive}"`} of ${guard.file} does not apply to "${name}". Declare ${declared(guard)}`,
    { message: 'not for this operation', at: guard.at },
  );

/**
 * @param name The operation: `GET /files/{folder}/content`.
 * @param guard That of a directory whose name is a value of a parameter.
 * @param path The path that the operation serves below that of the directory; undefined if it serves no other.
 */
export const matchedPath = (at: Location, name: string, guard: UnusedGuard, path: string | undefined): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    path === undefined
      ? `${notFor(guard)} "${name}", whose path has a name in place of its parameter. Declare ${declared(guard)}`
      : `${notFor(guard)} "${name}", which serves "${path}" too. Exclude that value by a pattern, add this operation to the directory, or declare ${declared(guard)}`,
    { message: 'not for this operation', at: guard.at },
  );

/**
 * @param name An operation that everyone can call: `GET /orgs/me/keys`.
 * @param guard That of a directory with a parameter in the place of a name.
 * @param other The operation there that has all paths of this one: `GET /orgs/{id}/keys`.
 */
export const takenPath = (at: Location, name: string, guard: UnusedGuard, other: string): Diagnostic =>
  warning(
    'unguarded-path',
    at,
    `${notFor(guard)} "${name}", which everyone can call, and which takes its path from "${other}". Declare ${declared(guard)} If everyone may call it, write "@security none".`,
    { message: 'not for this operation', at: guard.at },
  );
