import { resolve } from 'node:path';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { codeFrame, positionOf } from '../../build/compiler/diagnostics/source.ts';

/** Creates the addresses that open a file in the developer's editor, through Vite. */
export interface Editor {
  /**
   * The address of a file.
   *
   * @param file Relative to the root of the project, or absolute.
   * @param place `:line:column`, or empty.
   */
  open(file: string, place: string): string;
  /** The address of a file below the root, without its percent-encoded path and place. */
  readonly below: string;
}

/**
 * Prepares addresses.
 *
 * @param root The root of the project, absolute.
 * @param base Vite's own base, which ends with `/`.
 */
export function createEditor(root: string, base: string): Editor {
  return {
    below: `${base}__open-in-editor?file=${encodeURIComponent(`${root}/`)}`,
    open: (file, place) => `${base}__open-in-editor?file=${encodeURIComponent(resolve(root, file) + place)}`,
  };
}

/** A diagnostic in the page. */
export interface ShownDiagnostic {
  readonly place: string;
  readonly editor: string;
  readonly code: string;
  readonly message: string;
  readonly frame: string;
  readonly notes: readonly { readonly place: string; readonly editor: string; readonly message: string }[];
}

/** Prepares a diagnostic for the page. */
export function showDiagnostic({ at, code, message, notes }: Diagnostic, editor: Editor): ShownDiagnostic {
  const placeOf = (location: Diagnostic['at']): { place: string; editor: string } => {
    const { line, column } = positionOf(location);
    const { file } = location.source;
    return { place: `${file}:${line}:${column}`, editor: editor.open(file, `:${line}:${column}`) };
  };
  return {
    ...placeOf(at),
    code,
    message,
    frame: codeFrame(at),
    notes: notes.map((note) => ({
      ...placeOf(note.at),
      message: note.message,
    })),
  };
}
