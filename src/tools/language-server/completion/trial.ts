import type { Diagnostic } from '../../../build/compiler/diagnostics/diagnostic.ts';
import { errorsIn } from '../../../build/compiler/diagnostics/diagnostic.ts';
import { pathInTree } from '../../../build/compiler/operations/tree-files.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { insertedText } from './candidate.ts';

/** The most candidates that are tried; the others are left out, and typing on brings them back. */
const MAX_TRIALS = 120;

/**
 * Leaves out the candidates that `check` would refuse: each is put into the file, which is then compiled alone.
 *
 * @param start The start of the word that they replace.
 */
export function accepted(
  place: CommentPlace,
  start: number,
  end: number,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const { project, source, kind } = place;
  if (kind === 'definitions') return candidates;
  const { text, file } = source;
  const path = pathInTree(project.shown.directory, file)!;
  const errorsOf = (tried: string): readonly Diagnostic[] => errorsIn(project.session.tryText(path, tried));
  const before = countByCode(errorsOf(text));
  return candidates.slice(0, MAX_TRIALS).filter((candidate) => {
    if (candidate.isSafe === true) return true;
    const inserted = insertedText(candidate);
    const errors = errorsOf(text.slice(0, start) + inserted + text.slice(end)).filter(
      ({ at }) => !isIn(at.span.start, start + candidate.label.length, start + inserted.length),
    );
    return [...countByCode(errors)].every(([code, count]) => count <= (before.get(code) ?? 0));
  });
}

/** Whether an offset is in a placeholder, which users fill in. */
function isIn(offset: number, start: number, end: number): boolean {
  return start <= offset && offset < end;
}

function countByCode(errors: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of errors) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
