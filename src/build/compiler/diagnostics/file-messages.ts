import type { Method } from '../../../shared/contract/operation.ts';
import { METHODS } from '../../../shared/contract/operation.ts';
import type { TemplateFault } from '../../../shared/contract/path-template.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { locateName } from './source.ts';
import { renaming } from './fix.ts';
import { didYouMean, error, nearest, quoteAll, warning } from './report.ts';

const LOWER = METHODS.map((method) => method.toLowerCase());

// Mistakes in file and directory names: docs/guides/routing.md.

export const nameCharacter = (at: Location, character: string): Diagnostic =>
  error(
    'name-character',
    at,
    `"${character}" is not allowed in the name of a file or directory: a request path cannot contain it. Rename it.`,
  );

export const nameSpace = (at: Location): Diagnostic =>
  error(
    'name-character',
    at,
    'The name of a file or directory cannot begin or end with white space: readers do not see it, and Windows removes it. Rename it.',
  );

export const dotSegment = (at: Location): Diagnostic =>
  error(
    'path-template',
    at,
    'No request can reach the segments "." and "..": clients resolve them before they send a request. Rename it.',
  );

export const webhookName = (at: Location): Diagnostic =>
  error(
    'path-template',
    at,
    'A webhook has a fixed name: no parameters, and at least one character before "@". Name the file "order.created@post.ts".',
  );

export const unknownMethod = (at: Location, name: string): Diagnostic =>
  renaming(
    error(
      'unknown-method',
      at,
      name === ''
        ? 'Missing method after "@". Name the file "@get.ts" or "photo@post.ts", or remove the "@".'
        : `Unknown HTTP method "${name}".${didYouMean(name, LOWER) || ` Use one of ${quoteAll(LOWER)}.`} If the "@" belongs to the path, add the method after it: "${name}@get".`,
    ),
    nearest(name, LOWER),
  );

export const unservedMethod = (at: Location, method: Method): Diagnostic =>
  warning(
    'unserved-method',
    at,
    `This version of Node.js does not accept ${method} requests. Serve this operation on a version whose "http.METHODS" includes "${method}".`,
  );

const TEMPLATE_FAULTS: Readonly<Record<TemplateFault['kind'], string>> = {
  'unbalanced-brace': 'Unbalanced brace. Write a path parameter as "{name}".',
  'empty-name': 'This path parameter has no name. Write "{name}".',
  'adjacent-parameters': 'These path parameters are adjacent, so their boundary is ambiguous. Put text between them.',
  'repeated-name': 'Two parameters of this path have the same name. Rename one of them.',
  'reserved-name': '"__proto__" is not a valid parameter name. Rename it.',
  'mixed-rest':
    'A parameter that takes the rest of the path is a whole segment. Remove the text around it, or the "...".',
  'inner-rest':
    'A parameter that takes the rest of the path is the last segment. Remove the "...", or what follows it.',
};

export const pathTemplate = (at: Location, kind: TemplateFault['kind']): Diagnostic =>
  error('path-template', at, TEMPLATE_FAULTS[kind]);

export const foreignParameter = (at: Location, text: string, name: string): Diagnostic =>
  renaming(
    warning(
      'foreign-parameter',
      at,
      `"${text}" is literal text, not a path parameter. Write "{${name}}", which matches one segment of a path${/[.*+]/.test(text) ? `, or "{${name}...}", which matches the rest of it` : ''}.`,
    ),
    // Optional segments have no equivalent, the rest is the last segment, and "[id].get" could mean a method.
    /[.?*+]|^\[\[/.test(text) || !/^(?:$|[/@]|\.[cm]?[jt]s$)/.test(at.source.text.slice(at.span.end))
      ? undefined
      : `{${name}}`,
  );

export const foreignRest = (at: Location, text: string, name: string): Diagnostic =>
  renaming(
    warning(
      'foreign-parameter',
      at,
      `"${text}" matches one segment of a path. To match the rest of the path, write "{${name}...}".`,
    ),
    /^\/?(?:$|@|\.[cm]?[jt]s$)/.test(at.source.text.slice(at.span.end)) ? `{${name}...}` : undefined,
  );

/**
 * @param path The path that the file serves.
 * @param extension That of the file, with its dot.
 */
export const indexFile = (at: Location, path: string, extension: string): Diagnostic =>
  warning(
    'index-file',
    at,
    `"index" has no special meaning: this file serves "${path}". To serve its directory, name the file by its method, as in "@get${extension}". If the path ends in "index", name it "index@get${extension}".`,
  );

/** @param path The path that the file serves. */
export const foreignMethod = (at: Location, path: string): Diagnostic => {
  const { text } = at.source;
  const end = text.slice(at.span.start, at.span.end);
  const name = text.slice(text.lastIndexOf('/', at.span.end) + 1, at.span.end);
  const extension = text.slice(at.span.end);
  const correct = `@${end.split('.').at(-1)!.toLowerCase()}`;
  const before = name.slice(0, name.length - end.length);
  return renaming(
    warning(
      'method-file',
      at,
      `"${end}" does not set the method: this file serves "GET ${path}". Name it "${before}${correct}${extension}". If the path ends in "${end}", name it "${name}@get${extension}".`,
    ),
    correct,
  );
};

export const missingExtension = (file: string): Diagnostic =>
  warning(
    'missing-extension',
    locateName(file),
    /[\s.]$/.test(file)
      ? 'The name of this file ends with white space or a dot, so it is not an operation. Rename it.'
      : 'This file has no extension, so it is not an operation. Add ".ts" or ".js" to its name.',
  );

export const jsxFile = (file: string): Diagnostic =>
  warning(
    'jsx-file',
    locateName(file, file.lastIndexOf('.')),
    'A JSX file is not an operation. Rename it to .js, .mjs, .cjs, .ts, .mts or .cts. If it is a helper, start its name with "_".',
  );

// The limits of sizes and of nesting.

export const nestingLimit = (at: Location, limit: number): Diagnostic =>
  error('size-limit', at, `Types can nest ${limit} levels deep. Move the inner ones to separate definitions.`);

export const referenceLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" refers to others through more than ${limit} references, one in another. Merge some of these definitions.`,
  );

export const includeLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" includes others through more than ${limit} includes, one in another. Merge some of these definitions.`,
  );

export const combinationLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" combines more than ${limit} schemas, each counted as often as it is referred to. Refer to each of them once.`,
  );

export const propertyLimit = (at: Location, name: string, limit: string): Diagnostic =>
  error(
    'size-limit',
    at,
    `The properties of "${name}" combine ${limit}. Properties that several of its schemas declare need the same schema.`,
  );

export const expansionLimit = (at: Location, name: string, limit: number): Diagnostic =>
  error(
    'size-limit',
    at,
    `"${name}" expands to more than ${limit} types. Export the types that it repeats: exported types are referenced instead of copied.`,
  );

export const bracketLimit = (at: Location, limit: number): Diagnostic =>
  error('size-limit', at, `Brackets can nest ${limit} levels deep. Move inner parts to separate constants or types.`);

/** @param id The virtual module, which a bundle for browsers imports. */
export const browserImport = (at: Location, id: string): Diagnostic =>
  error(
    'browser-import',
    at,
    `"${id}" has the code of your operations, which browsers would get with all its secrets. Import "virtual:operations/client" to call the API, or "virtual:operations/openapi" to describe it.`,
  );
