import { distance } from 'fastest-levenshtein';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import { isDataFile, isDocumentFile, securityIn, securityInData } from '../definitions/lost-document.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { directoryTemplate, splitPath } from './file-name.ts';
import { AUTHORIZE } from './guard-names.ts';
import type { MiddlewareResult } from './middleware.ts';
import { directoryOf, isMiddlewareFile, parseMiddleware } from './middleware.ts';
import { readFacts } from './module-facts.ts';
import type { ParsedOperation } from './parse.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks, ownPath } from './tree-files.ts';

/** A file that would keep others out if it were read: `_middleware`, or the document. */
export interface UnreadFile {
  /** The file as diagnostics show it. */
  readonly file: string;
  /** Its path below the tree; undefined if it is outside. */
  readonly path: string | undefined;
  readonly text: string;
  /** Whether it is in a directory beside the tree, not in one around it. */
  readonly isBeside?: boolean;
}

/** A glob of the option `ignore` that matches no file. */
export interface UnusedGlob {
  readonly glob: string;
  /** The glob that is meant; undefined if it is not known. */
  readonly meant: string | undefined;
  /** A file that it would match in another letter case. */
  readonly other: string | undefined;
  /** The glob in the configuration of the project, or the glob itself. */
  readonly at: Location;
}

/** What a project has besides the files that are compiled. */
export interface Unread {
  /** The `_middleware` files that the options leave out, data in the tree, and the files `openapi` outside of the definitions. */
  readonly unread?: readonly UnreadFile[];
  /** The globs of the option `ignore` that leave nothing out. */
  readonly unusedGlobs?: readonly UnusedGlob[];
}

/** Where the files that are read are. */
interface Surroundings {
  /** The directories as diagnostics show them. */
  readonly directory: string;
  readonly definitionsDirectory: string;
  /** Whether the definitions have a file `openapi`. */
  readonly hasDocument: boolean;
  readonly prefixes: Prefixes;
}

/**
 * Reports `_middleware` files that the option `ignore` hides from operations below, and those outside of the tree. Reports files `openapi` outside of
 * the definitions if they declare security; one in the root only if there is no other one, because it may belong to something else.
 */
export function checkUnread(
  { unread = [], unusedGlobs = [] }: Unread,
  operations: readonly CompiledOperation[],
  { directory, definitionsDirectory, hasDocument, prefixes }: Surroundings,
  report: Report,
): void {
  for (const glob of unusedGlobs) report(messages.unusedGlob(glob.at, glob, directory));
  for (const { file, path, text, isBeside } of unread) {
    if (isBeside === true) {
      reportBeside({ file, text }, operations, directory, report);
      continue;
    }
    if (path !== undefined && isDataFile(file)) {
      const at = securityInData({ file, text }, isAboutSecurity(path, operations));
      if (at !== undefined) report(messages.unreadSecurity(at, definitionsDirectory));
      continue;
    }
    if (isMisnamed(file)) {
      if (/security/.test(text)) report(messages.misnamedDocument(nameLocation(file), 'openapi.yaml'));
      continue;
    }
    if (isDocumentFile(file)) {
      const at = hasDocument && !file.includes('/') ? undefined : securityIn({ file, text });
      if (at !== undefined) report(messages.outerDocument(at, definitionsDirectory));
      continue;
    }
    if (path === undefined) {
      if (/(?:^|\/)_/.test(file)) report(messages.outerGuard(nameLocation(file), directory));
      else reportForeignMiddleware({ file, text }, directory, report);
      continue;
    }
    if (isMiddlewareFile(path)) checkIgnored({ path, text, file }, operations, { directory, prefixes }, report);
  }
}

/** Whether a file of data has the name of the document, of security, or of an operation next to it. */
function isAboutSecurity(path: string, operations: readonly CompiledOperation[]): boolean {
  const stem = path.replace(/\.[^./]*$/, '');
  return (
    /(?:^|\/)[^/]*(?:openapi|secur|auth)[^/]*$/i.test(path) ||
    operations.some(({ contract: { id } }) => id.startsWith(stem) && /^[@.]/.test(id.slice(stem.length)))
  );
}

/** Reports a `_middleware` file that the option `ignore` hides from an operation below. */
function checkIgnored(
  { file, path, text }: UnreadFile & { readonly path: string },
  operations: readonly CompiledOperation[],
  { directory, prefixes }: Pick<Surroundings, 'directory' | 'prefixes'>,
  report: Report,
): void {
  const { middleware, contract } = parseMiddleware({ path, text }, directory, prefixes);
  const below = operations.find(({ contract: { id } }) => isAround(directoryOf(path), id));
  const guards = middleware !== undefined || (contract?.declarations.security.length ?? 0) > 0;
  if (guards && below !== undefined) report(messages.ignoredGuard(nameLocation(file), below.pathAt));
}

/** Whether a file of the definitions has the name of the document, but not its extension. */
function isMisnamed(file: string): boolean {
  return /(?:^|\/)openapi[^/]*$/i.test(file) && !isDocumentFile(file);
}

/** Reports the guards of a file `middleware` outside of the operations. Another module may import it, so it is a warning. */
function reportForeignMiddleware(source: SourceText, directory: string, report: Report): void {
  if (!MAY_GUARD.test(source.text)) return;
  const facts = readFacts(source);
  const guard = facts?.exports.find(({ name }) => name === AUTHORIZE);
  const at = guard === undefined ? facts?.lostSecurity[0]?.at : { source, span: guard.span };
  if (at !== undefined) report(messages.foreignMiddleware(at, directory));
}

const MAY_GUARD = /authorize|@security/;

/**
 * Reports a `_middleware` file in a directory beside the tree: one that has a guard, or middleware if its directory is named as the tree, or as a directory
 * of operations. Other frameworks have such files too, so it is a warning.
 */
function reportBeside(
  source: SourceText,
  operations: readonly CompiledOperation[],
  directory: string,
  report: Report,
): void {
  const facts = readFacts(source);
  if (facts === undefined) return;
  const names = source.file.split('/').slice(0, -1);
  const tree = directory.replace(/^.*\//, '');
  const isMeant =
    names.some((name) => distance(name.toLowerCase(), tree.toLowerCase()) <= 2) ||
    names.some((_, i) => {
      const key = directoryKey(`${names.slice(i).join('/')}/`);
      return operations.some(({ contract: { id } }) => directoryKey(ownPath(id)).startsWith(key));
    });
  const exported = facts.exports.find(({ name }) => name === AUTHORIZE || (name === 'default' && isMeant));
  const at = exported === undefined ? facts.lostSecurity[0]?.at : { source, span: exported.span };
  if (at !== undefined) report(messages.foreignMiddleware(at, directory));
}

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

/** The same for all spellings of a directory. */
function directoryKey(directory: string): string {
  return directory
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .normalize('NFC')
    .toLowerCase();
}

function nameLocation(file: string): Location {
  const source = { file, text: file, isPath: true };
  return { source, span: { start: file.lastIndexOf('/') + 1, end: file.length } };
}
