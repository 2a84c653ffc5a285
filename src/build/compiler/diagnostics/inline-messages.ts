import { protects } from '../../../directives/vocabulary.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { error, warning } from './report.ts';

// Directives that are plain text because of their place: docs/reference/directives.md.

export const inlineDirective = (at: Location, name: string): Diagnostic =>
  warning(
    'inline-directive',
    at,
    `"@${name}" is not at the start of its line, so it is plain text. Start a line with it, or put it in backticks.`,
  );

/** A directive that keeps clients out or protects their writes: `@security`, also misspelled, or one whose description declares it. */
export const inlineGuard = (at: Location, name: string): Diagnostic =>
  error(
    'inline-directive',
    at,
    `"@${name}" is not at the start of its line, so it is plain text${lossOf(name, at)}. Start a line with it, or put it in backticks.`,
  );

/** A guard after a label, as in "Requires: @security token". */
export const labelledGuard = (at: Location, name: string): Diagnostic => ({
  ...inlineGuard(at, name),
  severity: 'warning',
});

/** A guard that is a whole line of code in the text of a contract. */
export const codedGuard = (at: Location, name: string): Diagnostic =>
  warning(
    'inline-directive',
    at,
    `"@${name}" is formatted as code, so it is plain text${lossOf(name, at)}. Remove the backticks. If it is an example, write it below "@example" or as part of a sentence.`,
  );

/** A guard in a spelling that no directive has: `@ security`, `＠security`. */
export const disguisedGuard = (at: Location, name: string): Diagnostic =>
  error(
    'inline-directive',
    at,
    `This is not a directive, so it is plain text${lossOf(name, at)}. Start a line with "@", directly followed by the name, or put it in backticks.`,
  );

export const directiveInValue = (at: Location, name: string, keyword: string): Diagnostic =>
  error(
    'inline-directive',
    at,
    `"@${name}" is on the line of "@${keyword}", so it is part of its value. Put each directive on a separate line.`,
  );

export const unclosedFence = (at: Location, name: string): Diagnostic =>
  warning(
    'unclosed-fence',
    at,
    `This code fence is not closed, so "@${name}" below it is plain text. Close it with a line of three backticks.`,
  );

export const swallowedGuard = (at: Location, name: string): Diagnostic =>
  error(
    'unclosed-fence',
    at,
    `This code fence is not closed, so "@${name}" below it is plain text${lossOf(name, at)}. Close it with a line of three backticks.`,
  );

/** The consequence if a directive that guards is lost. */
function lossOf(name: string, { source }: Location): string {
  return protects(name, source) ? ', and protects nothing' : ', and everyone has access';
}
