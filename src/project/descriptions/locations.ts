import type { Document } from 'yaml';
import { placesIn } from '../../compiler/definitions/located-data.ts';
import type { Location } from '../../compiler/diagnostics/source.ts';
import { positionOf } from '../../compiler/diagnostics/source.ts';
import type { DescriptionFile, Origin } from '../../openapi/read/origins.ts';

const places = new WeakMap<DescriptionFile, ReturnType<typeof placesIn>>();

/** Finds the lines of a location in a description. In JSON it takes time: the file is parsed again, once. */
export function locateOrigin({ file, pointer }: Origin, part?: 'key'): Location {
  const locate = places.get(file) ?? placesOf(file);
  return locate(pointer, part);
}

/** Prepares to find the lines of a file, of which the document is known if it is YAML. */
export function placesOf(file: DescriptionFile, document?: Document.Parsed): ReturnType<typeof placesIn> {
  const locate = placesIn({ file: file.name, text: file.text }, document);
  places.set(file, locate);
  return locate;
}

/** Prints a location: `petstore.yaml:12:5 #/paths/~1pets`. */
export function printOrigin(origin: Origin): string {
  const { line, column } = positionOf(locateOrigin(origin));
  return `${origin.file.name}:${line}:${column} #${origin.pointer}`;
}
