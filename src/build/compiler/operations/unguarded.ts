import { routeOf } from '../../../shared/contract/operation.ts';
import { hasRest } from '../../../shared/contract/path-template.ts';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { splitPath } from './file-name.ts';
import type { Guarding } from './guarding.ts';
import { decidingIn, decidingOf, goesWithout, guardingIn, isGuardedAsDeep, shown } from './guarding.ts';
import { checkMatchedPaths } from './matched-paths.ts';
import type { MiddlewareResult } from './middleware.ts';
import { checkOtherTree } from './other-tree.ts';
import type { CompiledOperation } from './resolve.ts';
import { checkTakenPaths } from './taken-paths.ts';
import { urlTreeOf } from './url-tree.ts';
import { directoryKey, isAround, isInWebhooks, ownPath, withoutVersion } from './tree-files.ts';

/** Reports guards of directories that do not run for an operation of the same path. */
export function checkDirectories(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  prefixes: Prefixes,
  definitions: Pick<Definitions, 'lookup' | 'document'>,
  report: Report,
): void {
  checkSpellings(files, operations, report);
  checkBeside(files, operations, report);
  checkRests(files, operations, report);
  checkHeads(files, operations, report);
  checkOtherTree(files.flatMap(guardingIn), operations, prefixes, report);
  const matched = checkMatchedPaths(files, operations, prefixes, definitions, report);
  checkTakenPaths(files, { operations, matched, prefixes }, definitions.document, report);
}

/**
 * Reports `_middleware` files whose directory has the same path as another one that contains operations: `{id}` and `{pet_id}`, `Admin` and `admin`.
 */
function checkSpellings(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  const guarding = files.flatMap(guardingIn);
  if (guarding.length === 0) return;
  const byKey = new Map<string, Guarding[]>();
  for (const each of guarding)
    byKey.set(directoryKey(each.directory), [...(byKey.get(directoryKey(each.directory)) ?? []), each]);
  const reported = new Set<string>();
  const all = guarding.map(({ directory }) => directory).join('\n');
  for (const operation of operations) {
    if (clean.get(operation) === all) continue;
    const others = directoriesAround(withoutVersion(operation.contract.id)).flatMap((around) =>
      (byKey.get(directoryKey(around)) ?? []).filter(
        ({ directory }) => withoutVersion(directory) !== around && ownPath(directory) !== '',
      ),
    );
    if (others.length === 0) clean.set(operation, all);
    for (const each of others) {
      const { path, at, protection } = each;
      if (reported.has(path) || (protection !== undefined && goesWithout(each, operation))) continue;
      report(messages.otherSpelling(at, operation.pathAt, protection?.name));
      reported.add(path);
    }
  }
}

/**
 * Reports operations next to a directory that has guards: `admin.ts`, `admin.csv@get.ts` and `admin:reset@post.ts` are not in `admin/`. An operation with its
 * own `@security` line or `authorize`, or with its own line of another directive that protects, is intended.
 */
function checkBeside(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  const guarding = decidingIn(files).map((each) => ({ ...each, key: directoryKey(each.directory.slice(0, -1)) }));
  if (guarding.length === 0) return;
  for (const operation of operations) {
    const { contract, template, pathAt } = operation;
    const { route } = splitPath(contract.id);
    const key = directoryKey(route);
    const beside = guarding.find(
      (each) =>
        isNamedAfter(key, each.key) &&
        isInWebhooks(each.directory) === isInWebhooks(contract.id) &&
        !(key === each.key && isAround(`${route}/`, contract.id)) &&
        !goesWithout(each, operation) &&
        !isGuardedAsDeep(each, contract, guarding),
    );
    if (beside === undefined) continue;
    const [extension] = /\.[cm]?[jt]s$/.exec(contract.id)!;
    const moved = `${ownPath(beside.directory)}@${contract.method.toLowerCase()}${extension}`;
    const name = `${contract.method} ${template.text}`;
    report(messages.unguardedPath(pathAt, name, shown(beside), key === beside.key ? moved : undefined));
  }
}

/** Reports operations with a rest that matches the unknown paths below a directory with guards, which do not run for it. */
function checkRests(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  const rests = operations.filter(({ template }) => hasRest(template.text));
  if (rests.length === 0) return;
  const guarding = decidingIn(files);
  for (const operation of rests) {
    const { contract, pathAt } = operation;
    const key = directoryKey(splitPath(contract.id).route.replace(/[^/]+$/, ''));
    const below = guarding.find(
      (each) =>
        directoryKey(each.directory).length > key.length &&
        isAround(key, directoryKey(each.directory)) &&
        !isAround(each.directory, contract.id) &&
        !goesWithout(each, operation),
    );
    if (below !== undefined) report(messages.unguardedRest(pathAt, routeOf(contract), shown(below)));
  }
}

/** Reports operations for HEAD without the guards that one for GET of the same URL has itself. Without such an operation, HEAD runs that one. */
function checkHeads(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  const heads = operations.filter(({ contract }) => contract.method === 'HEAD');
  for (const head of heads) {
    const tree = urlTreeOf(operations);
    const { contract, template, pathAt } = head;
    const left = tree
      .sharing(template)
      .filter(({ operation, url }) => tree.match('GET', url) === operation && tree.match('HEAD', url) === head)
      .filter(({ operation }) => isInWebhooks(operation.contract.id) === isInWebhooks(contract.id))
      .flatMap(({ operation }) => decidingOf(operation, files))
      .find((each) => !goesWithout(each, head));
    if (left !== undefined) report(messages.unguardedHead(pathAt, routeOf(contract), shown(left)));
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

/** The guarding directories that each operation was checked against: an edit changes few operations. */
const clean = new WeakMap<CompiledOperation, string>();

function directoriesAround(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
