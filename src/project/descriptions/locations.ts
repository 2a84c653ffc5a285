import type { Document } from 'yaml';
import { parseYaml } from '../../compiler/comment/yaml.ts';
import { placeOf } from '../../compiler/definitions/place.ts';
import type { Location } from '../../compiler/diagnostics/source.ts';
import { positionOf } from '../../compiler/diagnostics/source.ts';
import type { DescriptionFile, Origin } from '../../openapi/read/origins.ts';

const documents = new WeakMap<DescriptionFile, Document.Parsed>();

/** Finds the lines of a location in a description. It takes time: the file is parsed again, once. */
export function locateOrigin({ file, pointer }: Origin, part?: 'key'): Location {
  const document = documents.get(file) ?? parseYaml(file.text);
  documents.set(file, document);
  return placeOf(document, { file: file.name, text: file.text }, pointer, part);
}

/** Prints a location: `petstore.yaml:12:5 #/paths/~1pets`. */
export function printOrigin(origin: Origin): string {
  const { line, column } = positionOf(locateOrigin(origin));
  return `${origin.file.name}:${line}:${column} #${origin.pointer}`;
}
