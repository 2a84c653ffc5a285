import { distance } from 'fastest-levenshtein';
import {
  isDataFile,
  isDocumentFile,
  isNearDocument,
  mentionsSecurity,
  securityIn,
  securityInData,
} from '../definitions/lost-document.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { locateName } from '../diagnostics/source.ts';
import { guardsByItself, mentionsCustomGuard } from '../language/security-words.ts';
import { AUTHORIZE } from './guard-names.ts';
import { goesWithout, guardingIn } from './guarding.ts';
import type { KnownFiles } from './lost-guards.ts';
import { isTaken } from './lost-guards.ts';
import { MIDDLEWARE_NAME, directoryOf, isMiddlewareFile, parseMiddleware } from './middleware.ts';
import { readFacts } from './module-facts.ts';
import type { ParseSettings } from './parse-settings.ts';
import type { CompiledOperation } from './resolve.ts';
import { directoryKey, isAround, ownPath, versionsDirectory } from './tree-files.ts';

/** A file that would keep others out if it were read: `_middleware`, or the document. */
export interface UnreadFile {
  /** The file as diagnostics show it. */
  readonly file: string;
  /** Its path below the tree; undefined if it is outside. */
  readonly path: string | undefined;
  readonly text: string;
  /** Whether it is in a directory next to the tree, not in one around it. */
  readonly isBeside?: boolean;
}

/** A module in the tree whose name or directory starts with a dot. */
export interface HiddenFile extends UnreadFile {
  readonly path: string;
}

/** A directory that is not read, because its path is another spelling of that of a tree. */
export interface TreeSpelling {
  /** The directory that is read, which may not exist. */
  readonly tree: string;
  readonly directory: string;
  /** A file with an operation or an event in it. */
  readonly file: string;
}

/** A glob of the option `ignore` that matches no file. */
export interface UnusedGlob {
  readonly glob: string;
  /** The intended glob; undefined if it is unknown. */
  readonly meant: string | undefined;
  /** A file that it would match in another letter case. */
  readonly other: string | undefined;
  /** The glob in the configuration of the project, or the glob itself. */
  readonly at: Location;
}

/** The files of a project in addition to those that are compiled. */
export interface Unread {
  /** The `_middleware` files that the options leave out, data in the tree, and the files `openapi` outside of the definitions. */
  readonly unread?: readonly UnreadFile[];
  /** The modules in the tree whose names or directories start with a dot. */
  readonly hidden?: readonly HiddenFile[];
  /** The files of events in directories with similar names next to that of events. */
  readonly lostEvents?: readonly string[];
  /** The directories that differ from a tree only in their spelling. */
  readonly treeSpellings?: readonly TreeSpelling[];
  /** The globs of the option `ignore` that leave nothing out. */
  readonly unusedGlobs?: readonly UnusedGlob[];
}

/** The locations of the files that are read. */
interface Surroundings {
  /** The directories as diagnostics show them. */
  readonly directory: string;
  readonly definitionsDirectory: string;
  /** Whether the definitions have a file `openapi`. */
  readonly hasDocument: boolean;
  readonly settings: ParseSettings;
  /** The files that can import a guard from outside. */
  readonly known: KnownFiles;
}

/**
 * Reports `_middleware` files that the option `ignore` hides from operations below, and those outside of the tree. Reports files `openapi` outside of
 * the definitions if they declare security; one in the root only if there is no other one, because it may belong to something else.
 */
export function checkUnread(
  { unread = [], unusedGlobs = [], treeSpellings = [] }: Unread,
  operations: readonly CompiledOperation[],
  { directory, definitionsDirectory, hasDocument, settings, known }: Surroundings,
  report: Report,
): void {
  for (const glob of unusedGlobs) report(messages.unusedGlob(glob.at, glob, directory));
  for (const { tree, directory: other, file } of treeSpellings)
    report(messages.caseClash(locateName(file), other, locateName(tree, 0), tree));
  for (const each of unread) {
    const { file, path, text, isBeside } = each;
    const isPlain = !MIDDLEWARE_NAME.test(file);
    if (isBeside === true) {
      const isMeant = !isPlain && isNamedAsTree(file, operations, directory);
      reportForeignMiddleware(each, isMeant, directory, known, report);
      continue;
    }
    if (path !== undefined && isDataFile(file)) {
      const at = securityInData({ file, text }, isAboutSecurity(path, operations));
      if (at !== undefined) report(messages.unreadSecurity(at, definitionsDirectory));
      continue;
    }
    if (isNearDocument(file)) {
      if (mentionsSecurity({ file, text })) report(messages.misnamedDocument(locateName(file), 'openapi.yaml'));
      continue;
    }
    if (isDocumentFile(file)) {
      const at = hasDocument && !file.includes('/') ? undefined : securityIn({ file, text });
      if (at !== undefined) report(messages.outerDocument(at, definitionsDirectory));
      continue;
    }
    if (path === undefined) {
      if (isPlain) reportForeignMiddleware(each, false, directory, known, report);
      else report(messages.outerGuard(locateName(file), directory));
      continue;
    }
    if (isMiddlewareFile(path)) checkIgnored({ path, text, file }, operations, { directory, settings }, report);
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
  { directory, settings }: Pick<Surroundings, 'directory' | 'settings'>,
  report: Report,
): void {
  for (const guarding of guardingIn(parseMiddleware({ path, text }, directory, settings))) {
    const { protection } = guarding;
    const below = operations.find(
      (operation) =>
        isAround(directoryOf(path), operation.contract.id) &&
        (protection === undefined || !goesWithout(guarding, operation)),
    );
    if (below !== undefined) return report(messages.ignoredGuard(locateName(file), below.pathAt, protection?.name));
  }
}

const MAY_GUARD = /authorize|@security/;

/**
 * Reports a guard of a file `middleware` or `_middleware` outside of the operations, unless a file of the tree imports it. Another module may import it too,
 * and other frameworks have such files, so it is a warning.
 *
 * @param isMeant Whether middleware and each directive that protects count too.
 */
function reportForeignMiddleware(
  { file, text }: UnreadFile,
  isMeant: boolean,
  directory: string,
  known: KnownFiles,
  report: Report,
): void {
  const source: SourceText = { file, text, custom: known.custom };
  if (!isMeant && !MAY_GUARD.test(text) && !mentionsCustomGuard(text, known)) return;
  const facts = readFacts(source);
  const exported = facts?.exports.find(
    ({ name }) => (name === AUTHORIZE || (name === 'default' && isMeant)) && !isTaken(file, known, name),
  );
  const directives = isMeant ? (facts?.comments.flatMap((comment) => comment.directives) ?? []) : [];
  const lost =
    facts?.lostDirectives.find(({ severity }) => severity === 'error') ??
    directives.find(({ name }) => guardsByItself(name, source));
  const at = exported === undefined ? lost?.at : { source, span: exported.span };
  if (at !== undefined) report(messages.foreignMiddleware(at, directory));
}

/** Whether the directory of a file next to the tree is named as the tree, or as a directory of operations. */
function isNamedAsTree(file: string, operations: readonly CompiledOperation[], directory: string): boolean {
  const names = file.split('/').slice(0, -1);
  const tree = directory.replace(/^.*\//, '');
  return (
    file.startsWith(`${versionsDirectory(directory)}/`) ||
    names.some((name) => distance(name.toLowerCase(), tree.toLowerCase()) <= 2) ||
    names.some((_, i) => {
      const key = directoryKey(`${names.slice(i).join('/')}/`);
      return operations.some(({ contract: { id } }) => directoryKey(ownPath(id)).startsWith(key));
    })
  );
}
