import type { Diagnostic } from './diagnostic.ts';
import type { Location, SourceText } from './source.ts';
import { error } from './report.ts';

// The handler: spec B2.

export const syntaxError = (at: Location, message: string, help: string | null): Diagnostic =>
  error('syntax-error', at, `This does not parse: ${message.replace(/\.?$/, '.')}${help === null ? '' : ` ${help}.`}`);

export const noHandler = (source: SourceText, exports: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'no-handler',
    { source, span: { start: 0, end: 0 } },
    'No handler: an operation exports one function. Write "export default (ctx) => ..." (or "module.exports = ..."),' +
      ' or start the name of the file with "_" if it is a helper.',
    ...exports.map(({ name, at }) => ({ message: `"${name}" is exported here, and is not seen to be a function`, at })),
  );

export const severalHandlers = (candidates: readonly { name: string; at: Location }[]): Diagnostic =>
  error(
    'several-handlers',
    candidates[0]!.at,
    `More than one function is exported, and none by default: ${candidates.map(({ name }) => `"${name}"`).join(', ')}. Export the handler by default.`,
    ...candidates.slice(1).map(({ name, at }) => ({ message: `"${name}" is exported here`, at })),
  );

export const generatorHandler = (at: Location): Diagnostic =>
  error(
    'generator-handler',
    at,
    'A handler cannot be a generator. Use a function, async where it waits; to stream, return a stream: Readable.from(rows).',
  );

export const otherOperation = (at: Location, name: string, id: string | undefined, key: string): Diagnostic =>
  error(
    'other-operation',
    at,
    id === undefined && !/\s/.test(name)
      ? `This operation is typed as "${name}" and has no operationId. Name the function "${name}", or write "${key}".`
      : `This operation is typed as "${name}" and is "${id ?? key}". Write "${id ?? key}".`,
  );

export const dynamicRequire = (at: Location): Diagnostic =>
  error(
    'dynamic-require',
    at,
    'require() takes a text here: in a bundle there is no file left to look up at run time. Write the name out, or use import().',
  );
