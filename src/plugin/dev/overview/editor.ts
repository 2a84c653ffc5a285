import { resolve } from 'node:path';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../../compiler/diagnostics/diagnostic.ts';
import { positionOf } from '../../../compiler/diagnostics/source.ts';
import { code, escape } from './markup.ts';

/** The name of the frame that loads links to the editor, so that the page stays. */
export const EDITOR_FRAME = '<iframe name="editor" title="Editor" hidden></iframe>';

/** Creates links that open a file in the developer's editor, through Vite. */
export interface Editor {
  /**
   * Writes a link as HTML.
   *
   * @param file Relative to the root of the project, or absolute.
   * @param place `:line:column`, or empty.
   */
  link(file: string, place: string, text: string): string;
}

/**
 * Prepares links.
 *
 * @param root The root of the project, absolute.
 * @param base Vite's own base, which ends with `/`.
 */
export function createEditor(root: string, base: string): Editor {
  return {
    link(file, place, text) {
      const address = `${base}__open-in-editor?file=${encodeURIComponent(resolve(root, file) + place)}`;
      return `<a href="${escape(address)}" target="editor">${code(text)}</a>`;
    },
  };
}

/** Writes diagnostics as HTML. The location of each opens the editor. */
export function listDiagnostics(diagnostics: readonly Diagnostic[], editor: Editor): string {
  const items = diagnostics.map((diagnostic) => {
    const { at } = diagnostic;
    const { line, column } = positionOf(at);
    const place = `:${line}:${column}`;
    const location = `${at.source.file}${place}`;
    const rest = formatDiagnostic(diagnostic).slice(location.length);
    const [message, ...frame] = rest.split('\n');
    return `<li>${editor.link(at.source.file, place, location)}${escape(message!)}<pre>${escape(frame.join('\n'))}</pre></li>`;
  });
  return `<ul class="diagnostics">${items.join('\n')}</ul>`;
}
