import type { Diagnostic, Edit, Fix } from './diagnostic.ts';
import type { Location } from './source.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';

/** Leaves out the fixes whose edits touch the text of another diagnostic, which would get lost although nothing corrects its mistake. */
export function withSoundFixes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.every(({ fix }) => fix === undefined)) return diagnostics;
  const byFile = new Map<string, Diagnostic[]>();
  for (const each of diagnostics) getOrAdd(byFile, each.at.source.file, (): Diagnostic[] => []).push(each);
  return diagnostics.map((diagnostic) => {
    const { fix, ...others } = diagnostic;
    const isLossy = fix?.edits.some((edit) =>
      byFile
        .get(edit.at.source.file)
        ?.some(
          (other) =>
            other !== diagnostic && touches(edit, other.at) && !isSame(fix, other.fix) && !replacesWarned(edit, other),
        ),
    );
    return isLossy === true ? others : diagnostic;
  });
}

/** Whether an edit replaces text of a location. An insertion loses none. */
function touches({ at: { source, span } }: Edit, other: Location): boolean {
  const isText = source.isPath !== true && other.source.isPath !== true;
  return isText && span.start < other.span.end && other.span.start < span.end;
}

/** Whether an edit writes another text in the place of exactly the one that a warning is about. */
function replacesWarned({ at: { span }, text }: Edit, { severity, at }: Diagnostic): boolean {
  return severity === 'warning' && text !== '' && span.start === at.span.start && span.end === at.span.end;
}

/** Whether two diagnostics of the same mistake have the same fix. */
function isSame(one: Fix, other: Fix | undefined): boolean {
  return JSON.stringify(one.edits.map(spanAndText)) === JSON.stringify(other?.edits.map(spanAndText));
}

function spanAndText({ at, text }: Edit): readonly [number, number, string] {
  return [at.span.start, at.span.end, text];
}
