import type { Diagnostic, Note } from './diagnostic.ts';
import type { Location } from './source.ts';
import { error, warning } from './report.ts';

// Guards and security in files that have no effect: docs/guides/middleware.md.

export const uncalledGuard = (at: Location): Diagnostic =>
  error(
    'lost-guard',
    at,
    'Nothing calls this "authorize". Export it from a "_middleware" file or beside the handler of an operation. If it is a helper, choose another name.',
  );

/** A function that the file itself could call. */
/** @param isInner Whether it is in another function. */
export const unusedGuard = (at: Location, name: string, isInner: boolean): Diagnostic =>
  warning('lost-guard', at, `Nothing calls "${name}". Call it${isInner ? '' : ' or export it'}, or remove it.`);

/** A router of an operation or a `_middleware` file, with a guard or the handler. */
export const unrunRouter = (at: Location): Diagnostic =>
  error(
    'lost-guard',
    at,
    'Nothing runs this router, so what it gets does not guard the operation. Export a function "authorize", write "@security" in the comment, or move the guard to a "_middleware" file. Remove the router.',
  );

/** @param main The export that is the handler or the middleware. */
export const guardedCopy = (at: Location, name: string, main: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `Nothing runs "${name}", because the export "${main}" is without this guard. Export "${name}" as "${main}", or a function "authorize", and remove the other.`,
  );

/** Middleware that a module outside of the tree may import, so it is a warning. */
export const uncalledMiddleware = (at: Location): Diagnostic =>
  warning(
    'lost-guard',
    at,
    'No file of the operations imports this middleware, and only files named "_middleware" run by themselves. Rename the file to "_middleware", or export this from one.',
  );

/** @param name The directory, which begins with `_` or a dot. */
export const hiddenMiddleware = (at: Location, name: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This file does not run, because a directory named "${name}" has no operations. To serve "${name}" in paths, rename the directory to "[${name[0]}]${name.slice(1)}". Otherwise remove the file.`,
  );

/** @param directive The directive of the file that protects; undefined if it guards. */
export const ignoredGuard = (at: Location, operation: Location, directive: string | undefined): Diagnostic =>
  error(
    'lost-guard',
    at,
    `The option "ignore" hides this "_middleware" file, so ${directive === undefined ? 'it does not guard' : `its "@${directive}" does not protect`} the operations below. Ignore those too, or remove the file.`,
    missing(operation, directive),
  );

/** The operation without the guard. */
function missing(at: Location, directive: string | undefined): Note {
  return { message: directive === undefined ? 'not guarded' : `without this "@${directive}"`, at };
}

/**
 * @param meant The glob that is right, if it is known.
 * @param other A file that it would match in another letter case.
 */
export const unusedGlob = (
  at: Location,
  {
    glob,
    meant,
    other,
  }: { readonly glob: string; readonly meant: string | undefined; readonly other: string | undefined },
  directory: string,
): Diagnostic => {
  const remedy = glob.startsWith('!')
    ? 'A glob that starts with "!" has no effect. Remove it.'
    : meant !== undefined
      ? `Globs are relative to ${directory} and have "/" between names. Write "${meant}".`
      : other !== undefined
        ? `Its letter case differs from "${other}". Correct it.`
        : `Globs are relative to ${directory}. Correct it, or remove it.`;
  return warning(
    'lost-guard',
    at,
    `The glob "${glob}" of the option "ignore" matches no file, so it keeps none out. ${remedy}`,
  );
};

export const outerGuard = (at: Location, directory: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This "_middleware" file is outside of the operations, so it does not run. Move it to ${directory}, or remove it.`,
  );

export const guardOfNothing = (at: Location): Diagnostic =>
  warning(
    'lost-guard',
    at,
    'This guards no operation, because none is below this directory. Correct the name of the directory, or move the operations into it.',
  );

/** @param directory Where the file belongs. */
export const foreignMiddleware = (at: Location, directory: string): Diagnostic =>
  warning(
    'lost-guard',
    at,
    `This guards no operation, because the file is outside of the operations. Move it to a file "_middleware" in ${directory}. If it is for another framework, choose another name.`,
  );

/**
 * @param operation One that is not guarded, with a path below that of the guard.
 * @param runs Whether the guard runs for other operations.
 * @param directive The directive of the file that protects; undefined if it guards.
 */
export const otherTree = (
  at: Location,
  operation: Location,
  runs: boolean,
  directive: string | undefined,
): Diagnostic =>
  (runs ? warning : error)(
    'lost-guard',
    at,
    `${directive === undefined ? 'This file does not run for' : `This "@${directive}" does not apply to`} an operation below its path, because webhooks and operations have separate directories. Move it to the other directory, or declare "@${directive ?? 'security'}" in the operation.`,
    missing(operation, directive),
  );

/** @param directory Where the file belongs. */
export const outerDocument = (at: Location, directory: string): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This file is outside of the definitions, so its security has no effect. Move it to ${directory}, or remove it.`,
  );

/** @param directory Where the document belongs; undefined if the file is there. */
export const unreadSecurity = (at: Location, directory: string | undefined): Diagnostic =>
  error(
    'lost-guard',
    at,
    `Nothing reads this, so it protects nothing. Write "@security" in the comment of the operation or of a "_middleware" file. Security of all operations belongs to ${directory === undefined ? 'the openapi.yaml of your definitions' : `"${directory}/openapi.yaml"`}.`,
  );

export const misnamedDocument = (at: Location, file: string): Diagnostic =>
  error('lost-guard', at, `This file is not the document, so its security has no effect. Rename it to "${file}".`);

/** @param directive The directive of the file that protects; undefined if it guards. */
export const otherSpelling = (at: Location, operation: Location, directive: string | undefined): Diagnostic =>
  error(
    'lost-guard',
    at,
    `${directive === undefined ? 'This "_middleware" file does not run for' : `This "@${directive}" does not apply to`} an operation in a directory with the same path, but another spelling. Use one spelling for both directories.`,
    missing(operation, directive),
  );

/** A list of `@security` with a comma that no scheme follows or precedes. */
export const missingScheme = (at: Location): Diagnostic =>
  error(
    'empty-directive',
    at,
    'A scheme is missing next to a comma. Schemes of one line are required together, and another line is an alternative. Write the scheme here, or remove the comma.',
  );
