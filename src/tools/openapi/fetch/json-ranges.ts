import type { Node, ParseError } from 'jsonc-parser';
import { parseTree } from 'jsonc-parser';
import { formerNames } from '../../../build/compiler/definitions/located-data.ts';
import { keysOf } from '../../../shared/contract/json-pointer.ts';

/** The offsets of a part of a text. */
type Range = readonly [start: number, end: number];

/** Finds the value at a pointer, or its key. A value that the text lacks is at the nearest one around it. */
type Ranges = (pointer: string, part?: 'key') => Range;

/** Parses JSON with offsets; undefined if it is not JSON. */
export function parseJsonTree(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true });
    return errors.length === 0 ? tree : undefined;
  } catch {
    // The parser recurses.
    return undefined;
  }
}

/** Locates the values of a document of JSON. */
export function rangesInJson(root: Node): Ranges {
  return (pointer, part) => {
    let node = root;
    let property: Node | undefined;
    for (const key of keysOf(pointer)) {
      property = propertyOf(node, key);
      const next = node.type === 'array' ? node.children?.[Number(key)] : property?.children?.[1];
      if (next === undefined) return rangeOf(node);
      node = next;
    }
    return rangeOf(part === 'key' ? (property?.children?.[0] ?? node) : node);
  };
}

function propertyOf({ type, children = [] }: Node, key: string): Node | undefined {
  if (type !== 'object') return undefined;
  const names = formerNames(key);
  for (const name of names) {
    const found = children.find((property) => property.children?.[0]?.value === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rangeOf({ offset, length }: Node): Range {
  return [offset, offset + length];
}
