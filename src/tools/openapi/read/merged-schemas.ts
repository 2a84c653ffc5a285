import type { Schema } from '../../../shared/contract/operation.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Notes } from './notes.ts';

/** The facts about a schema from its place. */
export interface SchemaUse {
  /** Whether its parts allow only values of a type. */
  readonly implies: (type: unknown) => boolean;
  /** Whether a schema around it depends on the properties that it declares. */
  readonly isExact: boolean;
  readonly notes: Notes;
}

/**
 * Adds a schema to the one around it; undefined if a keyword would have two values. Two descriptions are paragraphs, and of two titles the outer
 * one stays, with a note.
 */
export function mergeSchemas(outer: Schema, part: Schema, notes: Notes): Schema | undefined {
  const merged: { [keyword: string]: unknown } = { ...outer };
  for (const [keyword, value] of Object.entries(part)) {
    const known = merged[keyword];
    if (!(keyword in merged) || isEqual(known, value)) merged[keyword] = value;
    else if (keyword === 'description') merged[keyword] = `${String(known)}\n\n${String(value)}`;
    else if (keyword !== 'title') return undefined;
  }
  const isUntitled = 'title' in part && merged['title'] !== part['title'];
  if (isUntitled)
    notes.drop({ of: part, key: 'title' }, 'a schema has one title, which is that of the schema around it');
  return merged;
}
