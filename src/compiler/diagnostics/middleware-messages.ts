import type { Diagnostic } from './diagnostic.ts';
import type { Location, SourceText } from './source.ts';
import { error } from './report.ts';

// Mistakes in middleware files: docs/middleware.md.

export const middlewareName = (at: Location): Diagnostic =>
  error(
    'middleware-name',
    at,
    'This looks like middleware, but its name makes it a helper. Name it "_middleware" with .js, .mjs, .cjs, .ts, .mts or .cts. If it is a helper, choose another name.',
  );

export const noMiddleware = (source: SourceText, exports: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'no-middleware',
    exports.find(({ name }) => name === 'default')?.at ?? { source, span: { start: 0, end: 0 } },
    'No middleware found. Write "export default async (ctx, next) => ..." or "module.exports = ...", or export a list. A generator is not supported.',
    ...exports
      .filter(({ name }) => name !== 'default')
      .map(({ name, at }) => ({ message: `"${name}" is exported here, but not by default`, at })),
  );

export const duplicateMiddleware = (at: Location, first: Location): Diagnostic =>
  error(
    'duplicate-middleware',
    at,
    'This directory has two middleware files. Keep one of them; it may export a list.',
    { message: 'the other file', at: first },
  );
