import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { slashedPattern } from '../../../shared/schema/slashed-pattern.ts';
import { toEcmaPattern } from './ecma-pattern.ts';
import type { Notes } from './notes.ts';

/** Syntax of patterns in other languages. */
const FOREIGN = String.raw`\A, \Z, \z, (?i) or (?P<name>)`;

/** A schema with the patterns of other languages in JavaScript: those of texts, and of the names of properties. */
export function withEcmaPatterns(schema: Schema, notes: Notes): Schema {
  const { pattern, patternProperties: named } = schema;
  const read = typeof pattern === 'string' ? readPattern(pattern, schema, 'pattern', notes) : pattern;
  const own = read === pattern ? schema : { ...schema, pattern: read };
  if (!isKeywords(named)) return own;
  const names = Object.keys(named).map((name) => readPattern(name, schema, 'patternProperties', notes));
  const isSame = names.every((name, i) => name === Object.keys(named)[i]);
  if (isSame || new Set(names).size < names.length) return own;
  const renamed = Object.fromEntries(Object.values(named).map((part, i) => [names[i]!, part]));
  return { ...own, patternProperties: notes.origins.copy(named, renamed) };
}

function readPattern(pattern: string, of: Schema, key: string, notes: Notes): string {
  const slashed = slashedPattern(pattern);
  if (slashed !== undefined) notes.mend({ of, key }, `"${key}" has slashes around a regular expression: left out`);
  const bare = slashed === undefined ? pattern : `${slashed.flags.includes('i') ? '(?i)' : ''}${slashed.inner}`;
  const translated = toEcmaPattern(bare);
  if (translated !== bare) notes.mend({ of, key }, `"${key}" has ${FOREIGN}: translated to JavaScript`);
  return translated;
}
