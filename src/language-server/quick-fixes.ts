import { existsSync } from 'node:fs';
import type { CodeAction, Range, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import type { Diagnostic, Fix } from '../compiler/diagnostics/diagnostic.ts';
import { showDiagnostic } from './publisher.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { Project } from './project.ts';
import { textEdit } from './workspace-edit.ts';

/** The fixes of the diagnostics in a range of a file. */
export function fixesIn(project: Project, file: string, range: Range, canCreate: boolean): CodeAction[] {
  const found = (project.compilation()?.diagnostics ?? []).filter(
    ({ fix, at }) => fix !== undefined && project.pathOf(at) === file && overlap(rangeOf(at), range),
  );
  return found.flatMap((diagnostic) => {
    const edit = editOf(project, diagnostic, diagnostic.fix!, canCreate);
    return edit === undefined
      ? []
      : {
          title: diagnostic.fix!.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [showDiagnostic(diagnostic, project)],
          isPreferred: true,
          edit,
        };
  });
}

function editOf(project: Project, { at }: Diagnostic, fix: Fix, canCreate: boolean): WorkspaceEdit | undefined {
  const { edits, creates, deletes } = fix;
  const file = creates && `${project.places.definitions}/${creates.path}`;
  if (file === undefined && deletes !== true) return textEdit(project, edits);
  if (!canCreate || (file !== undefined && existsSync(file))) return undefined;
  if (file === undefined) return { documentChanges: [{ kind: 'delete', uri: uriOf(project.pathOf(at)) }] };
  const start = { line: 0, character: 0 };
  const text: TextDocumentEdit = {
    textDocument: { uri: uriOf(file), version: null },
    edits: [{ range: { start, end: start }, newText: creates!.text }],
  };
  return { documentChanges: [{ kind: 'create', uri: uriOf(file) }, text] };
}

function overlap(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
