import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { positionOf } from '../../build/compiler/diagnostics/source.ts';
import { toPosix } from '../../build/project/files.ts';

/** The file of a URI, absolute, with `/`; undefined for one that is not on a disk, such as `untitled:`. */
export function fileOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? toPosix(fileURLToPath(uri)) : undefined;
  } catch {
    return undefined;
  }
}

/** The URI of a file, absolute. */
export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** The range of a location. Lines and characters count from 0; a location in a path is the start of its file. */
export function rangeOf({ source, span }: Location): Range {
  const at = (offset: number): Range['start'] => {
    const { line, column } = positionOf({ source, span: { start: offset, end: offset } });
    return { line: line - 1, character: column - 1 };
  };
  return { start: at(span.start), end: source.isPath === true ? { line: 0, character: 0 } : at(span.end) };
}
