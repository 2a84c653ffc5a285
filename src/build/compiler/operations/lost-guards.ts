import type { WithCustom } from '../../../directives/custom/custom-directives.ts';
import { distance } from 'fastest-levenshtein';
import { securityInLost } from '../definitions/lost-document.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { locateName } from '../diagnostics/source.ts';
import { isOnlyJsdoc } from '../../../directives/vocabulary.ts';
import { guardsByItself, isOnlyOurs, mentionsGuard } from '../language/security-words.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { ResolveAlias } from '../module/relative-modules.ts';
import { byName, modulesOf } from '../module/relative-modules.ts';
import { isOfDirectory } from './directory.ts';
import { isOperationFile, splitPath } from './file-name.ts';
import type { UnlessTaken } from './guard-export.ts';
import { AUTHORIZE } from './guard-names.ts';
import { isNamedForGuards } from './helper-middleware.ts';
import {
  hiddenDirectory,
  isHiddenMiddleware,
  isInHiddenDirectory,
  isMiddlewareFile,
  isMisspelledMiddleware,
  mayBeMiddleware,
} from './middleware.ts';
import type { OperationFile } from './parse.ts';
import { fileInTree, isInEvents, ownPath } from './tree-files.ts';

/** A file of the project, with the path that diagnostics show. */
export interface ShownFile {
  readonly file: string;
  readonly text: string;
  /** The path below the tree; undefined for a file of the definitions. */
  readonly path?: string;
}

/** The files of the tree and of the definitions, as diagnostics show them. */
export function showFiles({
  files,
  definitions = [],
  directory,
  definitionsDirectory,
  layers = [],
}: {
  readonly files: readonly OperationFile[];
  readonly definitions?: readonly OperationFile[];
  readonly directory: string;
  readonly definitionsDirectory: string;
  /** The definitions of older versions. */
  readonly layers?:
    | readonly { readonly directory: string; readonly definitions: readonly OperationFile[] }[]
    | undefined;
}): ShownFile[] {
  return [
    ...files.map(({ path, text }) => ({ file: fileInTree(directory, path), text, path })),
    ...[{ directory: definitionsDirectory, definitions }, ...layers].flatMap((layer) =>
      layer.definitions.map(({ path, text }) => ({ file: `${layer.directory}/${path}`, text })),
    ),
  ];
}

const NO_MODULE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[^/]*$/;
const DECLARED = /(?<=^|\/)_middleware\.d\.[cm]?ts$/i;
const PARTED = /^(.*\/|)_middleware(?:\/[^/]+|\.[\w-]+)\.[cm]?[jt]sx?$/;
/** Also the first letters of `@security` in other spellings. */
const MAY_GUARD = /authorize|@[ \t]*secu|[＠﹫]|@[ \t]*[a-z]{0,7}[^\p{ASCII}]/iu;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Whether a file has code that runs: it isn't a test, nor only types. */
export function isModule({ file }: Pick<ShownFile, 'file'>): boolean {
  return SCRIPT.test(file) && !NO_MODULE.test(file);
}

/** Reads a file of the project; undefined if it has syntax errors. */
export type ReadFacts = (file: ShownFile) => ModuleFacts | undefined;

/** The files of a project, and the known facts about them. */
export interface KnownFiles extends WithCustom {
  readonly files: readonly ShownFile[];
  readonly read: ReadFacts;
  readonly resolveAlias?: ResolveAlias | undefined;
  /** The file that took the name of another one in the last run, which is the first to look at. */
  readonly takers: Map<string, string>;
  /** The operations whose names are not near `_middleware`. */
  readonly plain: Set<string>;
}

/**
 * Reports guards that nothing runs: a name near `_middleware`, an `authorize` and other exports that no file takes, and guards in the comments of
 * helpers. Reports security in files that look like the document.
 *
 * @param project The files of the tree and of the definitions.
 * @param parsed The operations and the `_middleware` files.
 * @param definitionsDirectory Where the document belongs.
 */
