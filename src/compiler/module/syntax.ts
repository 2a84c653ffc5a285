import type { Comment as SyntaxComment, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';
import { findTooDeep, MAX_OPEN_BRACKETS } from './bracket-limit.ts';

/** A module as oxc reads it; offsets are UTF-16 units. */
export interface Syntax {
  readonly program: Program;
  readonly comments: readonly SyntaxComment[];
  /** Whether it is written with `import` and `export`. */
  readonly isModule: boolean;
}

/**
 * Parses a JavaScript or TypeScript file, by its extension.
 *
 * @returns undefined where it does not parse; then each error has been reported at its place.
 */
export function parseSyntax(source: SourceText, report: Report): Syntax | undefined {
  const deep = findTooDeep(source.text);
  if (deep !== undefined)
    return void report(messages.bracketLimit({ source, span: spanIn(source.text, deep, deep + 1) }, MAX_OPEN_BRACKETS));
  const extension = /\.([cm]?)([jt]s)$/.exec(source.file);
  const result = parseSync(source.file, source.text, {
    lang: extension?.[2] === 'ts' ? 'ts' : 'js',
    sourceType: extension?.[1] === 'c' ? 'commonjs' : extension?.[1] === 'm' ? 'module' : 'unambiguous',
    preserveParens: false,
  });
  for (const error of result.errors) {
    const label = error.labels[0];
    const span = spanIn(source.text, label?.start ?? 0, label?.end ?? 0);
    report(messages.syntaxError({ source, span }, error.message, error.helpMessage));
  }
  if (result.errors.length > 0) return undefined;
  return { program: result.program, comments: result.comments, isModule: result.module.hasModuleSyntax };
}
