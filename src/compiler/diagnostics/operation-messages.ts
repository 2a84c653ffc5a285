import type { PathTemplate } from '../../contract/path-template.ts';
import type { Method } from '../../contract/operation.ts';
import type { Diagnostic, Note } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, error, warning } from './report.ts';

// What the whole operation shows.

const included = (via: readonly Location[] | undefined): Note[] =>
  (via ?? []).map((at) => ({ message: 'included here', at }));

export const notInPath = (at: Location, name: string, template: PathTemplate, via?: readonly Location[]): Diagnostic =>
  error(
    'not-in-path',
    at,
    `The path ${template.text} has no parameter "{${name}}".${didYouMean(name, template.names)} A file's directories give the path.`,
    ...included(via),
  );

export const optionalPathParameter = (at: Location, name: string, via?: readonly Location[]): Diagnostic =>
  error(
    'optional-path-parameter',
    at,
    `"${name}" is in the path, and a path is not without its parameters. Remove the brackets.`,
    ...included(via),
  );

export const undeclaredPathParameter = (
  at: Location,
  name: string,
  comment: Location,
  meant?: { readonly name: string; readonly at: Location },
): Diagnostic =>
  warning(
    'undeclared-path-parameter',
    at,
    `The comment says nothing of "{${name}}", so it is any string. Add "@param {string} ${name} - ...".`,
    ...(meant === undefined
      ? []
      : [{ message: `"${meant.name}" is not in the path; did you mean "${name}"?`, at: meant.at }]),
    {
      message: 'the comment is here',
      at: comment,
    },
  );

export const noList = (at: Location): Diagnostic =>
  error(
    'no-list',
    at,
    'An operation that includes "paging" answers with a list. Write "@returns {T[]}", or "@returns {Page<T>}" for a list with its place and total.',
  );

export const bodyMethod = (at: Location, method: Method): Diagnostic =>
  error(
    'body-method',
    at,
    `A ${method} request has no body to speak of (RFC 9110, 9.3). Put this into the query, or use another method.`,
  );

export const fileWithoutMultipart = (at: Location, name: string): Diagnostic =>
  error(
    'file-without-multipart',
    at,
    `"${name}" is a file, and files do not travel in JSON. Add "@consumes multipart/form-data".`,
  );

export const formShape = (at: Location, mediaType: string): Diagnostic =>
  error('form-shape', at, `${mediaType} has named fields, so the body must be an object.`);

export const nothingToConsume = (at: Location): Diagnostic =>
  warning(
    'nothing-to-consume',
    at,
    'This operation has no body to consume. Declare one with "@param {type} body", or remove the directive.',
  );

export const noContainer = (at: Location, what: string, whole: Location): Diagnostic =>
  error('no-container', at, `This is a part of something that is not ${what}.`, {
    message: 'declared here',
    at: whole,
  });

export const unknownScheme = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error(
    'unknown-scheme',
    at,
    `There is no security scheme "${name}".${didYouMean(name, known)} Schemes are declared in openapi.yaml of the definitions, under components.securitySchemes.`,
  );
