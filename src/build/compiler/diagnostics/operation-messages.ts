import type { PathTemplate } from '../../../shared/contract/path-template.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';
import type { Method } from '../../../shared/contract/operation.ts';
import type { Diagnostic, Edit, Fix, Note } from './diagnostic.ts';
import type { Location } from './source.ts';
import { addLine, fixedBy, replacing, withFix } from './fix.ts';
import { didYouMean, error, nearest, warning } from './report.ts';

// Mistakes that only the whole operation shows.

const included = (via: readonly Location[] | undefined): Note[] =>
  (via ?? []).map((at) => ({ message: 'included here', at }));

export const notInPath = (at: Location, name: string, template: PathTemplate, via?: readonly Location[]): Diagnostic =>
  replacing(
    error(
      'not-in-path',
      at,
      `The path "${template.text}" has no parameter "${name}".${didYouMean(name, template.names) || ` Remove it, or add "{${name}}" to the name of the file or a directory.`}`,
      ...included(via),
    ),
    name,
    nearest(name, template.names),
  );

export const restType = (at: Location, name: string, via?: readonly Location[]): Diagnostic =>
  error(
    'rest-type',
    at,
    `"${name}" takes the rest of the path, so it must be a string. Change its type, or remove the "..." from the name of the file or directory.`,
    ...included(via),
  );

export const undroppableRequest = (at: Location): Diagnostic =>
  error(
    'undroppable-value',
    at,
    'readOnly applies to this whole body, which the handler would still get: only properties can be dropped. Move readOnly to a property, or remove it.',
  );

export const undroppableResponse = (at: Location, status: string): Diagnostic =>
  error(
    'undroppable-value',
    at,
    `writeOnly applies to the whole response ${status}, which clients would still get: only properties can be dropped. Move writeOnly to a property, or remove it.`,
  );

export const undroppableTest = (at: Location, keyword: string): Diagnostic =>
  error(
    'undroppable-value',
    at,
    `"${keyword}" has no effect in "not", "if" or "propertyNames", which only test values. Move it to a schema that declares the property, or remove it.`,
  );

export const optionalPathParameter = (at: Location, name: string, via?: readonly Location[]): Diagnostic =>
  withFix(
    error(
      'optional-path-parameter',
      at,
      `Path parameter "${name}" cannot be optional. Remove the brackets.`,
      ...included(via),
    ),
    withoutBrackets(at),
  );

const withoutBrackets = ({ source, span }: Location): Fix | undefined => {
  const [before] = /\[\s*$/.exec(source.text.slice(0, span.start)) ?? [];
  const [after] = /^[^\]\n]*\]/.exec(source.text.slice(span.end)) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const at = { source, span: { start: span.start - before.length, end: span.end + after.length } };
  return { title: 'Remove the brackets', edits: [{ at, text: source.text.slice(span.start, span.end) }] };
};

export const undeclaredPathParameter = (
  at: Location,
  name: string,
  comment: Location,
  meant?: { readonly name: string; readonly at: Location },
): Diagnostic =>
  withFix(
    warning(
      'undeclared-path-parameter',
      at,
      `Path parameter "${name}" is not declared, so it accepts any string. Add "@param {string} ${name} - ...".`,
      ...(meant === undefined
        ? []
        : [{ message: `"${meant.name}" is not in the path; did you mean "${name}"?`, at: meant.at }]),
      { message: 'the comment is here', at: comment },
    ),
    meant === undefined
      ? { title: `Declare "${name}"`, edits: [addLine(comment, `@param {string} ${name} - The ${name}`)] }
      : replacing({ ...warning('undeclared-path-parameter', meant.at, '') }, meant.name, name).fix,
  );

export const undeclaredStatus = (at: Location, status: number, comment: Location): Diagnostic =>
  fixedBy(
    warning(
      'undeclared-status',
      at,
      `The contract does not declare ${status}, so the document and the client lack this error. Add "@throws ${status} - ...".`,
      { message: 'the comment is here', at: comment },
    ),
    `Declare ${status}`,
    addLine(comment, `@throws ${status}`),
  );

