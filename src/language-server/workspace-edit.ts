import type { RenameFile, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Location } from '../compiler/diagnostics/source.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { Project } from './project.ts';
import type { Renaming } from './rename.ts';

/** A text in place of another one. */
export interface Replacement {
  readonly at: Location;
  readonly text: string;
}

/** The edits of a rename: first those of texts, then the moves of files. */
export function renameEdit(project: Project, { places, moves }: Renaming, to: string, canMove: boolean): WorkspaceEdit {
  const edit = textEdit(
    project,
    places.map((at) => ({ at, text: to })),
  );
  if (moves.length === 0) return edit;
  if (!canMove) throw new Error('This editor cannot rename files. Rename the file or the directory by hand.');
  const renames = moves.map(({ from, to: target }): RenameFile => ({
    kind: 'rename',
    oldUri: uriOf(from),
    newUri: uriOf(target),
  }));
  const texts = Object.entries(edit.changes!).map(([uri, edits]) => ({
    textDocument: { uri, version: null },
    edits,
  }));
  return { documentChanges: [...texts, ...renames] };
}

/** The edits of texts, by file. */
export function textEdit(project: Project, replacements: readonly Replacement[]): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { at, text } of replacements)
    (changes[uriOf(project.pathOf(at))] ??= []).push({ range: rangeOf(at), newText: text });
  return { changes };
}
