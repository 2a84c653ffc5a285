import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { withFix } from './fix.ts';
import { error, warning } from './report.ts';

// Mistakes in the line of a response: its type, status, headers and media types.

/** @param type The first word of the response, if it is the name of a type. */
export const untypedResponse = (at: Location, type: string | undefined): Diagnostic =>
  warning(
    'untyped-response',
    at,
    `No type given, so the response has no body (204). ${
      type === undefined ? 'Write "@returns {Pet} The new pet"' : `Write the type in braces: "{${type}}"`
    }${type === 'void' ? '.' : ', or "{void}" for no body.'}`,
  );

export const invalidStatus = (at: Location, status: string): Diagnostic =>
  error(
    'invalid-status',
    at,
    `"${status}" is not a valid response status. Use 100 to 599, a class such as "4XX", or "default".`,
  );

export const statusAsType = (at: Location, type: string, correct: string): Diagnostic =>
  error(
    'status-as-type',
    at,
    `Braces hold a type, but "${type}" is a status. Write the status after the type, or alone: "${correct}".`,
  );

export const thrownStatus = (at: Location, status: string): Diagnostic =>
  error('thrown-status', at, `"@throws" is for errors, but ${status} is not an error status. Use "@returns".`);

export const bodilessStatus = (at: Location, status: string): Diagnostic =>
  withFix(
    error(
      'bodiless-status',
      at,
      `A ${status} response has no body (RFC 9110, 15). Write "{void}", or use another status.`,
    ),
    at.source.text[at.span.start - 1] === '{'
      ? { title: 'Replace the type with "void"', edits: [{ at, text: 'void' }] }
      : undefined,
  );

export const headerName = (at: Location, name: string): Diagnostic =>
  error(
    'header-name',
    at,
    `"${name}" is not a valid header or cookie name (RFC 9110, 5.6.2). Use letters, digits and "-".`,
  );

export const invalidMediaType = (at: Location, text: string): Diagnostic =>
  error('invalid-media-type', at, `Invalid media type "${text}". Use one such as "application/json" or "text/csv".`);

export const invalidBodyLimit = (at: Location, text: string, size: string | undefined): Diagnostic =>
  error(
    'invalid-body-limit',
    at,
    size === undefined
      ? `Invalid limit "${text}". Write the maximum size of the body as "(max: 5mb)".`
      : `Invalid size "${size}". Write an integer of at least 1 with its unit: "(max: 5mb)". The units are b, kb, mb and gb.`,
  );

export const limitOfNothing = (at: Location): Diagnostic =>
  error('invalid-body-limit', at, 'This limit has no media type. Write one before it: "image/png (max: 5mb)".');

export const anyMediaType = (at: Location, type: string): Diagnostic =>
  error(
    'invalid-media-type',
    at,
    `Only a file can have any media type, not "${type}". Declare "{file}", or name the media types: "200 text/plain, text/csv". If "any" is a word of the description, write "- any".`,
  );

export const anyWithoutFile = (at: Location): Diagnostic =>
  error(
    'invalid-media-type',
    at,
    '"any" applies to responses that are files, and this operation has none. Declare "@returns {file} 200", or name the media types.',
  );
