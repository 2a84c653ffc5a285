import type { CompletionItem, CompletionList } from 'vscode-languageserver';
import { InsertTextFormat } from 'vscode-languageserver';
import type { CommentPlace } from '../comment-place.ts';
import { rangeOf } from '../positions.ts';
import type { Candidate } from './candidate.ts';
import { insertedText } from './candidate.ts';
import { suggest } from './suggest.ts';
import { accepted } from './trial.ts';

/**
 * Completes the word before the cursor with words that `check` accepts there, the likeliest first.
 *
 * @param hasSnippets Whether the editor fills in placeholders.
 */
export function complete(place: CommentPlace, hasSnippets: boolean): CompletionList | undefined {
  const suggested = suggest(place);
  if (suggested === undefined) return undefined;
  const { source, offset } = place;
  const { start } = suggested;
  const end = offset + /^[\w$@-]*/.exec(source.text.slice(offset))![0].length;
  const prefix = source.text.slice(start, offset).toLowerCase();
  const matching = ranked(
    suggested.candidates.filter(({ label }) => isMatch(label.toLowerCase(), prefix)),
    prefix,
  );
  const range = rangeOf({ source, span: { start, end } });
  const written = matching.map((candidate) => withoutRest(candidate, source.text.slice(end)));
  return {
    // The order depends on the word.
    isIncomplete: true,
    items: accepted(place, start, end, written).map((candidate, i): CompletionItem => {
      const { label, kind, detail, documentation, snippet } = candidate;
      const isSnippet = snippet !== undefined && hasSnippets;
      return {
        label,
        kind,
        ...(detail !== undefined && { detail }),
        ...(documentation !== undefined && { documentation: { kind: 'markdown', value: documentation } }),
        sortText: String(i).padStart(4, '0'),
        filterText: label,
        insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
        textEdit: { range, newText: isSnippet ? snippet : insertedText(candidate) },
      };
    }),
  };
}

/** A candidate without the text after its word, if that is there already: the line of a directive, the arguments of a type, the value of a facet. */
function withoutRest(candidate: Candidate, after: string): Candidate {
  if (candidate.snippet === undefined) return candidate;
  const { snippet: _, ...word } = candidate;
  const isWritten = candidate.label.startsWith('@') ? /^[^\S\n]*[^\s*]/.test(after) : /^(?:\s*:|<|\s*\()/.test(after);
  return isWritten ? word : candidate;
}

/** Whether the letters of a word are in a label, in order. */
function isMatch(label: string, prefix: string): boolean {
  let from = 0;
  for (const letter of prefix) {
    from = label.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/** Labels that begin with the word first, and the most used ones first. */
function ranked(candidates: readonly Candidate[], prefix: string): readonly Candidate[] {
  const begins = ({ label }: Candidate): number => Number(label.toLowerCase().startsWith(prefix));
  return candidates.toSorted((a, b) => begins(b) - begins(a) || (b.weight ?? 0) - (a.weight ?? 0));
}
