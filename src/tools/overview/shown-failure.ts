import type { Editor } from './editor.ts';

/** An error that answered a request, and its place. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  /** The calls in the project's code, innermost first. */
  readonly calls: readonly {
    readonly text: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }[];
  /** The line of the first call. */
  readonly code: string | undefined;
  /** Set if it is the cause of the one before. */
  readonly isCause?: true;
}

/** A failure in a page. */
export interface ShownFailure {
  readonly title: string;
  readonly frame: string | undefined;
  readonly calls: readonly { readonly text: string; readonly editor: string }[];
}

/** Prepares the failures of a request for a page: an error and its causes. */
export function showFailures(failures: readonly Failure[], editor: Editor): ShownFailure[] {
  return failures.map(({ name, message, calls, code, isCause }) => ({
    title: `${isCause === true ? 'Caused by ' : ''}${name}: ${message}`,
    frame: code,
    calls: calls.map(({ text, file, line, column }) => ({ text, editor: editor.open(file, `:${line}:${column}`) })),
  }));
}
