import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Compilation } from '../build/compiler/compile.ts';
import { compileOperations } from '../build/compiler/compile.ts';
import { formatDiagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import {
  directoryTemplate,
  escapeNames,
  isOperationFile,
  splitPath,
  unescapeNames,
} from '../build/compiler/operations/file-name.ts';
import { directoryOf, isMiddlewareFile } from '../build/compiler/operations/middleware.ts';
import { updateDeclarations } from '../build/project/declaration-file.ts';
import {
  fileInTree,
  isInEvents,
  isInTree,
  isInWebhooks,
  ownPath,
  versionOf,
  pathInTree,
  webhooksDirectory,
} from '../build/compiler/operations/tree-files.ts';
import { extensionOfNew } from '../build/project/source-language.ts';
import { newFileText } from '../build/project/new-file-text.ts';
import type { Project } from '../build/project/project.ts';
import { compilerSettings } from '../build/project/project.ts';
import { plurals, withNamesOfTree } from './tree-style.ts';
import { createSession } from '../build/project/session.ts';
import { readSources } from '../build/project/sources.ts';
import { replaceFile } from '../build/project/replace-file.ts';

/**
 * Writes the file of a new operation or middleware, in the style of the other files, and updates operations.d.ts.
 *
 * @param name The path below the tree or the root, with or without an extension: `books/{id}@get`, `books/_middleware`. A webhook has its directory
 * in its path: `app/webhooks/order.paid@post`. So does an event: `app/events/order.paid`.
 * @param warn Receives a message if operations.d.ts cannot be written.
 * @returns The file, relative to the root.
 * @throws {Error} If the name is invalid, or if the file or the route exists.
 */
export function writeNewOperation(project: Project, name: string, warn: (message: string) => void): string {
  const { root, directory, options } = project;
  const plain = name.replace(/^(?:\.?\/)+/, '');
  if (plain === '' || plain.split('/').some((part) => /^\.*$/.test(part)))
    throw new Error(`Invalid name "${name}". Write a path and a method, such as "books/{id}@get".`);
  checkDirectory(plain, name, project);
  // A new project has no tree yet.
  mkdirSync(directory, { recursive: true });
  const compilation = createSession(project).compile();
  const given = /\.[cm]?[jt]s$/.exec(plain)?.[0] ?? '';
  const extension = given || `.${extensionFor(compilation, root)}`;
  const path = inStyleOfTree(
    operationPath(plain.endsWith(extension) ? plain : plain + extension, project),
    compilation,
  );
  if (isInWebhooks(path) && !isMiddlewareFile(path) && !isOperationFile(path))
    throw new Error(
      `Invalid name "${name}". A webhook needs a name and a method, such as "${plain.slice(0, plain.length - given.length)}@post${given}".`,
    );
  const [file, shown] = [fileInTree(directory, path), fileInTree(project.shown.directory, path)];
  if (existsSync(file)) throw new Error(`${shown} already exists.`);
  const note = isInEvents(path) ? undefined : checkNames(options, compilation, path, plain);
  const text = newFileText(path, compilation);
  checkFit(project, compilation, [{ path, text }], name);
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, text);
  updateDeclarations(project, warn);
  if (note !== undefined) warn(note);
  return shown;
}

/** Refuses the directory of the operations or the webhooks with a method: nothing below them is named. */
function checkDirectory(plain: string, name: string, { shown }: Project): void {
  const webhooks = webhooksDirectory(shown.directory);
  const before = plain.slice(0, Math.max(0, plain.indexOf('@')));
  if (before !== '' && (before === shown.directory || before === webhooks))
    throw new Error(
      `Invalid name "${name}". Name a file below ${before}, such as "${before}/${before === webhooks ? 'order.paid@post' : 'books@get'}".`,
    );
}

/**
 * Compares the names in a new path with those in the other paths.
 *
 * @returns A note about a name that may be misspelled.
 * @throws {Error} If a parameter has another name than in the neighboring paths: a `_middleware` holds for one of them only.
 */
