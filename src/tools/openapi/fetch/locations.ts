import type { Document } from 'yaml';
import { placesIn } from '../../../build/compiler/definitions/located-data.ts';
import type { Location, SourceText } from '../../../build/compiler/diagnostics/source.ts';
import { locationIn, positionOf } from '../../../build/compiler/diagnostics/source.ts';
import type { DescriptionFile, Origin } from '../read/origins.ts';
import { once } from '../../../shared/validation/values.ts';
import { parseJsonTree, rangesInJson } from './json-ranges.ts';

const places = new WeakMap<DescriptionFile, ReturnType<typeof placesIn>>();

/** Finds the lines of a location in a description. In JSON it takes time: the file is parsed again, with offsets, once. */
export function locateOrigin({ file, pointer }: Origin, part?: 'key'): Location {
  const locate = places.get(file) ?? placesOf(file);
  return locate(pointer, part);
}

/** Prepares to find the lines of a file, whose document is known if it is YAML. */
export function placesOf(file: DescriptionFile, document?: Document.Parsed): ReturnType<typeof placesIn> {
  const source = { file: file.name, text: file.text };
  const locate = document === undefined ? placesInJson(source) : placesIn(source, document);
  places.set(file, locate);
  return locate;
}

/** Locates the values of JSON, which the parser of YAML would take ten times as long for. */
export function placesInJson(source: SourceText): ReturnType<typeof placesIn> {
  const locate = once(() => {
    const tree = parseJsonTree(source.text);
    if (tree === undefined) return placesIn(source);
    const ranges = rangesInJson(tree);
    return (pointer: string, part?: 'key'): Location => locationIn(source, ...ranges(pointer, part));
  });
  return (pointer, part) => locate()(pointer, part);
}

/** Prints a location: `petstore.yaml:12:5 #/paths/~1pets`. */
export function printOrigin(origin: Origin): string {
  const { line, column } = positionOf(locateOrigin(origin));
  return `${origin.file.name}:${line}:${column} #${origin.pointer}`;
}