export function checkLostGuards(
  project: KnownFiles,
  parsed: readonly { readonly unlessTaken?: readonly UnlessTaken[] }[],
  definitionsDirectory: string,
  report: Report,
): void {
  for (const { name, diagnostic } of parsed.flatMap(({ unlessTaken = [] }) => unlessTaken))
    if (!isTaken(diagnostic.at.source.file, project, name)) report(diagnostic);
  for (const file of project.files) {
    const lost = isOperationWithMethod(file) ? undefined : securityInLost(file, file.path === undefined);
    if (lost !== undefined) report(messages.unreadSecurity(lost, definitionsDirectory));
    const isMisspelled = isNeverRun(file, project);
    if (isMisspelled) report(messages.middlewareName(nameLocation(file.file)));
    else if (isModule(file)) checkFile(file, project, report);
  }
}

/** Whether a file is named as middleware, but has another extension and isn't data of another file, or is the declaration of a module that is not there. */
function isNeverRun({ path, file }: ShownFile, project: KnownFiles): boolean {
  if (path === undefined) return false;
  if (isMisspelledMiddleware(path)) return SCRIPT.test(file) || !isTaken(file, project, undefined);
  const [declared] = DECLARED.exec(file) ?? [];
  if (declared === undefined || isInHiddenDirectory(path)) return false;
  const module = file.slice(0, -declared.length) + declared.replace(/\.d\..*$/, '.');
  return !project.files.some((other) => other.file.startsWith(module) && isModule(other));
}

/** A file such as `openapi.json@get.ts` can send a document. */
function isOperationWithMethod({ path }: ShownFile): boolean {
  return path !== undefined && splitPath(ownPath(path)).method !== undefined;
}

function checkFile(file: ShownFile, project: KnownFiles, report: Report): void {
  const { path, text } = file;
  // The comment of an event has its own checks.
  if (path !== undefined && isInEvents(path) && text.includes('@payload')) return;
  if (path !== undefined && (project.plain.has(path) || isMiddlewareFile(path))) return;
  if (path !== undefined && isHiddenMiddleware(path)) return checkHidden(file, path, project, report);
  const isOperation = path !== undefined && isOperationFile(path);
  const isNear = path !== undefined && (isParted(path) || (!isInHiddenDirectory(path) && isNearMiddleware(path)));
  if (!isNear && isOperation) return void project.plain.add(path);
  const isDotted = path !== undefined && /(?:^|\/)\./.test(ownPath(path));
  const isHelper = path !== undefined && ((!isInHiddenDirectory(path) && !isDotted) || isNamedForGuards(path));
  // A name with a dot can be the settings of a tool, such as `.eslintrc.js`, and other tools keep code in such directories.
  const isHidden = isDotted && !isHelper && !isInHiddenDirectory(path);
  if (!isNear && !isHelper && !isHidden && !MAY_GUARD.test(text) && !mentionsGuard(text, project)) return;
  const facts = project.read(file);
  if (facts === undefined) return;
  if (isNear) {
    if (guards(facts, path, file, project)) report(messages.middlewareName(nameLocation(file.file), isOperation));
    return;
  }
  const guard = facts.exports.find(({ name }) => name === AUTHORIZE);
  if (guard !== undefined && !isTaken(file.file, project, AUTHORIZE))
    report(messages.uncalledGuard({ source: facts.source, span: guard.span }));
  for (const { name, span, isSure, refuses } of facts.wrapping)
    if ((isHelper || (isHidden && refuses)) && !isTaken(file.file, project, isSure ? name : undefined))
      report(messages.uncalledMiddleware({ source: facts.source, span }));
  facts.lostDirectives.forEach(report);
  if (isHelper) facts.replacedGuards.forEach(report);
  if (!isHidden) facts.ineffective.forEach(report);
}

