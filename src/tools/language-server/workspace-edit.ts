import { existsSync } from 'node:fs';
import type { RenameFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { formatLocation } from '../../build/compiler/diagnostics/source.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { OpenProject } from './open-project.ts';
import type { Renaming } from './renaming.ts';

/** The operations on files that an editor can do. */
export interface FileOperations {
  readonly create: boolean;
  readonly delete: boolean;
  readonly rename: boolean;
}

/** A text in place of another one. */
export interface Replacement {
  readonly at: Location;
  readonly text: string;
}

/** The identifier of the annotation of moves. */
const MOVE = 'move';
/** That of edits if other code may use the old name. */
const UNSURE = 'unsure';

/**
 * The edits of a rename: first those of texts, then the moves of files.
 *
 * @param can Whether the editor can rename files, and whether it can request confirmation first.
 */
export function renameEdit(
  project: OpenProject,
  { edits, moves, unsure = [] }: Renaming,
  can: { readonly move: boolean; readonly ask: boolean },
): WorkspaceEdit {
  const edit = textEdit(project, edits);
  if (unsure.length > 0 && !can.ask)
    throw new Error(`Code may use the name at ${placesIn(unsure)}, and this editor cannot confirm it. Rename by hand.`);
  if (moves.length === 0 && unsure.length === 0) return edit;
  if (moves.length > 0 && !can.move)
    throw new Error('This editor cannot rename files. Rename the file or the directory by hand.');
  const renames = moves.map(({ from, to: target }): RenameFile => ({
    kind: 'rename',
    oldUri: uriOf(from),
    newUri: uriOf(target),
    ...(can.ask && { annotationId: MOVE }),
  }));
  return {
    documentChanges: [...documentEdits(edit, unsure.length > 0 ? UNSURE : undefined), ...renames],
    ...(can.ask && {
      changeAnnotations: {
        ...(moves.length > 0 && { [MOVE]: { label: 'Rename the file or directory', needsConfirmation: true } }),
        ...(unsure.length > 0 && {
          [UNSURE]: {
            label: 'Guards may read the old name',
            needsConfirmation: true,
            description: `Change it by hand at ${placesIn(unsure)}`,
          },
        }),
      },
    }),
  };
}

/** The edits of texts, by file. */
export function textEdit(project: OpenProject, replacements: readonly Replacement[]): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { at, text } of replacements)
    (changes[uriOf(project.pathOf(at))] ??= []).push({ range: rangeOf(at), newText: text });
  return { changes };
}

/**
 * The edit that creates a file of definitions, and changes texts.
 *
 * @param file Below the definitions.
 * @returns undefined if the file exists.
 */
export function creation(
  project: OpenProject,
  file: { readonly path: string; readonly text: string },
  replacements: readonly Replacement[] = [],
): WorkspaceEdit | undefined {
  const path = `${project.definitions}/${file.path}`;
  if (existsSync(path)) return undefined;
  const start = { line: 0, character: 0 };
  const uri = uriOf(path);
  const content = [{ range: { start, end: start }, newText: file.text }];
  return {
    documentChanges: [
      { kind: 'create', uri },
      { textDocument: { uri, version: null }, edits: content },
      ...documentEdits(textEdit(project, replacements)),
    ],
  };
}

function documentEdits({ changes = {} }: WorkspaceEdit, annotationId?: string): TextDocumentEdit[] {
  return Object.entries(changes).map(([uri, edits]) => ({
    textDocument: { uri, version: null },
    edits: annotationId === undefined ? edits : edits.map((each) => ({ ...each, annotationId })),
  }));
}

function placesIn(places: readonly Location[]): string {
  return [...new Set(places.map(formatLocation))].join(', ');
}
