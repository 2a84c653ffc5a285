import { resolve } from 'node:path';
import type { ErrorPayload, HotPayload, ViteDevServer } from 'vite';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { codeFrame, positionOf } from '../../compiler/diagnostics/source.ts';
import { toPosix } from '../../project/files.ts';

/** An error as Vite's overlay shows it. */
export type OverlayError = ErrorPayload['err'];

/** What is shown in every page that Vite's client is in, those that are opened later too. */
export interface Overlay {
  show(error: OverlayError): void;
  clear(): void;
}

const PLUGIN = 'unplugin-operations';

/**
 * Makes an overlay.
 *
 * An update of nothing is what makes Vite's client take its overlay away. The first one it ever gets, it would rather load the page again: so one
 * goes before each error, when there is nothing to take away.
 */
export function createOverlay(server: ViteDevServer): Overlay {
  const { hot } = server.environments.client;
  let shown: OverlayError | undefined;
  const nothing: HotPayload = { type: 'update', updates: [] };
  hot.on('vite:client:connect', (_, client) => {
    if (shown !== undefined) for (const payload of [nothing, asPayload(shown)]) client.send(payload);
  });
  return {
    show(error) {
      shown = error;
      // Vite keeps an error that no page has seen for the next one, even when it has been mended.
      if (server.ws.clients.size === 0) return;
      hot.send(nothing);
      hot.send(asPayload(error));
    },
    clear() {
      if (shown === undefined) return;
      shown = undefined;
      hot.send(nothing);
    },
  };
}

function asPayload(err: OverlayError): HotPayload {
  return { type: 'error', err };
}

/**
 * The mistakes in a tree as one error, the first one's place as its place.
 *
 * @param root What the files are shown relative to.
 */
export function mistakesError(errors: readonly Diagnostic[], root: string): OverlayError {
  const [first, ...others] = errors as [Diagnostic, ...Diagnostic[]];
  const { line, column } = positionOf(first.at);
  const file = toPosix(resolve(root, first.at.source.file));
  const isOne = others.length === 0 && first.notes.length === 0;
  return {
    plugin: PLUGIN,
    message: isOne ? `${first.code}: ${first.message}` : `${errors.length} errors in the operations`,
    // The overlay trims it, so a line without margin goes before the frame.
    frame: `${isOne ? `${first.at.source.file}:\n${codeFrame(first.at)}` : errors.map(formatDiagnostic).join('\n\n')}\n`,
    id: file,
    loc: { file, line, column },
    stack: '',
  };
}

/** What Vite, or evaluating a module, threw. */
export function thrownError(thrown: unknown): OverlayError {
  const { message, stack, frame, id, loc, plugin } = thrown as OverlayError;
  return {
    plugin: plugin ?? PLUGIN,
    message,
    // A frame has the place in it; without one the stack is what leads to it.
    stack: frame === undefined ? (stack ?? '') : '',
    ...(frame !== undefined && { frame }),
    ...(id !== undefined && { id }),
    ...(loc !== undefined && { loc }),
  };
}
