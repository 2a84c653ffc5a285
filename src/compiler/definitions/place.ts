import { keysOf } from '../../contract/json-pointer.ts';
import { FORMER_NAMES } from '../../schema/dialects.ts';
import type { Document, Scalar } from 'yaml';
import { isMap, isScalar } from 'yaml';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';

/** Locates the value at a JSON Pointer, or its key. Keywords of a translated schema are found by their former names. */
export function placeOf(document: Document.Parsed, source: SourceText, pointer: string, part?: 'key'): Location {
  const path = formerPath(document, keysOf(pointer));
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as
      | { range?: readonly [number, number, number] | null }
      | undefined;
    const key =
      depth === path.length && part === 'key' ? keyIn(document.getIn(path.slice(0, -1), true), path) : undefined;
    const range = key?.range ?? (depth === 0 ? document.contents?.range : node?.range);
    if (range != null) return { source, span: spanIn(source.text, range[0], range[1]) };
  }
  return { source, span: { start: 0, end: 0 } };
}

/** Converts keys to those of the document, which can be in an older dialect. */
function formerPath(document: Document.Parsed, keys: readonly string[]): string[] {
  const path: string[] = [];
  for (const key of keys) {
    const names = [key, ...(Object.hasOwn(FORMER_NAMES, key) ? FORMER_NAMES[key]! : [])];
    path.push(names.find((name) => document.hasIn([...path, name])) ?? key);
  }
  return path;
}

function keyIn(node: unknown, path: readonly string[]): Scalar | undefined {
  const keys = isMap(node) ? node.items.map(({ key }) => key).filter(isScalar) : [];
  return keys.find(({ value }) => String(value) === path.at(-1));
}
