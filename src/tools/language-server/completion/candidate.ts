import type { CompletionItemKind } from 'vscode-languageserver';

/** A word that the user may be writing. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text to insert, with placeholders as in `${1:name}` (default: the label). */
  readonly snippet?: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  /** How likely it is: the number of its uses, or any other measure. */
  readonly weight?: number;
  /** Set if `check` need not be called. */
  readonly isSafe?: true;
}

/** The candidates of a place, and the start of the word that they replace. */
export interface Suggestions {
  readonly start: number;
  readonly candidates: readonly Candidate[];
}

/** A snippet as it is inserted, with the values of its placeholders. */
export function insertedText({ label, snippet = label }: Candidate): string {
  return snippet
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([$}\\])/g, '$1');
}

/** Escapes a text of a snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[$}\\]/g, String.raw`\$&`);
}

/** Makes the candidates of words. */
export function words(
  labels: readonly string[],
  kind: CompletionItemKind,
  weightOf: (label: string) => number = () => 0,
): Candidate[] {
  return labels.map((label) => ({ label, kind, weight: weightOf(label) }));
}
