import type { Diagnostic as Shown } from 'vscode-languageserver';
import { isDeepStrictEqual } from 'node:util';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { pageOf } from '../../build/project/errors.ts';
import { rangeOf, uriOf } from './positions.ts';
import type { OpenProject } from './open-project.ts';
import { isSameList } from '../../shared/schema/same-list.ts';

/** A diagnostic as an editor shows it, with its related places and the address of its explanation. */
export function showDiagnostic({ code, severity, message, at, notes }: Diagnostic, project: OpenProject): Shown {
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

/** The diagnostics of a file, and as an editor shows them. */
interface Published {
  readonly diagnostics: readonly Diagnostic[];
  readonly shown: Shown[];
}

/** Publishes the diagnostics of files that have changed since the last time, and clears those that are corrected. */
export class Publisher {
  private published: ReadonlyMap<string, Published> = new Map();

  constructor(private readonly send: (uri: string, diagnostics: Shown[]) => void) {}

  /**
   * @param uriFor The URI of a file as the editor writes it.
   */
  publish(projects: Iterable<OpenProject>, uriFor: (file: string) => string): void {
    const before = this.published;
    const now = new Map<string, Published>();
    for (const project of projects)
      for (const [file, diagnostics] of diagnosticsByFile(project)) {
        const last = before.get(file);
        // Most are those of the last run; only the others are converted and compared.
        const isSame = last !== undefined && isSameList(last.diagnostics, diagnostics);
        now.set(file, isSame ? last : { diagnostics, shown: diagnostics.map((one) => showDiagnostic(one, project)) });
      }
    this.published = now;
    for (const file of before.keys()) if (!now.has(file)) this.send(uriFor(file), []);
    for (const [file, published] of now) {
      const last = before.get(file);
      if (last !== published && !isDeepStrictEqual(last?.shown, published.shown))
        this.send(uriFor(file), published.shown);
    }
  }
}

/** The diagnostics of a project by file, absolute. */
function diagnosticsByFile(project: OpenProject): ReadonlyMap<string, readonly Diagnostic[]> {
  const files = new Map<string, Diagnostic[]>();
  for (const diagnostic of project.compilation()?.diagnostics ?? []) {
    const file = project.pathOf(diagnostic.at);
    const known = files.get(file);
    if (known === undefined) files.set(file, [diagnostic]);
    else known.push(diagnostic);
  }
  return files;
}