/** Reports a `_middleware` file in a directory without operations, such as `.well-known`, unless other files take something of it. */
function checkHidden(file: ShownFile, path: string, project: KnownFiles, report: Report): void {
  const facts = project.read(file);
  if (facts === undefined || isTaken(file.file, project, undefined)) return;
  const guard = facts.exports.find(
    (each) => each.name === AUTHORIZE || (each.name === 'default' && mayBeMiddleware(each)),
  );
  const directives = facts.comments.flatMap((comment) => comment.directives);
  if (
    guard !== undefined ||
    facts.wrapping.length > 0 ||
    directives.some(({ name }) => guardsByItself(name, facts.source))
  )
    report(messages.hiddenMiddleware(nameLocation(file.file), hiddenDirectory(path)));
}

/** Whether the name of a file is `_middleware` with more of it than an extension: `_middleware/index.js`, `_middleware/auth.ts`, `_middleware.server.ts`. */
function isParted(path: string): boolean {
  const name = PARTED.exec(path);
  return name !== null && !isInHiddenDirectory(`${name[1]}_middleware.ts`);
}

/** The name of a file without its extension, if it is near `_middleware`. A method makes every name that of an operation. */
function isNearMiddleware(path: string): boolean {
  const own = ownPath(path);
  if (splitPath(own).method !== undefined) return false;
  const name = own.replace(/^.*\//, '').replace(SCRIPT, '').toLowerCase();
  return /^[a-z]/.test(name)
    ? distance(name, 'middleware') <= 2
    : distance(name.replace(/^[^a-z]/, '_'), '_middleware') <= 3;
}

/** Whether a file with such a name has parts that only a `_middleware` file can have. */
function guards(facts: ModuleFacts, path: string, file: ShownFile, project: KnownFiles): boolean {
  const { exports, wrapping } = facts;
  if (exports.some(({ name }) => name === AUTHORIZE)) return true;
  const takesNext = exports.some(({ name, value }) => name === 'default' && value.takesNext === true);
  // A plain word is the name of an endpoint, whose comment is a contract.
  if (!isParted(path) && /^[a-z]/i.test(path.replace(/^.*\//, '')))
    return takesNext || wrapping.some(({ name }) => name === 'default');
  return (
    hasContract(facts) ||
    (takesNext && !isTaken(file.file, project, 'default')) ||
    wrapping.some(({ name, isSure }) => !isTaken(file.file, project, isSure ? name : undefined))
  );
}

/** Whether a comment is the contract of a directory. In a file without code, each directive is. */
function hasContract({ comments, hasCode }: ModuleFacts): boolean {
  return comments
    .flatMap(({ directives }) => directives)
    .some(
      (each) => isOnlyOurs(each.name, each.at.source) || isOfDirectory(each) || (!hasCode && !isOnlyJsdoc(each.name)),
    );
}

/**
 * Whether another file imports or exports a name of this one, or requires all of it.
 *
 * @param name If undefined, any name.
 */
export function isTaken(
  file: string,
  { files, read, takers, resolveAlias = byName }: KnownFiles,
  name: string | undefined,
): boolean {
  const stem = file.replace(/^.*\//, '').replace(SCRIPT, '');
  const word = stem === 'index' ? file.split('/').at(-2)! : stem;
  const takes = (other: ShownFile): boolean => {
    if (other.file === file || !other.text.includes(word) || !isModule(other)) return false;
    const means = (specifier: string): boolean =>
      modulesOf(other.file, specifier, resolveAlias)?.flat().includes(file) === true;
    const { called = [], taken = [] } = read(other) ?? {};
    if (called.some(means)) return true;
    return taken.some(
      ({ from, names }) => names.some((each) => name === undefined || each === name || each === '*') && means(from),
    );
  };
  const last = takers.get(file);
  const known = last === undefined ? undefined : files.find((other) => other.file === last);
  if (known !== undefined && takes(known)) return true;
  const taker = files.find(takes);
  if (taker !== undefined) takers.set(file, taker.file);
  return taker !== undefined;
}

/** The location of the name, with that of its directory if both are one name in two parts. */
function nameLocation(file: string): Location {
  return locateName(file, PARTED.exec(file)?.[1]!.length);
}
