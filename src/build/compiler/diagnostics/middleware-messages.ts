import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import type { Diagnostic, Note } from './diagnostic.ts';
import type { Location, SourceText } from './source.ts';
import { renaming, replacing } from './fix.ts';
import { didYouMean, error, nearest, warning } from './report.ts';

// Mistakes in middleware files, and in the contracts of directories: docs/guides/middleware.md.

/** @param isOperation Whether the name is that of an operation. */
export const middlewareName = (at: Location, isOperation = false): Diagnostic => {
  const [extension] = /\.[cm]?[jt]s$/.exec(at.source.text) ?? [];
  return renaming(
    error(
      'middleware-name',
      at,
      isOperation
        ? 'This looks like middleware, but its name makes it an operation. Name it "_middleware". If it is an operation, add its method to the name, as in "middleware@get", and remove what is for middleware.'
        : 'This looks like middleware, but its name makes it a helper. Name it "_middleware" with .js, .mjs, .cjs, .ts, .mts or .cts. If it is a helper, choose another name.',
    ),
    extension && `_middleware${extension}`,
  );
};

/** @param contract Whether the file has a contract. */
export const noMiddleware = (
  source: SourceText,
  exports: readonly { name: string; at: Location }[],
  contract: boolean,
): Diagnostic =>
  error(
    'no-middleware',
    exports.find(({ name }) => name === 'default')?.at ?? { source, span: { start: 0, end: 0 } },
    `No middleware found. Write "export default async (ctx, next) => ..." or "module.exports = ...", or export a list or a function "authorize". A generator is not supported.${
      contract ? ' To declare only a contract, remove the code.' : ''
    }`,
    ...exports
      .filter(({ name }) => name !== 'default')
      .map(({ name, at }) => ({ message: `"${name}" is exported here, but not by default`, at })),
  );

/** Middleware that is exported by a name, in addition to what runs. */
export const namedMiddleware = (at: Location, name: string): Diagnostic =>
  error(
    'no-middleware',
    at,
    `"${name}" would not run, because only the default export is middleware. Export it by default, or in a list. If it is a helper, move it to another file.`,
  );

export const guardKind = (at: Location): Diagnostic =>
  error(
    'authorize-export',
    at,
    '"authorize" must be a function. Write "export function authorize(ctx) { ... }", which returns a boolean.',
  );

export const guardName = (at: Location, name: string): Diagnostic => {
  const isInverted = /^_?(?:un|not|non|de|dis)[-_]?auth/i.test(name);
  const meant = isInverted
    ? 'If it is a guard, export a function "authorize", which returns true for those who may.'
    : 'Did you mean "authorize"?';
  const diagnostic = error(
    'authorize-export',
    at,
    `"${name}" would not run. ${meant} If it is a helper, choose another name.`,
  );
  // Other uses of the name would get lost.
  const isUsed = at.source.text.split(name).length !== 2;
  return isInverted || isUsed ? diagnostic : replacing(diagnostic, name, 'authorize');
};

export const hiddenExports = (at: Location): Diagnostic =>
  error(
    'authorize-export',
    at,
    'This export could contain "authorize", which the build must find. Export each value by name: "export { authorize } from ...".',
  );

export const hiddenAssignment = (at: Location): Diagnostic =>
  error(
    'authorize-export',
    at,
    'This could export "authorize", which the build must find. Write "exports.authorize = ..." and, for the middleware, "exports.default = ...".',
  );

/**
 * @param name Of the export; undefined if the text does not show it.
 * @param by The export in its place.
 */
export const replacedExport = (at: Location, name: string | undefined, by?: Location): Diagnostic =>
  error(
    'lost-guard',
    at,
    `This export has no effect, because another one replaces it. ${
      name === 'default'
        ? 'Remove one of them, or export both in a list: "module.exports = [guard, log]".'
        : `Write "module.exports.${name ?? 'authorize'} = ..." below "module.exports = ...", or remove it.`
    }`,
    ...(by === undefined ? [] : [{ message: 'replaced here', at: by }]),
  );

export const guardType = (at: Location): Diagnostic =>
  error(
    'authorize-export',
    at,
    'This "authorize" would not run, because it is only a type. Export the function: "export { authorize } from ...".',
  );

