import type { Diagnostic } from './diagnostic.ts';
import { fixedBy } from './fix.ts';
import { error, warning } from './report.ts';
import type { Location } from './source.ts';

// The missing parts of a comment: docs/reference/directives.md.

/** @param frame The lines of a contract to begin with. */
export const missingContract = (at: Location, frame: readonly string[]): Diagnostic => {
  const diagnostic = warning(
    'missing-contract',
    at,
    'This operation has no contract. Add a block comment above its function, with a description, "@param" and "@returns".',
  );
  const { text } = at.source;
  const start = text.lastIndexOf('\n', at.span.start - 1) + 1;
  const indent = text.slice(start, at.span.start);
  // Text in front of it on its line would come between them.
  if (/\S/.test(indent)) return diagnostic;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = ['/**', ...frame.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
  const place = { source: at.source, span: { start: at.span.start, end: at.span.start } };
  const code = lines.join(newline + indent) + newline + indent;
  return fixedBy(diagnostic, 'Add the frame of a contract', { at: place, text: code });
};

/**
 * @param whole The name as it is written, with its brackets; undefined if there is none.
 * @param correct The type and the name in their order, if the type follows the name.
 */
export const missingType = (
  at: Location,
  directive: string,
  whole: Location | undefined,
  correct: string | undefined,
): Diagnostic => {
  const diagnostic = error(
    'missing-type',
    at,
    correct === undefined
      ? `Missing type. Write "@${directive} {string} name - description".`
      : `The type is after the name. Write it before the name: "@${directive} ${correct} - description".`,
  );
  if (whole === undefined) return diagnostic;
  if (correct !== undefined) return fixedBy(diagnostic, `Write "${correct}"`, { at: whole, text: correct });
  const start = { source: whole.source, span: { start: whole.span.start, end: whole.span.start } };
  return fixedBy(diagnostic, 'Add "{string}"', { at: start, text: '{string} ' });
};
