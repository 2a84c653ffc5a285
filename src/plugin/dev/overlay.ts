import { resolve } from 'node:path';
import type { ErrorPayload, HotPayload, ViteDevServer } from 'vite';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { codeFrame, positionOf } from '../../build/compiler/diagnostics/source.ts';
import { toPosix } from '../../build/project/files.ts';

/** An error for Vite's overlay. */
export type OverlayError = ErrorPayload['err'];

/** Vite's error overlay, in every open page and in those opened later. */
export interface Overlay {
  show(error: OverlayError): void;
  clear(): void;
  /** The error that is shown. */
  shown(): OverlayError | undefined;
}

const PLUGIN = 'unplugin-operations';

/**
 * Creates an overlay.
 *
 * Vite's client removes its overlay when it receives an empty update. On its first update it reloads the page instead, so an empty update is
 * sent before each error.
 *
 * @param changed Called when an error is shown or cleared.
 */
export function createOverlay(server: ViteDevServer, changed: () => void): Overlay {
  const { hot } = server.environments.client;
  let shown: OverlayError | undefined;
  const emptyUpdate: HotPayload = { type: 'update', updates: [] };
  hot.on('vite:client:connect', (_, client) => {
    if (shown !== undefined) for (const payload of [emptyUpdate, asPayload(shown)]) client.send(payload);
  });
  return {
    show(error) {
      shown = error;
      changed();
      // If no page is open, Vite stores the error for the next page, even after it is fixed.
      if (server.ws.clients.size === 0) return;
      hot.send(emptyUpdate);
      hot.send(asPayload(error));
    },
    clear() {
      if (shown === undefined) return;
      shown = undefined;
      changed();
      hot.send(emptyUpdate);
    },
    shown: () => shown,
  };
}

function asPayload(err: OverlayError): HotPayload {
  return { type: 'error', err };
}

/**
 * Combines the errors of a tree into one, at the position of the first.
 *
 * @param root The directory that file names are relative to.
 */
export function diagnosticsError(errors: readonly Diagnostic[], root: string): OverlayError {
  const [first, ...others] = errors as [Diagnostic, ...Diagnostic[]];
  const { line, column } = positionOf(first.at);
  const file = toPosix(resolve(root, first.at.source.file));
  const isOne = others.length === 0 && first.notes.length === 0;
  return {
    plugin: PLUGIN,
    message: isOne ? `${first.code}: ${first.message}` : `${errors.length} errors in the operations`,
    // The overlay trims the frame, so its first line is one without indentation.
    frame: `${isOne ? `${first.at.source.file}:\n${codeFrame(first.at)}` : wrap(errors.map(formatDiagnostic).join('\n\n'))}\n`,
    id: file,
    loc: { file, line, column },
    stack: '',
  };
}

/** Wraps long messages, because the overlay cuts off the lines of a frame. Code is indented, and stays. */
function wrap(text: string): string {
  return text.replaceAll(/^\S.{88,}$/gm, (line) => line.replaceAll(/(.{1,88})(?: +|$)/g, '$1\n').trimEnd());
}

/** Converts an error from Vite, or from evaluating a module. */
export function thrownError(thrown: unknown): OverlayError {
  const { message, stack, frame, id, loc, plugin } = thrown as OverlayError;
  return {
    plugin: plugin ?? PLUGIN,
    message,
    // A frame shows the position; without one, the stack does.
    stack: frame === undefined ? (stack ?? '') : '',
    ...(frame !== undefined && { frame }),
    ...(id !== undefined && { id }),
    ...(loc !== undefined && { loc }),
  };
}
