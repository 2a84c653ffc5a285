import type { Method } from '../../../shared/contract/operation.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { locateName } from './source.ts';
import { error, quoteAll, warning } from './report.ts';

// Mistakes that only the whole tree shows.

export const duplicateRoute = (at: Location, method: Method, path: string, first: Location): Diagnostic =>
  error('duplicate-route', at, `"${method} ${path}" is already handled by another file. Remove one of them.`, {
    message: 'the other file',
    at: first,
  });

export const templateNames = (at: Location, path: string, first: Location, other: string): Diagnostic =>
  error(
    'template-names',
    at,
    `"${path}" and "${other}" are the same path with different parameter names. Use the same names in both.`,
    { message: 'the other spelling', at: first },
  );

export const sameDocumentPath = (at: Location, name: string, first: Location, other: string): Diagnostic =>
  error(
    'same-document-path',
    at,
    `The OpenAPI document cannot distinguish "${name}" from "${other}": its path parameters match one segment. Add "@internal" to one of them, or change a path.`,
    { message: 'the other path', at: first },
  );

export const caseClash = (at: Location, text: string, first: Location, other: string): Diagnostic =>
  error(
    'case-clash',
    at,
    text.toLowerCase() === other.toLowerCase()
      ? `"${text}" and "${other}" differ only in letter case, which some file systems ignore. Rename one of them.`
      : `"${text}" and "${other}" differ only in invisible characters. Rename one of them.`,
    { message: 'the other spelling', at: first },
  );

export const duplicateOperationId = (at: Location, id: string, first: Location): Diagnostic =>
  error(
    'duplicate-operation-id',
    at,
    `Duplicate operationId "${id}". Rename one of the functions, or start its name with "_" for no operationId.`,
    { message: 'first used here', at: first },
  );

/** @param others The files that the path can mean as well. */
export const severalFiles = (file: string, others: readonly string[]): Diagnostic =>
  warning(
    'several-files',
    locateName(file),
    `A path without an extension can mean this file, but also ${quoteAll(others)}. Bundlers differ in which one they take, so code may run that was not checked. Delete all but one, or write the extension in the path.`,
    ...others.map((other) => ({ message: 'the other file', at: locateName(other) })),
  );
