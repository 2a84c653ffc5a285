import { basename, dirname, relative } from 'node:path';
import { isDataFile, isDocumentFile, isNearDocument } from '../compiler/definitions/lost-document.ts';
import { MIDDLEWARE_NAME } from '../compiler/operations/middleware.ts';
import { pathInTree } from '../compiler/operations/tree-files.ts';
import type { HiddenFile, TreeSpelling, UnreadFile, UnusedGlob } from '../compiler/operations/unread-guards.ts';
import { isEvent, listBeside } from './beside.ts';
import { DISK, readText } from './disk.ts';
import { isDefinitionsFile, isTreeFile, listIgnored, listNamed, listPaths, toPosix, withoutIgnored } from './files.ts';
import { leftTrees } from './left-trees.ts';
import type { Project } from './project.ts';
import { treesOf, versionTrees } from './project.ts';
import { isWithin, parentDirectories } from './posix-path.ts';
import { findTreeSpellings } from './tree-spellings.ts';
import { findUnusedGlobs } from './unused-globs.ts';

/** The files that are not compiled though they would keep others out. */
export interface Unread {
  readonly outside: readonly UnreadFile[];
  /** Those in the tree: data, and files that the option `ignore` leaves out. */
  readonly inside: readonly UnreadFile[];
  /** The files `middleware` and `_middleware`, and the documents, in directories next to the tree. */
  readonly beside: readonly UnreadFile[];
  /** The modules in the tree whose names or directories start with a dot. */
  readonly hidden: readonly HiddenFile[];
  /** The files of events in directories with similar names next to that of events. */
  readonly lostEvents: readonly string[];
  /** The directories that differ from a tree only in their spelling. */
  readonly treeSpellings: readonly TreeSpelling[];
  /** The globs of that option that leave nothing out. */
  readonly unusedGlobs: readonly UnusedGlob[];
}

/**
 * Reads the files that are not compiled though they would keep others out: the `_middleware` files that the option `ignore` leaves out, those and
 * files `middleware` around the directory of the operations, and the files `openapi` outside of the definitions. Finds the globs that leave nothing out.
 *
 * @param before The files of the last time.
 * @param changed As for {@link readSources}.
 */
export function readUnread(project: Project, before?: Unread, changed?: readonly string[]): Unread {
  const { root, directory, options } = project;
  const { ignore } = options;
  const show = (file: string): string => toPosix(relative(root, file));
  const older = versionTrees(project);
  const trees = [...treesOf(project), ...older.map((tree) => tree.directory)];
  const outers = parentsWithin(directory, toPosix(root)).filter((outer) => DISK.look(outer) !== undefined);
  const around = [...new Set([...outers, ...parentsOfLinked(trees, toPosix(root), outers)])].flatMap((outer) =>
    listNamed(outer, OUTER_MIDDLEWARE),
  );
  const readOutside = (file: string): UnreadFile => ({ file: show(file), path: undefined, text: readText(file) });
  const definitions = [toPosix(project.definitions), ...older.map((tree) => tree.definitions)];
  const outer = [...outerDocuments(project), ...around, ...definitions.flatMap((each) => lostIn(each, trees))];
  const outside = outer.map(readOutside);
  // Listing the whole tree takes time, and an edit of another file changes nothing.
  const isSame = changed?.every(
    (file) =>
      !OUTER_MIDDLEWARE.test(file) &&
      !isDataFile(file) &&
      !/(?:^|\/)\./.test(show(file)) &&
      DISK.look(file)?.isFile() === true,
  );
  if (before?.unusedGlobs.length === 0 && isSame === true) return { ...before, outside };
  const listed = trees.map((tree) => ({ tree, ...listPaths(tree) }));
  const data = listed.flatMap(({ tree, paths, hidden }) =>
    withoutIgnored(tree, [...paths, ...hidden].filter(isDataFile), ignore).map((path) => `${tree}/${path}`),
  );
  const hidden = listed.flatMap(({ tree, hidden: paths }) =>
    withoutIgnored(tree, paths.filter(isModule), ignore).map((path) => `${tree}/${path}`),
  );
  const left = ignore.length === 0 ? [] : trees.flatMap((tree) => listIgnored(tree, ignore, MIDDLEWARE_NAME));
  const readInTree = (file: string): HiddenFile => ({
    file: show(file),
    path: pathInTree(directory, file)!,
    text: readText(file),
  });
  const isLost = lostDocuments(project);
  const besides = listBeside(toPosix(root), { trees, others: definitions, left: leftTrees(project) }, (file) =>
    [OUTER_MIDDLEWARE.test(file), isLost(file), isNearEvents(project, file)].includes(true),
  );
  const treeSpellings = findTreeSpellings(toPosix(root), trees);
  const lostEvents = besides
    .filter((file) => isNearEvents(project, file) && isEvent(readText(file)))
    .map(show)
    .filter((file) => !treeSpellings.some((each) => isWithin(file, each.directory)));
  const beside = besides
    .filter((file) => !outer.includes(file) && (OUTER_MIDDLEWARE.test(file) || isLost(file)))
    .map((file) => ({ ...readOutside(file), ...(OUTER_MIDDLEWARE.test(file) && { isBeside: true }) }));
  return {
    outside,
    inside: [...data, ...left].map(readInTree),
    beside,
    hidden: hidden.map(readInTree),
    lostEvents,
    treeSpellings,
    unusedGlobs: findUnusedGlobs(
      project,
      listed.map(({ tree, paths, hidden: dotted }) => ({ tree, paths: [...paths, ...dotted] })),
    ),
  };
}

