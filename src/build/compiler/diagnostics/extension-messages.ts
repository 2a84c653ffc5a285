import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { replacing } from './fix.ts';
import { didYouMean, warning } from './report.ts';

// Mistakes in metadata for middleware: docs/guides/middleware.md.

/** @param usual The same name in the letter case of other lines. */
export const extensionCase = (at: Location, name: string, usual: string): Diagnostic =>
  replacing(
    warning(
      'unknown-directive',
      at,
      `"@${name}" isn't "@${usual}", as other comments have it: code that reads "${usual}" doesn't find it. Use one spelling.`,
    ),
    name,
    usual,
  );

/**
 * @param name The name that the code reads.
 * @param known Those of all comments.
 */
export const unmatchedExtension = (at: Location, name: string, known: readonly string[]): Diagnostic => {
  const isValid = name.startsWith('x-');
  const hint = didYouMean(isValid ? name : `x-${name}`, known);
  return warning(
    'unmatched-extension',
    at,
    isValid
      ? `No operation or directory has a line "@${name}", so "${name}" is always undefined here.${hint} A guard that reads it may refuse no request. Write the name that the comments have.`
      : `The names of extensions begin with "x-", so "${name}" is always undefined here.${hint} A guard that reads it may refuse no request. Write the name as the comments have it.`,
  );
};

/** An extension that code reads of the operation itself. */
export const misplacedExtension = (at: Location, name: string): Diagnostic =>
  warning(
    'unmatched-extension',
    at,
    `"ctx.operation" has no "${name}", so it is always undefined here. Write "ctx.operation.extensions?.['${name}']".`,
  );

/**
 * A line whose name is nearly one that code reads.
 *
 * @param read The name that the code reads, and where.
 */
export const unreadExtension = (at: Location, name: string, read: string, readAt: Location): Diagnostic =>
  replacing(
    warning(
      'unmatched-extension',
      at,
      `No code reads "@${name}", so it guards nothing. Did you mean "@${read}"? If it isn't for middleware, choose a name that differs more.`,
      { message: 'read here', at: readAt },
    ),
    name,
    read,
  );

/** A line with a value that only tools can read, although code reads the name. */
export const unreadableExtension = (at: Location, name: string, readAt: Location): Diagnostic =>
  warning(
    'unmatched-extension',
    at,
    `Code can't read this value of "@${name}", so a guard that reads it may refuse no request. Write a text, a number, a boolean or a list of them.`,
    { message: 'read here', at: readAt },
  );

/** A line with one value, although code uses it as a list. */
export const singleExtension = (at: Location, name: string, value: unknown, readAt: Location): Diagnostic =>
  warning(
    'unmatched-extension',
    at,
    `Code uses the value of "@${name}" as a list, but this one isn't, so a guard that reads it may refuse no request. Write ${typeof value === 'boolean' ? 'a list, such as "[admin]"' : `"[${String(value)}]"`}.`,
    { message: 'read here', at: readAt },
  );
