import type { Schema } from '../../../shared/contract/operation.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import { isSchema } from '../../../shared/schema/json-types.ts';
import { TAKES } from '../../../shared/schema/takes.ts';
import type { Notes } from './notes.ts';

/**
 * Repairs one schema of any version, which may be a copy of the original: `example` becomes `examples`. Keywords with values that
 * they cannot have are removed, with a note.
 */
export function repairKeywords(schema: Schema, original: Schema, notes: Notes): Schema {
  const { example, ...rest } = schema;
  let repaired = schema;
  if (example !== undefined) repaired = 'examples' in rest ? rest : { ...rest, examples: [example] };
  for (const [keyword, value] of Object.entries(repaired)) {
    const takes = keywordRow(keyword)?.takes;
    if (takes === undefined) continue;
    if (TAKES[takes](value)) {
      repaired = withoutStrangers(repaired, keyword, notes);
      continue;
    }
    const { [keyword]: _, ...others } = repaired;
    repaired = others;
    notes.drop({ of: original, key: keyword }, `"${keyword}" must be ${takes}`);
  }
  return repaired;
}

/** Removes the values among subschemas that are not schemas, with notes. */
function withoutStrangers(schema: Schema, keyword: string, notes: Notes): Schema {
  const held = keywordRow(keyword)?.subschemas;
  const value = schema[keyword] as object;
  if (held !== 'map' && held !== 'list') return schema;
  const entries = Object.entries(value);
  const sound = entries.filter(([, part]) => isSchema(part));
  if (sound.length === entries.length) return schema;
  for (const [key, part] of entries)
    if (!isSchema(part)) notes.drop({ of: value, key }, 'a schema must be an object or a boolean');
  const items = held === 'map' ? Object.fromEntries(sound) : sound.map(([, part]) => part);
  return { ...schema, [keyword]: notes.origins.copy(value, items) };
}