/** The names of files outside of the tree that can have a lost guard. */
const OUTER_MIDDLEWARE = /(?:^|\/)_?middlewares?\.[cm]?[jt]s$/i;

/** The directories around one, up to the root. */
function parentsWithin(directory: string, root: string): string[] {
  const outer = dirname(directory);
  return outer !== directory && `${outer}/`.startsWith(`${root}/`) ? [outer, ...parentsWithin(outer, root)] : [];
}

/**
 * The directories around the targets of trees that are links or below one, without those around the root and those that are known by another path: files
 * there seem to be around the operations.
 */
function parentsOfLinked(trees: readonly string[], root: string, known: readonly string[]): string[] {
  const top = realPath(root);
  const seen = new Set(known.map(realPath));
  const linked = trees.flatMap((tree) => {
    if (DISK.look(tree)?.isDirectory() !== true) return [];
    const target = realPath(tree);
    return target === top + tree.slice(root.length) ? [] : parentDirectories(target);
  });
  return linked.filter((outer) => !seen.has(outer) && !isWithin(top, outer));
}

function realPath(path: string): string {
  return toPosix(DISK.real(path));
}

/** The files `openapi` in the directories where they do not belong. */
function outerDocuments({ root, directory, webhooks, events, definitions }: Project): string[] {
  const within = toPosix(root);
  const around = [within, dirname(directory), dirname(definitions)];
  const wrong = [...new Set(around)].filter(
    (each) => `${each}/`.startsWith(`${within}/`) && ![definitions, directory, webhooks, events].includes(each),
  );
  return wrong
    .flatMap((each) => DOCUMENTS.map((name) => `${each}/${name}`))
    .filter((file) => DISK.look(file)?.isFile());
}

/** The `_middleware` files in a directory of definitions, and the files there that seem to be the document, but are not read. */
function lostIn(definitions: string, trees: readonly string[]): string[] {
  const { paths, hidden } = listPaths(definitions);
  const middleware = paths.filter(
    (path) => MIDDLEWARE_NAME.test(path) && !trees.some((tree) => isWithin(`${definitions}/${path}`, tree)),
  );
  const documents = [...paths, ...hidden].filter(
    (path) => (isNearDocument(path) || isDocumentFile(path)) && !isDefinitionsFile(path),
  );
  return [...documents, ...middleware].map((path) => `${definitions}/${path}`);
}

/** Whether a file is in a directory with a similar name next to that of events: `app/event`, `app/Events`. */
function isNearEvents({ events }: Project, file: string): boolean {
  const place = dirname(file);
  if (events === undefined || place === events || dirname(place) !== dirname(events)) return false;
  return /^_?e?v?e?n?t?s?$/i.test(basename(place)) && basename(place).length > 3 && /\.[cm]?[jt]s$/.test(file);
}

/** Whether a file next to the tree is the document, in a directory that seems to be that of the definitions. Others may describe another API. */
function lostDocuments({ root, definitions }: Project): (file: string) => boolean {
  const meant = basename(definitions).toLowerCase().replace(/s$/, '');
  const isNear = (directory: string): boolean => {
    const name = basename(directory).toLowerCase();
    return /^[._]*def(?:s|[a-z]*ons?)?$/.test(name) || name.replace(/s$/, '') === meant;
  };
  const within = toPosix(root);
  return (file) => {
    const directory = dirname(file);
    // One in the root may belong to something else.
    return directory !== within && isNear(directory) && (isDocumentFile(file) || isNearDocument(file));
  };
}

/** Whether a file is a module by its extension, regardless of its name. */
function isModule(path: string): boolean {
  return isTreeFile(path.replaceAll(/(^|\/)\.+/g, '$1'));
}

const DOCUMENTS = ['openapi.yaml', 'openapi.yml', 'openapi.json'];
