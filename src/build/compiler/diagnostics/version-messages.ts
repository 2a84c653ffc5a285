import type { Operation } from '../../../shared/contract/operation.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { replacing } from './fix.ts';
import { didYouMean, error, quoteAll, warning } from './report.ts';

// Mistakes in the older versions of an API: docs/guides/versions.md.

/** @param directories The directory of the versions, and that of the operations. */
export const unknownVersion = (
  at: Location,
  name: string,
  names: readonly string[],
  directories: { readonly versions: string; readonly operations: string },
): Diagnostic => {
  const { versions, operations } = directories;
  const older = names.slice(0, -1);
  if (names.length === 0)
    return error(
      'unknown-version',
      at,
      `This directory has operations, but nothing serves them: the option "versions" is not set. Write versions: [{ name: "${name}" }, { name: "v2" }] in the options, where the last one is ${operations}. If it is something else, rename ${versions}.`,
    );
  if (name === names.at(-1))
    return error(
      'unknown-version',
      at,
      `"${name}" is the last version in the option "versions", whose files are in ${operations}. Move these files there.`,
    );
  const known = older.length === 0 ? ' It has no older versions.' : ` The older versions are ${quoteAll(older)}.`;
  return error(
    'unknown-version',
    at,
    `Unknown version "${name}": nothing serves the files in this directory.${didYouMean(name, older) || known} Delete the directory, or add the version to the option "versions".`,
  );
};

export const sameVersion = (at: Location, name: string, next: string, versions: string): Diagnostic =>
  error(
    'same-version',
    at,
    `"${name}" does not differ from "${next}": there are no files in ${versions}/${name}, and no "@since ${next}". If you have deleted its files, remove it from the option "versions" too.`,
  );

export const versionTree = (at: Location, name: string): Diagnostic =>
  error(
    'version-tree',
    at,
    `The directory "${name}" of a version is not read. Only "operations" and "definitions" have versions: events and webhooks do not.`,
  );

export const unknownSince = (at: Location, text: string, names: readonly string[]): Diagnostic =>
  warning(
    'unknown-since',
    at,
    `"@since ${text}" has no effect, because this is not the name of a version.${didYouMean(text, names) || ` The versions are ${quoteAll(names)}.`}`,
  );

export const versionDocument = (at: Location, fields: readonly string[]): Diagnostic =>
  error(
    'version-document',
    at,
    `The document of an older version cannot have ${quoteAll(fields)}, because the rules of today apply. It can have "info", "servers", "tags" and extensions.`,
  );

export const versionProblem = (at: Location): Diagnostic =>
  error('version-document', at, 'The definition "Problem" has no versions. Move it to the definitions of today.');

export const versionMiddleware = (at: Location, name: string, version: string): Diagnostic =>
  error(
    'version-middleware',
    at,
    `The _middleware of an older version cannot have "@${name}". It wraps the file of today and cannot change the access or the input of operations. Write "@${name}" in the comment of an operation of "${version}".`,
  );

/** @param at The definition in the older version, if it has its own file there. */
export const versionDifference = (
  at: Location | undefined,
  { contract, pathAt }: { readonly contract: Operation; readonly pathAt: Location },
  difference: {
    readonly name: string | undefined;
    readonly text: string;
    readonly own: string;
    readonly written: string;
  },
): Diagnostic => {
  const { name, text, own, written } = difference;
  const subject = name === undefined ? '' : `the definition "${name}" `;
  return error(
    'version-difference',
    at ?? pathAt,
    `${contract.method} ${contract.path} of "${own}" is served by the handler of "${written}", but ${subject}${text}. Write a file for it in the directory of "${own}"${name === undefined ? '' : ', or export functions "down" and "up" beside the definition'}.`,
    ...(at === undefined ? [] : [{ message: 'the handler', at: pathAt }]),
  );
};

export const invalidConverter = (at: Location, name: string): Diagnostic =>
  error(
    'version-converter',
    at,
    `"${name}" must be a synchronous function: write "export const ${name} = (value) => ({ ...value })".`,
  );

export const severalConverted = (at: Location, names: readonly string[]): Diagnostic =>
  error(
    'version-converter',
    at,
    names.length === 0
      ? 'This file has no definition that the function converts. Export the function from the file of a definition.'
      : `The function could convert ${quoteAll(names)}. Move each definition to a separate file.`,
  );

export const lostVersionGuard = (at: Location, subject: string, replaced: Location): Diagnostic =>
  error(
    'version-guard',
    at,
    `The file that this one replaces has ${subject}, and this one does not. Write it here too, or write another one.`,
    { message: 'the file of today', at: replaced },
  );