export const bodyMethod = (at: Location, method: Method): Diagnostic =>
  error(
    'body-method',
    at,
    `${method} requests have no body (RFC 9110, 9.3). Move this parameter to the query, or use another method.`,
  );

export const fileWithoutMultipart = (at: Location, name: string): Diagnostic =>
  error(
    'file-without-multipart',
    at,
    `"${name}" is a file, but JSON cannot contain files. Add "@consumes multipart/form-data".`,
  );

export const unsentFile = (at: Location, name: string): Diagnostic =>
  warning(
    'unsent-file',
    at,
    name === '*'
      ? 'No form can contain these files: the objects with them need declared names. Declare the objects, or move the files out of them.'
      : `No form can contain a file this deep in "${name}". Make it a field of the form, or a property of an object that is one.`,
  );

export const formShape = (at: Location, mediaType: string): Diagnostic =>
  error(
    'form-shape',
    at,
    `"${mediaType}" consists of named fields, so the body must be an object. Declare its fields, or use another media type.`,
  );

export const unreadableBody = (at: Location, mediaType: string): Diagnostic =>
  error(
    'unreadable-body',
    at,
    `The server cannot parse "${mediaType}", and plain text never matches this type. Declare "@param {string} body" or "@param {file} body" and parse it in the handler, or use a JSON media type.`,
  );

/** @param hasOthers Whether the operation has a body for other media types. */
export const nothingToConsume = (at: Location, hasOthers = false): Diagnostic =>
  warning(
    'nothing-to-consume',
    at,
    hasOthers
      ? 'This media type has no body: with several "@param {type} body", each belongs to the "@consumes" above it. Add one below, or remove "@consumes".'
      : 'This operation has no request body. Declare one with "@param {type} body", or remove "@consumes".',
  );

function isWholeBody({ source, span }: Location): boolean {
  return source.text.slice(span.start, span.end) === 'body';
}

export const noContainer = (at: Location, what: string, parent: Location): Diagnostic =>
  error(
    'no-container',
    at,
    isWholeBody(parent)
      ? 'This would be a property of "body", which is the whole request body and not an object. For a property with the name "body", write "body.body".'
      : `This is nested in a value that is not ${what}. Change the type of that value, or remove this line.`,
    { message: 'declared here', at: parent },
  );

/**
 * @param scheme The scheme before it.
 * @param isScheme Whether it is the name of a scheme, not a word between two.
 */
export const schemeAsScope = (at: Location, scope: string, scheme: string, isScheme: boolean): Diagnostic =>
  error(
    'unknown-scheme',
    at,
    `"${scope}" is a scope of "${scheme}" here, not ${isScheme ? 'another scheme' : 'a word between two schemes'}. To require two schemes, write "@security ${scheme}, ${isScheme ? scope : '...'}". To accept either, write two lines.`,
  );

/** @param plain The line without signs around its names. */
export const unknownScheme = (at: Location, name: string, known: readonly string[], plain?: Edit): Diagnostic => {
  const line = isComponentName(name) ? undefined : plain;
  const meant = line === undefined ? didYouMean(name, known) : ` Did you mean "@security ${line.text}"?`;
  const diagnostic = error(
    'unknown-scheme',
    at,
    `Unknown security scheme "${name}".${meant || ' Declare it under "components.securitySchemes" in the openapi.yaml of your definitions.'}`,
  );
  return line === undefined ? replacing(diagnostic, name, nearest(name, known)) : withLine(diagnostic, line);
};

/** @param plain The line without signs around its names. */
export const strayInScope = (at: Location, scope: string, plain: Edit | undefined): Diagnostic =>
  withLine(
    error(
      'unknown-scheme',
      at,
      `"${scope}" is a scope here, with its signs. Write the names alone, with spaces between them: "@security ${plain?.text ?? 'scheme scope'}".`,
    ),
    plain,
  );

const withLine = (diagnostic: Diagnostic, plain: Edit | undefined): Diagnostic =>
  withFix(diagnostic, plain && { title: `Write "@security ${plain.text}"`, edits: [plain] });