export const duplicateMiddleware = (at: Location, first: Location): Diagnostic =>
  error(
    'duplicate-middleware',
    at,
    'This directory has two middleware files. Keep one of them; it may export a list.',
    { message: 'the other file', at: first },
  );

export const severalContracts = (at: Location, first: Location): Diagnostic =>
  error('several-contracts', at, 'This file has two comments with a contract, but only one applies. Merge them.', {
    message: 'the other comment',
    at: first,
  });

export const notForDirectory = (at: Location, name: string): Diagnostic =>
  warning(
    'misplaced-directive',
    at,
    `"@${name}" does not apply to a directory (ignored). Write it in the comment of each operation.`,
  );

/** @param meant The spelling that is probably meant. */
export const unplacedParameter = (at: Location, name: string, meant: string | undefined): Diagnostic =>
  replacing(
    warning(
      'unplaced-parameter',
      at,
      meant === undefined
        ? `"${name}" has no location (ignored). To declare a parameter of all operations in this directory, write "query.${name}" or "header.${name}".`
        : `"${name}" has no location (ignored). Did you mean "${meant}"?`,
    ),
    name,
    meant,
  );

export const promisedResponse = (at: Location): Diagnostic =>
  warning(
    'promised-response',
    at,
    'A response cannot be a promise, so this documents the function (ignored). To declare a response of all operations in this directory, write its type.',
  );

const includedAt = (via: readonly Location[], at: Location): [Location, ...Note[]] => {
  const [include = at, ...others] = via;
  return [
    include,
    ...others.map((other) => ({ message: 'included here', at: other })),
    ...(via.length === 0 ? [] : [{ message: 'declared here', at }]),
  ];
};

export const directoryBody = (at: Location, name: string, via: readonly Location[] = []): Diagnostic => {
  const [place, ...notes] = includedAt(via, at);
  return error(
    'directory-parameter',
    place,
    `A directory cannot declare the body, because not every method has one. Declare "${name}" in the comment of each operation.`,
    ...notes,
  );
};

export const directoryPaging = (at: Location): Diagnostic =>
  error(
    'directory-parameter',
    at,
    'A directory cannot include "paging", because not every operation returns a list. Include it in the comment of each list operation.',
  );

export const unplacedInclude = (
  at: Location,
  name: string,
  template: PathTemplate,
  via: readonly Location[],
): Diagnostic => {
  const [place, ...notes] = includedAt(via, at);
  const diagnostic = error(
    'directory-parameter',
    place,
    `"${name}" has no location, so a directory cannot include it.${
      didYouMean(name, template.names) || ` Write "query.${name}" or "header.${name}" in the definition.`
    }`,
    ...notes,
  );
  return replacing(diagnostic, name, nearest(name, template.names), at);
};

/** @param method The function that ignores the middleware it gets. */
export const ignoredMiddleware = (at: Location, method: string): Diagnostic =>
  error(
    'ineffective-guard',
    at,
    method === 'use'
      ? 'Koa\'s "use" takes one function and ignores this one. Call "use" for each of them.'
      : `"${method}" takes no middleware and ignores this. Pass it to "use" of the router, before the routes.`,
  );

export const guardAfterOperations = (at: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'This guard runs only for requests that no operation answers, because it comes after the operations. Move it before them.',
  );

export const unmountedMiddleware = (at: Location): Diagnostic =>
  warning(
    'ineffective-guard',
    at,
    'This may never run, because koa-mount has copied the middleware of the app before. Call "use" before "mount".',
  );

/** @param name The name of the header, as the code spells it. */
export const unsetHeader = (at: Location, name: string): Diagnostic =>
  warning(
    'unset-header',
    at,
    `The names of headers are in lower case here, so this is always undefined. Write "${name.toLowerCase()}", or "ctx.get('${name}')".`,
  );

/** @param missing The value if the client leaves it out. */
export const unsetComparison = (at: Location, missing: 'empty' | 'undefined'): Diagnostic =>
  warning(
    'unset-header',
    at,
    missing === 'empty'
      ? '"ctx.get" returns an empty text for a missing header, so this is never undefined or null. Compare it with \'\'.'
      : 'A value that the client leaves out is undefined, and never null. Compare it with undefined.',
  );
