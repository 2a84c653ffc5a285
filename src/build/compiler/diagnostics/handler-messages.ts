import type { Diagnostic, Fix } from './diagnostic.ts';
import type { UnusedGuard } from './unguarded-messages.ts';
import { ownGuard } from './unguarded-messages.ts';
import type { Location, SourceText } from './source.ts';
import { locateName } from './source.ts';
import { addLine, fixedBy, withFix } from './fix.ts';
import { error, quoteAll, warning } from './report.ts';

// Mistakes in the handler: docs/reference/directives.md.

export const syntaxError = (at: Location, message: string, help: string | null): Diagnostic =>
  error(
    'syntax-error',
    at,
    `Cannot parse this file: ${message.replace(/\.?$/, '.')}${help === null ? '' : ` ${help}.`}`,
  );

/** A marker of a merge in a comment. */
export const conflictMarker = (at: Location): Diagnostic =>
  error(
    'syntax-error',
    at,
    'This is a conflict marker of git, so lines of the comment can be doubled or lost. Resolve the conflict, and remove the markers.',
  );

/** @param target The module that exports the names. */
export const wrongEntry = (
  at: Location,
  names: readonly string[],
  entry: string,
  target: string,
  fix: Fix | undefined,
): Diagnostic =>
  withFix(
    error(
      'wrong-entry',
      at,
      `"${entry}" doesn't export ${quoteAll(names)}. Import ${names.length === 1 ? 'it' : 'them'} from "${target}".`,
    ),
    fix,
  );

/** @param isStatement Whether it is a statement, which `throw` can precede. */
export const unthrownProblem = (at: Location, isStatement: boolean): Diagnostic => {
  const { source, span } = at;
  const text = source.text.slice(span.start, span.end);
  return withFix(
    error(
      'unthrown-problem',
      at,
      `This makes ${text.startsWith('new') ? 'an error' : 'a problem'} and doesn't throw it, so the request goes on. Write "throw" before it.`,
    ),
    isStatement
      ? { title: 'Throw it', edits: [{ at: { source, span: { start: span.start, end: span.start } }, text: 'throw ' }] }
      : undefined,
  );
};

export const passedToNext = (at: Location, name: string): Diagnostic =>
  error(
    'unthrown-problem',
    at,
    `Koa's "${name}" ignores its arguments, so the request goes on. To refuse the request, write "throw" in place of "${name}".`,
  );

/** @param names The path parameters of the operation in the other file. */
export const passedParameters = (at: Location, from: string, names: readonly string[], path: string): Diagnostic =>
  error(
    'passed-contract',
    at,
    `The operation in "${from}" has ${names.length === 0 ? 'no path parameters' : `the path parameters ${quoteAll(names)}`}, and "${path}" needs the same. Rename the file or its directories, or write a handler.`,
  );

/**
 * @param comment The comment of this file.
 * @param id The operationId of the operation in the other file.
 */
export const passedId = (at: Location, comment: Location | undefined, id: string): Diagnostic => {
  const line = `@operationId ${id}2`;
  const { source, span } = at;
  const start = source.text.lastIndexOf('export', span.start);
  const place = { source, span: { start, end: start } };
  return fixedBy(
    error(
      'passed-contract',
      at,
      `This is the operation "${id}" in another place, so it needs another name. Add a comment with "@operationId", such as "${line}".`,
    ),
    `Add "${line}"`,
    comment === undefined ? { at: place, text: `/** ${line} */\n` } : addLine(comment, line),
  );
};

export const passedReplaced = (at: Location, from: string): Diagnostic =>
  error(
    'passed-contract',
    at,
    `This version has another file for the operation in "${from}". Pass on that file, or write a handler.`,
  );

/** @param others The specifiers of the files of two operations. */
export const passedSeveral = (at: Location, ...others: readonly [string, string]): Diagnostic =>
  error(
    'passed-contract',
    at,
    `This handler may be the operation in "${others[0]}" or in "${others[1]}", which have different contracts. Export one of them, or write a handler that calls them.`,
  );

/** @param guard The guard of the directory of the other file. */
export const leftDirectory = (at: Location, from: string, guard: UnusedGuard): Diagnostic =>
  (guard.directive?.startsWith('x-') === true ? warning : error)(
    'passed-contract',
    at,
    `${guard.directive === undefined ? `${guard.file} guards the operation in "${from}", but it would not run here` : `The "@${guard.directive}" of ${guard.file} applies to the operation in "${from}", but not here`}. Move this file below its directory, guard this directory in the same way, or declare the operation's own ${ownGuard(guard)}.`,
    { message: 'not for this file', at: guard.at },
  );

/** @param guard The guard of a directory of this file. */
export const replacedLines = (at: Location, from: string, guard: UnusedGuard): Diagnostic => {
  const name = guard.directive ?? 'security';
  return (guard.directive === undefined ? error : warning)(
    'passed-contract',
    at,
    `The "@${name}" of the operation in "${from}" would replace that of ${guard.file} here. Declare the operation's own "@${name}".`,
    { message: 'not for this file', at: guard.at },
  );
};

