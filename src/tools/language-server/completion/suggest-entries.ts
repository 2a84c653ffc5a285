import { CompletionItemKind } from 'vscode-languageserver';
import type { SetPhrase } from '../../../build/compiler/language/list-includes.ts';
import { LIST_INCLUDES, splitEntry } from '../../../build/compiler/language/list-includes.ts';
import { operatorsOf, readSearched } from '../../../build/compiler/operations/filters.ts';
import type { Rows, Scalar } from '../../../build/compiler/operations/rows.ts';
import { scalarOf } from '../../../build/compiler/operations/rows.ts';
import type { CommentPlace } from '../comment-place.ts';
import { rowsAt } from '../list-rows.ts';
import type { Candidate } from './candidate.ts';
import { escapeSnippet, words } from './candidate.ts';

type Sets = keyof typeof FIT;

/** Whether a property can be in the parentheses of a set. */
const FIT = {
  cursor: (scalar: Scalar): boolean => !scalar.nullable,
  sort: (): boolean => true,
  filter: (): boolean => true,
  search: ({ name }: Scalar, rows: Rows): boolean => {
    const at = rows.at;
    const value = { property: { value: name, at }, words: [] };
    return readSearched({ set: 'search', entries: [{ value, at }] }, rows, () => {}).length > 0;
  },
} as const;

/** The built-in sets of lists, each with a first property of the rows. */
export function suggestSets(place: CommentPlace): readonly Candidate[] {
  const rows = rowsAt(place);
  if (rows === undefined) return [];
  return (Object.keys(FIT) as Sets[]).flatMap((label): Candidate[] => {
    const [name] = namesFor(label, rows);
    if (name === undefined) return [];
    const snippet = `${label} (\${1:${escapeSnippet(name)}})`;
    return [{ label, kind: CompletionItemKind.Function, snippet, documentation: LIST_INCLUDES[label].meaning }];
  });
}

/** Properties of the rows, or directions or operators behind one. */
export function suggestEntries(place: CommentPlace, { set, entries }: SetPhrase): readonly Candidate[] {
  const rows = rowsAt(place);
  if (rows === undefined) return [];
  const from = entries.text.lastIndexOf(',') + 1;
  const current = { ...entries, start: entries.start + from, text: entries.text.slice(from) };
  const { property, words: written } = splitEntry(current);
  if (property !== undefined && (written.length > 0 || /\s$/.test(current.text)))
    return words(wordsFor(set, property.text, rows), CompletionItemKind.Keyword);
  const used = entries.text
    .slice(0, from)
    .split(',')
    .map((entry) => entry.trim().split(/\s/)[0]);
  return namesFor(set, rows)
    .filter((name) => !used.includes(name))
    .map((label) => ({ label, kind: CompletionItemKind.Field }));
}

function wordsFor(set: Sets, property: string, rows: Rows): readonly string[] {
  if (set !== 'filter') return LIST_INCLUDES[set].entries.words;
  const scalar = rowProperty(property, rows);
  return scalar === undefined ? [] : operatorsOf(scalar, rows.resolve);
}

function namesFor(set: Sets, rows: Rows): readonly string[] {
  return rows.names.filter((name) => {
    const scalar = rowProperty(name, rows);
    return scalar !== undefined && FIT[set](scalar, rows);
  });
}

function rowProperty(name: string, rows: Rows): Scalar | undefined {
  return scalarOf(rows, { value: name, at: rows.at }, 'filter', () => {});
}
