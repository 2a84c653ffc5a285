import type { Schema } from '../../contract/operation.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimPassage } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { TYPE_NAMES } from '../../schema/named-types.ts';
import { referredName } from '../../schema/references.ts';
import { isAnyType, typesOf } from '../../schema/json-types.ts';

/** TypeScript has no integers: `@type integer` makes one of a number. */
export function refineType({ at, content }: Directive, schema: Schema, report: Report): Schema {
  const [found, inBraces, bare] = /^\{([^}]*)\}|^(\S*)/.exec(trimPassage(content).text)!;
  const text = slicePassage(trimPassage(content), 0, found.length);
  const given = (inBraces ?? bare ?? '').trim();
  const known = typesOf(schema);
  const types = isAnyType(known) ? [] : [...known];
  if (given === '') report(messages.emptyDirective(at, 'type'));
  else if (given === 'integer') return toInteger(schema) ?? reportNoNumber(text, schema, types, report);
  else if (!isRepetition(given, types, inBraces !== undefined)) report(messages.typeTag(locate(text), given));
  return schema;
}

/** Whether a `@type` tag repeats TypeScript's type; in braces, as in JSDoc, a name or an expression is taken to. */
function isRepetition(given: string, types: readonly string[], inBraces: boolean): boolean {
  if (types.includes(given.toLowerCase()) || (given === 'number' && types.includes('integer'))) return true;
  const isOther = TYPE_NAMES.includes(given) && types.length > 0;
  return inBraces && !isOther && !messages.isNearInteger(given);
}

/** Narrows a schema of numbers to integers; undefined for any other schema. */
export function toInteger(schema: Schema): Schema | undefined {
  const { type } = schema;
  const types = [type].flat();
  if (!types.includes('number')) return undefined;
  const narrowed = types.map((each) => (each === 'number' ? 'integer' : each));
  return { ...schema, type: Array.isArray(type) ? narrowed : narrowed[0] };
}

function reportNoNumber(text: Passage, schema: Schema, types: readonly string[], report: Report): Schema {
  const name = referredName(schema);
  const actual = name === undefined ? types : [`"${name}"`];
  // Where nothing is known of the type, a mistake in it has been reported.
  if (actual.length > 0 && !types.includes('integer'))
    report(messages.facetType(locate(text), 'integer', ['number'], actual));
  return schema;
}
