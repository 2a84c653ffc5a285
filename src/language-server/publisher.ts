import type { Diagnostic as Shown } from 'vscode-languageserver';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { pageOf } from '../project/errors.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { Project } from './project.ts';

/** The diagnostics of a project by file, as an editor shows them. */
export function diagnosticsByFile(project: Project): Map<string, Shown[]> {
  const files = new Map<string, Shown[]>();
  for (const diagnostic of project.compilation()?.diagnostics ?? []) {
    const file = project.pathOf(diagnostic.at);
    const shown = files.get(file) ?? [];
    files.set(file, shown);
    shown.push(showDiagnostic(diagnostic, project));
  }
  return files;
}

/** A diagnostic as an editor shows it, with its related places and the address of its explanation. */
export function showDiagnostic({ code, severity, message, at, notes }: Diagnostic, project: Project): Shown {
  return {
    range: rangeOf(at),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    codeDescription: { href: pageOf(code) },
    source: 'operations',
    message,
    ...(code === 'unused-definition' && { tags: [DiagnosticTag.Unnecessary] }),
    ...(notes.length > 0 && {
      relatedInformation: notes.map((note) => ({
        message: note.message,
        location: { uri: uriOf(project.pathOf(note.at)), range: rangeOf(note.at) },
      })),
    }),
  };
}

/** Publishes the diagnostics of files that have changed since the last time, and clears those that are mended. */
export class Publisher {
  private readonly published = new Map<string, string>();

  constructor(private readonly send: (uri: string, diagnostics: Shown[]) => void) {}

  /**
   * @param uriFor The URI of a file as the editor writes it.
   */
  publish(projects: Iterable<Project>, uriFor: (file: string) => string): void {
    const now = new Map([...projects].flatMap((project) => [...diagnosticsByFile(project)]));
    for (const file of new Set([...this.published.keys(), ...now.keys()])) {
      const diagnostics = now.get(file) ?? [];
      const text = JSON.stringify(diagnostics);
      if ((this.published.get(file) ?? '[]') === text) continue;
      if (diagnostics.length === 0) this.published.delete(file);
      else this.published.set(file, text);
      this.send(uriFor(file), diagnostics);
    }
  }
}