/** @param takes The only values of the directive. */
export const lostProtection = (
  at: Location,
  { name, takes }: { readonly name: string; readonly takes?: readonly string[] },
  replaced: Location,
): Diagnostic =>
  warning(
    'version-guard',
    at,
    `The file that this one replaces has "@${name}", and this one does not. Write it here too, ${takes?.includes('none') === true ? `or "@${name} none" if this version goes without it` : 'also with another value'}.`,
    { message: 'the file of today', at: replaced },
  );

/** @param names The names of the extensions: `x-plan`. */
export const lostExtensions = (at: Location, names: readonly string[], replaced: Location): Diagnostic =>
  warning(
    'version-guard',
    at,
    `The file that this one replaces has ${quoteAll(names.map((name) => `@${name}`))}, and this one does not. Middleware that reads ${names.length === 1 ? 'it' : 'them'} finds nothing for this version. Write ${names.length === 1 ? 'it' : 'them'} here too, also with another value.`,
    { message: 'the file of today', at: replaced },
  );

/**
 * @param middleware A `_middleware` file of today, below the tree.
 * @param hasOwn Whether both files have their own `authorize`.
 */
export const lostVersionMiddleware = (at: Location, middleware: string, file: Location, hasOwn: boolean): Diagnostic =>
  error(
    'version-guard',
    at,
    `The file that this one replaces is guarded by ${JSON.stringify(middleware)}, and this one is not. Move it to the same directory as the file of today${hasOwn ? '' : ', or export an "authorize" here'}.`,
    { message: 'the guard of today', at: file },
  );

/** @param open An operation of the version, for which the guard does not run. */
export const namedVersion = (
  at: Location,
  directory: string,
  name: string,
  { contract, pathAt }: { readonly contract: Operation; readonly pathAt: Location },
): Diagnostic =>
  error(
    'version-guard',
    at,
    `This guards the directory "${directory}" of the operations, and not the version "${name}": it does not run for "${contract.method} ${contract.path}". Put the guard into a "_middleware" file around that operation, or give this directory another name.`,
    { message: `an operation of the version "${name}"`, at: pathAt },
  );

/**
 * @param guarded An operation of today, whose parameter is in the place of the version.
 * @param open The operation of an older version that comes before it, for which the guard does not run.
 */
export const parameterAsVersion = (
  at: Location,
  guarded: { readonly contract: Operation },
  open: { readonly contract: Operation; readonly pathAt: Location },
): Diagnostic => {
  const [one, other] = [guarded, open].map(({ contract: { method, path } }) => `"${method} ${path}"`);
  const { version } = open.contract;
  return error(
    'version-guard',
    at,
    `This guards ${one}, but it does not run for ${other} of the version "${version}", which comes first. Put the guard into a "_middleware" file around that operation, or exclude "${version}" by the type of the parameter.`,
    { message: `an operation of the version "${version}"`, at: open.pathAt },
  );
};

/**
 * @param open The same operation of the next version.
 * @param file The kind of file that the guard is in.
 */
export const olderGuard = (
  at: Location,
  version: string,
  { contract, pathAt }: { readonly contract: Operation; readonly pathAt: Location },
  file: string,
): Diagnostic =>
  warning(
    'version-guard',
    at,
    `This only guards the version "${version}": everyone may call "${contract.method} ${contract.path}". Write it in the ${file} of today, or write "@security none" for that operation.`,
    { message: 'the operation of the next version', at: pathAt },
  );

export const weakerVersion = (at: Location, subject: string, replaced: Location): Diagnostic =>
  warning(
    'version-guard',
    at,
    `The ${subject} of this older version protects less than that of the file it replaces.`,
    { message: 'the file of today', at: replaced },
  );

/** @param read Where a guard of today reads the field. */
export const versionRead = (at: Location, field: string, read: Location): Diagnostic =>
  warning(
    'version-guard',
    at,
    `A guard reads "ctx.${field}", which is undefined for this older version: the file of today has such a parameter, and this one doesn't. Use the same name in both.`,
    { message: 'the read', at: read },
  );

/** @param meant The specifier of the helper of today. */
export const versionImport = (at: Location, specifier: string, meant: string): Diagnostic =>
  replacing(
    error(
      'version-import',
      at,
      `This file does not exist: an older version only replaces operations and definitions, and not their helpers. Import "${meant}".`,
    ),
    specifier,
    meant,
  );

/** @param today The helper of today. */
export const versionHelper = (at: Location, today: string): Diagnostic =>
  warning(
    'version-helper',
    at,
    `Nothing in this version imports this file. It does not replace ${today}: an older version only replaces operations and definitions, and not their helpers. Delete the file, or write files for the operations that need it.`,
  );
