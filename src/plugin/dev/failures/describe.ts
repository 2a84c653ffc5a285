import { stripVTControlCharacters } from 'node:util';
import type { Call } from './frames.ts';
import { frameCode, readFrames, toCall, withoutImports } from './frames.ts';

/** The number of calls that are printed. */
const FRAMES = 8;
/** The number of causes that are printed. */
const CAUSES = 5;
/** In place of a line that an edit has moved. */
const OUTDATED = 'This is the version before your last edit, so its lines differ.';

/** A thrown error, in a form for developers. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  /** The calls in the project's code, innermost first. */
  readonly calls: readonly Call[];
  /** The line of the first call, or why it isn't shown; undefined if no call is in the project's code. */
  readonly code: string | undefined;
  /** Set if it is the cause of the one before. */
  readonly isCause?: true;
}

/** The known sources that modules were loaded from. */
export interface Sources {
  /** Maps the positions of a stack to the sources. */
  mapStack(error: Error): void;
  /** Whether a file has changed since its module was evaluated: while the tree has errors, the earlier version runs. */
  isOutdated(file: string): boolean;
}

/**
 * Describes an error and its causes, outermost first.
 *
 * @param root The directory that paths are relative to.
 * @param sources undefined if positions stay as they are.
 */
export function describeFailures(thrown: unknown, root: string, sources?: Sources): Failure[] {
  const failures: Failure[] = [];
  const seen = new Set<unknown>();
  for (let error = thrown; error instanceof Error && !seen.has(error) && seen.size <= CAUSES; error = error.cause) {
    seen.add(error);
    sources?.mapStack(error);
    const frames = readFrames(error.stack ?? '');
    const [first] = frames;
    failures.push({
      name: error.name,
      message: messageOf(error),
      calls: frames.slice(0, FRAMES).map((frame) => toCall(frame, root)),
      ...(failures.length > 0 && { isCause: true }),
      code: first && (sources?.isOutdated(first.file) === true ? OUTDATED : frameCode(first)),
    });
  }
  return failures;
}

/** A message as people read it: without the colours of Vite's frames, and with imported names as their author wrote them. */
export function readableMessage(message: string): string {
  return withoutImports(
    stripVTControlCharacters(message).replaceAll(/\(0 ?, (__vite_ssr_import_\d+__\.[\w$.]+)\)/g, '$1'),
  );
}

/** The message of an error. That of several failed connections is empty, and they have its text. */
function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return readableMessage(error.message);
  return error.errors.map((item) => (item instanceof Error ? item.message : String(item))).join('; ');
}

/** Formats failures for the terminal: each with its calls, and the line of its first one. */
export function formatFailures(failures: readonly Failure[]): string {
  const texts = failures.map(({ name, message, calls: [first, ...others], code, isCause }) =>
    [
      `${isCause === true ? 'Caused by ' : ''}${name}: ${message}`,
      ...[first?.text, code, ...others.map(({ text }) => text)].filter((text) => text !== undefined).map(indent),
    ].join('\n'),
  );
  return texts.join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

/** Formats failures for a problem: its `trace`. */
export function traceOf(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ name, message, calls }, index) => [
    ...(index === 0 ? [] : [`Caused by ${name}: ${message}`]),
    ...calls.map(({ text }) => text),
  ]);
}
