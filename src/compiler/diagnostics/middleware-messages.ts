import type { Diagnostic } from './diagnostic.ts';
import type { Location, SourceText } from './source.ts';
import { error } from './report.ts';

// Middleware of the tree: spec B7.

export const middlewareName = (at: Location): Diagnostic =>
  error(
    'middleware-name',
    at,
    'This would be passed over as a helper. Name it "_middleware" with .js, .mjs, .cjs, .ts, .mts or .cts to wrap the operations of its directory; if it is a helper, give it another name.',
  );

export const noMiddleware = (source: SourceText, exports: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'no-middleware',
    exports.find(({ name }) => name === 'default')?.at ?? { source, span: { start: 0, end: 0 } },
    'No middleware: write "export default async (ctx, next) => ..." (or "module.exports = ..."), a function of Koa\'s kind, not a generator, or a list of them.',
    ...exports
      .filter(({ name }) => name !== 'default')
      .map(({ name, at }) => ({ message: `"${name}" is exported here, and not by default`, at })),
  );

export const duplicateMiddleware = (at: Location, first: Location): Diagnostic =>
  error(
    'duplicate-middleware',
    at,
    'Another file of this directory is its middleware already. Keep one of the two; it may export a list.',
    { message: 'the other file', at: first },
  );
