import type { Diagnostic, OperationTest, TextTest } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, warning } from './report.ts';

// Code that compares a path, a method or an operation with a text: docs/guides/authentication.md.

/**
 * @param character The first one that no path contains.
 * @param spelling The text as requests spell it, if it is that of a path.
 */
export const unmatchedPath = (at: Location, character: string, spelling: string | undefined): Diagnostic => {
  const compare = spelling === undefined ? '' : `, or compare "${spelling}"`;
  const guard = 'Guard the operations by a "_middleware" file';
  const [reason, remedy] = /[?#]/.test(character)
    ? ['has no query and no fragment', 'Compare the text before it, and "ctx.query"']
    : /[{}]/.test(character)
      ? ['has the values of parameters', guard]
      : ['is percent-encoded', `${guard}${compare}`];
  return warning('unmatched-path', at, `"ctx.path" ${reason}, so it never contains "${character}". ${remedy}.`);
};

export const unmatchedStart = (at: Location, text: string): Diagnostic =>
  warning('unmatched-path', at, `"ctx.path" begins with "/", so it never begins with "${text}". Write the slash.`);

/** A text with `*` or `:name`, as routers have them. */
export const unmatchedPattern = (at: Location): Diagnostic =>
  warning(
    'unmatched-path',
    at,
    '"ctx.path" has the values of parameters, so it never matches "*" or ":name". Guard the operations by a "_middleware" file.',
  );

/** A text that `ctx.originalUrl` is compared with. */
export const rawPath = (at: Location): Diagnostic =>
  warning(
    'unmatched-path',
    at,
    '"ctx.originalUrl" is the path as the client has spelled it, so "/%61dmin" is not "/admin" there. Compare "ctx.path", which has one spelling.',
  );

/** @param field `url`, `href` or `originalUrl`. */
export const passedByQuery = (at: Location, field: string): Diagnostic =>
  warning(
    'unmatched-path',
    at,
    `"ctx.${field}" has the query, so a client that adds "?a=/login" or a similar text passes at every path. Compare "ctx.path".`,
  );

/** @param text The method in lower case, unless it is in a regular expression. */
export const unmatchedMethod = (at: Location, text: string | undefined): Diagnostic => {
  const [never, write] = text === undefined ? ['one', 'them in upper case'] : [`"${text}"`, `"${text.toUpperCase()}"`];
  return warning('unmatched-method', at, `Methods are in upper case, so this never matches ${never}. Write ${write}.`);
};

/**
 * @param matched A path that the guard is for.
 * @param missed Another one that the same operation answers.
 */
export const unmatchedSpelling = (at: Location, matched: string, missed: string): Diagnostic =>
  warning(
    'unmatched-path',
    at,
    `This guard matches "${matched}", but not "${missed}", which the same operation answers. Guard it by a "_middleware" file or "authorize".`,
  );

/** @param prefix That of the option `base`, and of a version. */
export const missedPrefix = (at: Location, { extent, text }: TextTest, prefix: string): Diagnostic => {
  const remedies: Partial<Record<TextTest['extent'], string>> = {
    pattern: `Add "${prefix}" to the pattern`,
    segment: 'Compare a later segment',
  };
  const remedy = remedies[extent] ?? `Write "${prefix}${text}"`;
  return warning(
    'unmatched-path',
    at,
    `"ctx.path" begins with "${prefix}" for these operations, so this guard never matches one. ${remedy}, or guard them by a "_middleware" file.`,
  );
};

/**
 * @param matched A path that the guard is for.
 * @param missed The same path of another version.
 */
export const missedVersion = (at: Location, matched: string, missed: string, version: string): Diagnostic =>
  warning(
    'unmatched-path',
    at,
    `This guard matches "${matched}", but not "${missed}" of version "${version}". Match the paths of all versions, or guard the operations by a "_middleware" file, which runs for all versions.`,
  );

const HOW = { start: 'begins with', end: 'ends with', part: 'contains', segment: 'has the segment' };

/**
 * @param test The text that the code expects of the field.
 * @param known The texts of all operations.
 */
export const unmatchedOperation = (
  at: Location,
  { field, extent, text }: OperationTest,
  known: readonly string[],
): Diagnostic => {
  const whole = { operationId: 'has the operationId', id: 'is in the file', path: 'has the path' };
  const missing =
    extent === 'whole'
      ? `No operation ${whole[field]} "${text}"`
      : `No operation has ${field === 'path' ? 'a' : 'an'} "${field}" that ${extent === 'pattern' ? 'matches this' : `${HOW[extent]} "${text}"`}`;
  const suggestion = extent === 'whole' ? didYouMean(text, known) : likely(text, extent, known);
  return warning(
    'unmatched-operation',
    at,
    `${missing}, so "ctx.operation.${field}" never matches it.${suggestion} If the operation has been renamed, write its new name.`,
  );
};

/**
 * @param matched A path below the one of the operation that the guard misses.
 * @param missed That operation.
 */
export const missedOperation = (
  at: Location,
  matched: string,
  { path, id }: { readonly path: string; readonly id: string },
): Diagnostic =>
  warning(
    'unmatched-operation',
    at,
    `This guard matches "${matched}", but not "${path}" of "${id}". Compare "${path}" too, or guard both by a "_middleware" file or "authorize".`,
  );

/** The text with or without a slash, if that's the start of a text. */
function likely(text: string, extent: string, known: readonly string[]): string {
  const other = text.startsWith('/') ? text.slice(1) : `/${text}`;
  return extent === 'start' && known.some((each) => each.startsWith(other)) ? ` Did you mean "${other}"?` : '';
}