/** @param guard The guard of a directory of this file. */
export const passedCache = (at: Location, from: string, guard: UnusedGuard): Diagnostic =>
  error(
    'passed-contract',
    at,
    `The "@cache" of the operation in "${from}" has "(same for everyone)", but ${guard.file} guards this one. Declare the operation's own "@cache".`,
    { message: 'its guard', at: guard.at },
  );

/** @param guard The guard of the other operation, or of its directory. */
export const calledHandler = (at: Location, from: string, guard: UnusedGuard): Diagnostic =>
  warning(
    'passed-contract',
    at,
    `This calls the handler of the operation in "${from}", but ${guard.directive === undefined ? `the access of ${guard.file} does not apply here` : `the "@${guard.directive}" of ${guard.file} does not apply here`}. Declare the operation's own ${ownGuard(guard)}, or move the shared code to a helper.`,
    { message: 'not for this operation', at: guard.at },
  );

/** The same for a module outside of the tree. */
export const takenHandler = (at: Location, from: string, guard: UnusedGuard): Diagnostic =>
  warning(
    'passed-contract',
    at,
    `This takes the handler of the operation in "${from}", but ${guard.directive === undefined ? `the access of ${guard.file} does not apply here` : `the "@${guard.directive}" of ${guard.file} does not apply here`}. Move the code that both run to a helper, and check here who may run it.`,
    { message: 'not for this module', at: guard.at },
  );

/** @param around The `_middleware` file of another tree. */
export const foreignDirectory = (at: Location, from: string, around: string): Diagnostic =>
  error(
    'passed-contract',
    at,
    `The function in "${from}" is below "${around}", which does not run here. Export "authorize" here or write "@security" in the comment, or move the function to a module elsewhere.`,
  );

/** @param declared The line of the directory of the other file. */
export const leftParameter = (at: Location, from: string, name: string, declared: Location): Diagnostic =>
  error(
    'passed-contract',
    at,
    `The operation in "${from}" has the parameter "${name}" of its directory, which is not declared here. Write its "@param" in the comment of this file, or move this file below that directory.`,
    { message: 'not for this file', at: declared },
  );

export const encoding = (file: string): Diagnostic =>
  error('syntax-error', locateName(file, 0), 'This file is encoded in UTF-16. Save it as UTF-8.');

export const noHandler = (source: SourceText, exports: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'no-handler',
    { source, span: { start: 0, end: 0 } },
    'No handler found. Write "export default (ctx) => ..." or "module.exports = ...". If this is a helper, start its file name with "_".',
    ...exports.map(({ name, at }) => ({ message: `"${name}" is exported here, but not recognized as a function`, at })),
  );

export const severalHandlers = (candidates: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'several-handlers',
    candidates[0]!.at,
    `Several functions are exported without a default: ${quoteAll(candidates.map(({ name }) => name))}. Make the handler the default export.`,
    ...candidates.slice(1).map(({ name, at }) => ({ message: `"${name}" is exported here`, at })),
  );

export const authorizeHandler = (at: Location): Diagnostic =>
  warning(
    'authorize-handler',
    at,
    '"authorize" is the only exported function, so it handles requests. Write "export default function authorize(ctx) { ... }". If it is a guard, export the handler by default.',
  );

export const generatorHandler = (at: Location): Diagnostic =>
  error(
    'generator-handler',
    at,
    'A generator needs a stream in its contract. Declare "@returns {Stream<T>}" with the type of its items, or use a function or an async function.',
  );

export const otherOperation = (at: Location, name: string, id: string | undefined, key: string): Diagnostic =>
  error(
    'other-operation',
    at,
    id === undefined && !/\s/.test(name)
      ? `This handler is typed as "${name}", but its operation has no operationId. Name the function "${name}", or write "${key}".`
      : `This handler is typed as "${name}", but its operation is "${id ?? key}". Write "${id ?? key}".`,
  );

export const readOnlyInput = (at: Location, name: string): Diagnostic =>
  warning(
    'read-only-input',
    at,
    `"${name}" is readOnly, so it is dropped from requests and always undefined here. Read another property, or remove readOnly from its schema.`,
  );

/** A module from which nothing is imported, in a project whose modules have no side effects. */
export const droppedImport = (at: Location, module: string): Diagnostic => ({
  ...warning(
    'dropped-import',
    at,
    `The build leaves out "${module}", because "sideEffects" in package.json lets it, and nothing is imported from here. Guards that the module adds are missing then. Add its file to "sideEffects", or import a function and call it.`,
  ),
  needs: 'sideEffects',
});

export const dynamicRequire = (at: Location): Diagnostic =>
  error(
    'dynamic-require',
    at,
    'require() needs a string literal here: a bundle cannot look up files at run time. Write the module name, or use import().',
  );
