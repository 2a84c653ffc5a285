import { METHODS } from '../../contract/operation.ts';
import type { TemplateFault } from '../../contract/path-template.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, error, warning } from './report.ts';

const LOWER = METHODS.map((method) => method.toLowerCase());

// File names: spec A1, B1.

export const nameCharacter = (at: Location, character: string): Diagnostic =>
  error(
    'name-character',
    at,
    `"${character}" cannot stand in the name of an operation's file or directory: no request path could have it as it is. Rename it.`,
  );

export const unknownMethod = (at: Location, name: string): Diagnostic =>
  error(
    'unknown-method',
    at,
    name === ''
      ? 'No method follows the "@". Name the file "@get.ts" or "photo@post.ts", or drop the "@".'
      : `"${name}" is no HTTP method; there are ${LOWER.join(', ')}.${didYouMean(name, LOWER)} Where the "@" belongs to the path, name the method after it: "${name}@get".`,
  );

const TEMPLATE_FAULTS: Readonly<Record<TemplateFault['kind'], string>> = {
  'unbalanced-brace': 'A brace without its partner. A path parameter is written "{name}".',
  'empty-name': 'A path parameter needs a name: write "{name}".',
  'adjacent-parameters':
    'Two parameters side by side: no one could tell where the first one ends. Put text between them.',
  'repeated-name': 'Two parameters of one path have the same name. Rename one of them.',
  'reserved-name': '"__proto__" cannot be the name of a parameter. Rename it.',
};

export const pathTemplate = (at: Location, kind: TemplateFault['kind']): Diagnostic =>
  error('path-template', at, TEMPLATE_FAULTS[kind]);

export const foreignParameter = (at: Location, text: string, name: string): Diagnostic =>
  warning(
    'foreign-parameter',
    at,
    `"${text}" is a text like any other here. A path parameter is written "{${name}}", and is one segment of a path.`,
  );

export const jsxFile = (file: string): Diagnostic =>
  warning(
    'jsx-file',
    { source: { file, text: file, isPath: true }, span: { start: file.lastIndexOf('.'), end: file.length } },
    'This is no operation: a handler is .js, .mjs, .cjs, .ts, .mts or .cts. Rename it, or start its name with "_" to keep it as a helper.',
  );
