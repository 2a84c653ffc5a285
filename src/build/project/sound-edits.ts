import type { Edit } from '../compiler/diagnostics/diagnostic.ts';
import { parseSyntax } from '../compiler/module/syntax.ts';

/** Puts edits into a text; none of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.at.span.start - a.at.span.start)
    .reduce(
      (result, { at: { span }, text: added }) => result.slice(0, span.start) + added + result.slice(span.end),
      text,
    );
}

/** Whether code that can be parsed still can after the edits of one file. */
export function keepSyntax(edits: readonly Edit[]): boolean {
  const source = edits[0]?.at.source;
  if (source === undefined || !/\.[cm]?[jt]sx?$/.test(source.file)) return true;
  const edited = { ...source, text: applyEdits(source.text, edits) };
  return parses(edited) || !parses(source);
}

function parses(source: Edit['at']['source']): boolean {
  return parseSyntax(source, () => {})?.hasErrors === false;
}
