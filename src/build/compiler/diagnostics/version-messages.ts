import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
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
    `The _middleware of an older version cannot have "@${name}". It wraps the file of today and cannot change whom operations let in, or what they take. Write "@${name}" in the comment of an operation of "${version}".`,
  );
