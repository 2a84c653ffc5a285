import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { addingSecurity, replacing } from './fix.ts';
import { error, warning } from './report.ts';

// Lines that are valid, but have another meaning than intended: docs/reference/directives.md.

/** @param correct In brackets; without them for a path parameter, which cannot be optional. */
export const optionalName = (at: Location, name: string, correct: string): Diagnostic => {
  const advice = correct.startsWith('[')
    ? `Mark it as optional with brackets: "${correct}".`
    : `A path parameter cannot be optional. Write "${correct}".`;
  const diagnostic = error('optional-name', at, `"${name}" is not a valid name. ${advice}`);
  return replacing(diagnostic, name, correct.includes('...') ? undefined : correct);
};

/** @param facets With their parentheses. */
export const nameBeforeFacets = (at: Location, directive: string, type: string, facets: string): Diagnostic =>
  error(
    'missing-name',
    at,
    `Missing name. Write it between the type and the parentheses: "@${directive} {${type}} name ${facets} - description".`,
  );

/** @param correct The name and its facets; undefined if the facets are incomplete. */
export const spaceBeforeFacets = (at: Location, name: string, correct: string): Diagnostic =>
  error('facet-space', at, `The name "${name}" ends at the parenthesis. Add a space before it: "${correct}".`);

/** @param correct Undefined for a path parameter, which cannot have a default. */
export const defaultOutside = (at: Location, correct: string | undefined): Diagnostic =>
  error(
    'optional-name',
    at,
    correct === undefined
      ? 'A path parameter cannot have a default. Remove it.'
      : `This default is outside the brackets, so it is ignored. Write "${correct}".`,
  );

export const textAfterBracket = (at: Location, text: string, correct: string): Diagnostic =>
  error('optional-name', at, `"${text}" is outside the brackets. If it is part of the name, write "${correct}".`);

export const colonAfterPlace = (at: Location, place: string, name: string): Diagnostic =>
  replacing(
    warning(
      'unknown-place',
      at,
      `"${place}:" is not a parameter location, so it becomes part of the name. Write a dot: "${place}.${name}". If not, start with the location: "body.${place}:${name}".`,
    ),
    `${place}:${name}`,
    `${place}.${name}`,
  );

/** @param correct The type, the status and the media type in their order. */
export const typeAfterStatus = (at: Location, directive: string, correct: string): Diagnostic =>
  error(
    'missing-type',
    at,
    `The type is at the end, so it is part of the description. Write it first: "@${directive} ${correct} - description".`,
  );

export const bareStatus = (at: Location, text: string, correct: string): Diagnostic =>
  error(
    'invalid-status',
    at,
    `"${text}" is not a valid response status. Write one status per line, without parentheses: "${correct}".`,
  );

export const namedStatus = (at: Location, name: string, correct: string): Diagnostic =>
  error('invalid-status', at, `"${name}" is the name of a status. Write its number: "${correct}".`);

/** @param text A status with the letter O in it. */
export const lettersInStatus = (at: Location, text: string): Diagnostic => {
  const status = text.replace(/o/gi, '0');
  const message = `"${text}" has the letter O in place of a zero. Write the status with digits: "${status}".`;
  return replacing(error('invalid-status', at, message), text, status);
};

/** @param text The values as they are written. */
export const severalDefaults = (at: Location, text: string): Diagnostic =>
  error(
    'invalid-sample',
    at,
    `Only one value can be the default. List all values in the type, as in "{${text}}", and write one of them as the default.`,
  );

/**
 * A line that names a security scheme, but requires nothing: an extension, or text.
 *
 * @param scheme The name of the scheme.
 */
export const unenforcedSecurity = (at: Location, scheme: string): Diagnostic => {
  const name = at.source.text.slice(at.span.start, at.span.end);
  const remedy = 'If everyone may call the operation, write "@security none".';
  return name.startsWith('@')
    ? replacing(
        addingSecurity(
          warning('misspelled-security', at, `"${name}" is an extension, so it requires nothing.`),
          `Did you mean "@security"? ${remedy}`,
        ),
        name.slice(1),
        'security',
      )
    : addingSecurity(
        warning('misspelled-security', at, 'This line is plain text, so it requires nothing.'),
        `Write "@security ${scheme}". ${remedy}`,
      );
};