function checkNames(
  { base, webhooks, versions }: Project['options'],
  { operations }: Compilation,
  path: string,
  name: string,
): string | undefined {
  const route = isMiddlewareFile(path) ? directoryOf(path) : splitPath(path).route;
  const current = versionOf(path) ?? versions?.at(-1)?.name;
  const version = versions?.find((each) => each.name === current)?.prefix;
  const template = directoryTemplate(route, { base, webhooks, ...(version !== undefined && { version }) });
  const others = operations.map((operation) => operation.template);
  const meant = withNamesOfTree(name, template, others);
  if (meant !== undefined) {
    const [own, other] = differingNames(name, meant);
    throw new Error(
      `In "${name}", a parameter is called "${own}", and "${other}" in the other files. Use one name for both: npx operations new ${meant}`,
    );
  }
  const similar = plurals(name, template, others);
  return (
    similar &&
    `"${similar.own}" is new, and other paths have "${similar.other}" in its place. If you meant that, delete the new file and run: npx operations new ${similar.meant}`
  );
}

/** The first parameter that two names spell differently, in both spellings. */
function differingNames(name: string, other: string): readonly (string | undefined)[] {
  const [owns = [], others = []] = [name, other].map((text) => [...text.matchAll(/\{[^{}]*\}/g)].map(String));
  const index = owns.findIndex((own, i) => own !== others[i]);
  return [owns[index], others[index]];
}

/** The path of a file below the tree. A name may have the segments of the URL (`_search@get`), because no shell changes them. */
function operationPath(name: string, { shown }: Project): string {
  const inTree = pathInTree(shown.directory, name) ?? name;
  const own = ownPath(inTree);
  // Of a directory next to the tree, or of an older version.
  const place = inTree.slice(0, inTree.length - own.length);
  const end = /^(?:.*\/)?(?=_middleware[^/]*$)/i.exec(own)?.[0].length ?? own.length;
  return place + escapeNames(unescapeNames(own.slice(0, end))) + own.slice(end);
}

/**
 * Writes `books@get.ts` as `books/@get.ts` if most files of a tree have that form: both are the same route. Next to a directory with a `_middleware` file, the
 * guards in it would not run.
 */
function inStyleOfTree(path: string, { operations, directories, middleware }: Compilation): string {
  const [, directory, rest] = /^(.*[^/@])(@[^/@]*)$/.exec(path) ?? [];
  if (directory === undefined || !isInTree(path)) return path;
  const around = [...directories, ...middleware].map((file) => directoryOf(file.path));
  if (around.some((each) => each.replace(/\/$/, '') === directory)) return `${directory}/${rest}`;
  const files = operations.map(({ contract }) => contract.id).filter(isInTree);
  const inDirectories = files.filter((id) => /\/@[^/]*$/.test(id)).length;
  const beside = files.filter((id) => /[^/]@[^/]*$/.test(id)).length;
  return inDirectories > beside ? `${directory}/${rest}` : path;
}

/** Checks that files add no error to a tree, and that no name is one of another framework, which is only a warning in a tree. */
export function checkFit(
  project: Project,
  compilation: Compilation,
  added: readonly { readonly path: string; readonly text: string }[],
  name: string,
): void {
  const sources = readSources(project);
  const { diagnostics } = compileOperations({
    ...sources,
    files: [...sources.files, ...added.filter(({ path }) => versionOf(path) === undefined)],
    ...(sources.versions !== undefined && {
      versions: sources.versions.map(({ files = [], ...version }) => ({
        ...version,
        files: [...files, ...added.filter(({ path }) => versionOf(path) === version.name)],
      })),
    }),
    ...compilerSettings(project),
  });
  const known = new Set(compilation.diagnostics.map(formatDiagnostic));
  const errors = diagnostics
    .filter(({ code, severity }) => severity === 'error' || code === 'foreign-parameter')
    .map(formatDiagnostic);
  const news = errors.filter((error) => !known.has(error));
  if (news.length > 0) throw new Error(`"${name}" does not fit the other operations:\n\n${news.join('\n\n')}`);
}

/** The extension of a new file, without its dot: that of most files. */
export function extensionFor({ operations }: Compilation, root: string): string {
  return extensionOfNew(
    operations.map(({ contract }) => contract.id),
    root,
  );
}
