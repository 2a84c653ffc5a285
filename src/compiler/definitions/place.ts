import type { Document } from 'yaml';
import type { Location, SourceText } from '../source.ts';
import { spanIn } from '../source.ts';

/** Where the value that a JSON pointer names stands in a file. */
export function placeOf(document: Document.Parsed, source: SourceText, pointer: string): Location {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as
      | { range?: readonly [number, number, number] | null }
      | undefined;
    const range = depth === 0 ? document.contents?.range : node?.range;
    if (range != null) return { source, span: spanIn(source.text, range[0], range[1]) };
  }
  return { source, span: { start: 0, end: 0 } };
}
