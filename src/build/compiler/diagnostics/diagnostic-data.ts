import type { Diagnostic } from './diagnostic.ts';
import type { Location, Position } from './source.ts';
import { positionOf } from './source.ts';

/** A location as data. Lines and columns count from 1. */
export interface PlaceData extends Position {
  readonly file: string;
}

/** A location as the commands write it with `--json`. */
export function placeData(at: Location): PlaceData {
  const { line, column } = positionOf(at);
  return { file: at.source.file, line, column };
}

/** A diagnostic as the commands write it with `--json`. */
export function diagnosticData({ code, severity, message, at, notes }: Diagnostic): object {
  const others = notes.map((note) => ({ message: note.message, ...placeData(note.at) }));
  return { code, severity, message, ...placeData(at), ...(others.length > 0 && { notes: others }) };
}
