import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { directoryTemplate, splitPath } from './file-name.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { ParsedOperation } from './parse.ts';
import type { CompiledOperation } from './resolve.ts';
import { directoryKey, isAround, isInWebhooks, ownPath } from './tree-files.ts';

/** Reports guards of directories that do not run for an operation of the same path. */
export function checkDirectories(
  files: readonly MiddlewareResult[],
  {
    found,
    operations,
  }: { readonly found: readonly ParsedOperation[]; readonly operations: readonly CompiledOperation[] },
  prefixes: Prefixes,
  report: Report,
): void {
  checkSpellings(files, found, report);
  checkBeside(files, operations, report);
  checkOtherTree(files, operations, prefixes, report);
}

/**
 * Reports guards of `webhooks/` in the directory of the operations if the webhooks are next to it, and the other way round: the paths are the same. It is
 * a warning if the guard runs for other operations. A guard of the operation's own means it.
 */
function checkOtherTree(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  prefixes: Prefixes,
  report: Report,
): void {
  for (const { directory, at } of files.flatMap(guardingIn)) {
    const below = `${directoryTemplate(directory, prefixes).text}/`;
    const other =
      directory === ''
        ? undefined
        : operations.find(
            ({ contract: { id }, template, guard, declarations }) =>
              isInWebhooks(id) !== isInWebhooks(directory) &&
              template.text.startsWith(below) &&
              guard === undefined &&
              declarations.security.length === 0 &&
              !files.flatMap(guardingIn).some((each) => isAround(each.directory, id)),
          );
    if (other === undefined) continue;
    const runs = operations.some(({ contract: { id } }) => isAround(directory, id));
    report(messages.otherTree(at, other.pathAt, runs));
  }
}

/**
 * Reports `_middleware` files whose directory has the path of another one, in which there are operations: `{id}` beside `{pet_id}`, `Admin` beside
 * `admin`.
 */
function checkSpellings(
  files: readonly MiddlewareResult[],
  operations: readonly ParsedOperation[],
  report: Report,
): void {
  const guarding = files.flatMap(guardingIn);
  if (guarding.length === 0) return;
  const byKey = new Map<string, Guarding[]>();
  for (const each of guarding)
    byKey.set(directoryKey(each.directory), [...(byKey.get(directoryKey(each.directory)) ?? []), each]);
  const reported = new Set<Location>();
  const all = guarding.map(({ directory }) => directory).join('\n');
  for (const operation of operations) {
    if (clean.get(operation) === all) continue;
    const others = directoriesAround(operation.path).flatMap((around) =>
      (byKey.get(directoryKey(around)) ?? []).filter(
        ({ directory }) => directory !== around && ownPath(directory) !== '',
      ),
    );
    if (others.length === 0) clean.set(operation, all);
    for (const { at } of others) {
      if (!reported.has(at)) report(messages.otherSpelling(at, operation.route.at));
      reported.add(at);
    }
  }
}

/**
 * Reports operations next to a directory that has guards: `admin.ts`, `admin.csv@get.ts` and `admin:reset@post.ts` are not in `admin/`. An operation with
 * its own `@security` line or `authorize` means it.
 */
function checkBeside(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  const guarding = files
    .flatMap(guardingIn)
    .map((each) => ({ ...each, key: directoryKey(each.directory.slice(0, -1)) }));
  if (guarding.length === 0) return;
  for (const { contract, template, pathAt, guard, declarations } of operations) {
    if (guard !== undefined || declarations.security.length > 0) continue;
    const { route } = splitPath(contract.id);
    const key = directoryKey(route);
    const beside = guarding.find(
      (each) =>
        isNamedAfter(key, each.key) &&
        isInWebhooks(each.directory) === isInWebhooks(contract.id) &&
        !(key === each.key && isAround(`${route}/`, contract.id)) &&
        !isGuardedAt(depthOf(each.directory), contract.id, guarding),
    );
    if (beside === undefined) continue;
    const [extension] = /\.[cm]?[jt]s$/.exec(contract.id)!;
    const moved = `${ownPath(beside.directory)}@${contract.method.toLowerCase()}${extension}`;
    const name = `${contract.method} ${template.text}`;
    const file = { file: ownPath(beside.path), at: beside.at };
    report(messages.unguardedPath(pathAt, name, file, key === beside.key ? moved : undefined));
  }
}

/**
 * Whether a path is that of a directory, or goes on in its last segment: `{id}:archive` after `{id}`. Behind a word, more letters make another word:
 * `administrators` is not about `admin`.
 */
function isNamedAfter(key: string, directory: string): boolean {
  if (directory === '' || !key.startsWith(directory)) return false;
  const more = key.slice(directory.length);
  return directory.endsWith('}') ? !more.startsWith('/') : /^(?![\p{L}\p{N}_/-])/u.test(more);
}

/** Whether an operation has guards of its own directory, as deep as those next to it. */
function isGuardedAt(depth: number, id: string, guarding: readonly Guarding[]): boolean {
  return guarding.some(({ directory }) => isAround(directory, id) && depthOf(directory) >= depth);
}

function depthOf(directory: string): number {
  return directory.split('/').length;
}

/** A directory with guards, its file and the place of one of them. */
interface Guarding {
  readonly directory: string;
  readonly path: string;
  readonly at: Location;
}

function guardingIn({ middleware, contract }: MiddlewareResult): Guarding[] {
  if (middleware !== undefined) return [middleware];
  const [security] = contract?.declarations.security ?? [];
  return security === undefined ? [] : [{ directory: contract!.directory, path: contract!.path, at: security.at }];
}

/** The guarding directories that each operation was checked against: an edit changes few operations. */
const clean = new WeakMap<ParsedOperation, string>();

function directoriesAround(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
