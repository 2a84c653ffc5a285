import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CodeAction, Range, WorkspaceEdit } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver';
import type { Diagnostic, Fix } from '../../build/compiler/diagnostics/diagnostic.ts';
import { toPosix } from '../../build/project/files.ts';
import { keepSyntax } from '../../build/project/sound-edits.ts';
import { showDiagnostic } from './publisher.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { OpenProject } from './open-project.ts';
import type { FileOperations } from './workspace-edit.ts';
import { creation, textEdit } from './workspace-edit.ts';

/** The fixes of the diagnostics in a range of a file. */
export function fixesIn(project: OpenProject, file: string, range: Range, can: FileOperations): CodeAction[] {
  const found = (project.compilation()?.diagnostics ?? []).filter(
    ({ fix, at }) => fix !== undefined && project.pathOf(at) === file && overlap(rangeOf(at), range),
  );
  return found.flatMap((diagnostic) => {
    const edit = editOf(project, diagnostic, diagnostic.fix!, can);
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

function editOf(project: OpenProject, { at }: Diagnostic, fix: Fix, can: FileOperations): WorkspaceEdit | undefined {
  const { edits, creates, deletes, renames } = fix;
  if (creates !== undefined) return can.create ? creation(project, creates) : undefined;
  if (deletes === true)
    return can.delete ? { documentChanges: [{ kind: 'delete', uri: uriOf(project.pathOf(at)) }] } : undefined;
  if (renames === undefined) return keepSyntax(edits) ? textEdit(project, edits) : undefined;
  const [from, to] = [renames.from, renames.to].map((shown) => toPosix(resolve(project.root, shown))) as [
    string,
    string,
  ];
  const isTaken = existsSync(to) && from.toLowerCase() !== to.toLowerCase();
  return can.rename && !isTaken
    ? { documentChanges: [{ kind: 'rename', oldUri: uriOf(from), newUri: uriOf(to) }] }
    : undefined;
}

function overlap(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
