import type { Diagnostic } from './diagnostic.ts';
import { addLine, fixedBy, renaming, replacing } from './fix.ts';
import { didYouMean, error, nearest, quoteAll, warning } from './report.ts';
import type { Location } from './source.ts';
import { locateName } from './source.ts';

// Mistakes in the files of events: docs/guides/events.md.

export const eventFileName = (at: Location, text: string): Diagnostic =>
  error(
    'event-name',
    at,
    `"${text}" is not allowed in the name of an event. Name the file with words and dots, as in "order.paid.ts".`,
  );

export const eventMethod = (at: Location): Diagnostic =>
  renaming(
    error(
      'event-name',
      at,
      'An event has no method, because your API sends it. Remove the "@" and the method from the name. To receive it, move the file to "webhooks".',
    ),
    '',
  );

/** @param directory The directory of events. */
export const lostEvent = (file: string, directory: string): Diagnostic =>
  warning(
    'event-name',
    locateName(file, 0),
    `This file declares an event, but its directory isn't read. Rename the directory to "${directory}".`,
  );

export const duplicateEvent = (at: Location, name: string, first: Location): Diagnostic =>
  error('duplicate-event', at, `Another file declares the event "${name}" too. Remove one of them.`, {
    message: 'the other file',
    at: first,
  });

export const eventCode = (at: Location): Diagnostic =>
  error(
    'event-code',
    at,
    'The file of an event is a comment alone, so nothing runs this code. Move it to another file.',
  );

export const eventMiddleware = (file: string): Diagnostic =>
  error(
    'event-code',
    locateName(file),
    'A "_middleware" file has no effect on events: your API sends them. Remove it, and decide who receives an event where you send it.',
  );

/** A file without a contract among events. */
export const noEvent = (at: Location): Diagnostic =>
  warning(
    'event-code',
    at,
    'This file has code and no "@payload", so it is not an event. If it is a helper, start its name with "_".',
  );

/**
 * @param at Its comment, or the start of a file without one.
 * @param returned The directive of a response.
 */
export const missingPayload = (at: Location, returned: Location | undefined): Diagnostic => {
  const diagnostic = error('missing-payload', at, 'This event has no payload. Add "@payload {Type} - The payload".');
  if (returned !== undefined) return fixedBy(diagnostic, 'Write "@payload"', { at: returned, text: '@payload' });
  const line = '@payload {object} - The payload';
  if (at.span.end > at.span.start) return fixedBy(diagnostic, `Add "${line}"`, addLine(at, line));
  return fixedBy(diagnostic, `Add a comment with "${line}"`, { at, text: `/**\n * What happened.\n * ${line}\n */\n` });
};

/** @param word The name of a type without braces. */
export const untypedPayload = (at: Location, word: Location | undefined): Diagnostic => {
  const diagnostic = error('missing-type', at, 'Missing type. Write "@payload {Type} - The payload".');
  if (word === undefined) return diagnostic;
  const text = `{${word.source.text.slice(word.span.start, word.span.end)}}`;
  return fixedBy(diagnostic, `Write "${text}"`, { at: word, text });
};

/** @param known The names of the events. */
export const unknownEvent = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  replacing(
    warning(
      'unknown-event',
      at,
      `Unknown event "${name}".${didYouMean(name, known) || ` The events are: ${quoteAll(known)}.`} If it is new, add the file "${name}.ts" to your events.`,
    ),
    name,
    nearest(name, known),
  );

export const eventDirective = (at: Location, name: string, allowed: readonly string[]): Diagnostic =>
  warning(
    'misplaced-directive',
    at,
    `"@${name}" is not allowed in the comment of an event (ignored). Allowed: ${quoteAll(allowed.map((item) => `@${item}`))}.`,
  );

export const eventGuard = (at: Location, name: string): Diagnostic =>
  error(
    'misplaced-directive',
    at,
    `"@${name}" has no effect on an event: your API sends it. Remove it, and decide who receives the event where you send it.`,
  );
