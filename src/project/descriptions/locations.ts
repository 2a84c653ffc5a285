import { placesIn } from '../../compiler/definitions/located-data.ts';
import type { Location } from '../../compiler/diagnostics/source.ts';
import { positionOf } from '../../compiler/diagnostics/source.ts';
import type { DescriptionFile, Origin } from '../../openapi/read/origins.ts';

const places = new WeakMap<DescriptionFile, ReturnType<typeof placesIn>>();

/** Finds the lines of a location in a description. It takes time: the file is parsed again, once. */
export function locateOrigin({ file, pointer }: Origin, part?: 'key'): Location {
  const locate = places.get(file) ?? placesIn({ file: file.name, text: file.text });
  places.set(file, locate);
  return locate(pointer, part);
}

/** Prints a location: `petstore.yaml:12:5 #/paths/~1pets`. */
export function printOrigin(origin: Origin): string {
  const { line, column } = positionOf(locateOrigin(origin));
  return `${origin.file.name}:${line}:${column} #${origin.pointer}`;
}
