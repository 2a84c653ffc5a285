import { mayGuard } from '../language/access-words.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimPassage } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { enumOf, TYPE_NAMES } from '../../../shared/schema/named-types.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { isAnyType, typesOf } from '../../../shared/schema/json-types.ts';

/** TypeScript has no integers: `@type integer` makes one of a number. */
export function refineType({ at, content }: Directive, schema: Schema, report: Report): Schema {
  const [found, inBraces, bare] = /^\{([^}]*)\}|^(\S*)/.exec(trimPassage(content).text)!;
  const text = slicePassage(trimPassage(content), 0, found.length);
  const given = (inBraces ?? bare ?? '').trim();
  // A fix must not make text after the type part of a format.
  const isAlone = text.text === trimPassage(content).text;
  const known = typesOf(schema);
  const types = isAnyType(known) ? [] : [...known];
  if (given === '') report(messages.emptyDirective(at, 'type'));
  else if (given === 'integer') return toInteger(schema) ?? reportNoNumber(text, schema, types, report);
  else if (!isRepetition(given, types, inBraces !== undefined))
    report(messages.typeTag(locate(text), given, at, isAlone && toInteger(schema) !== undefined));
  return schema;
}

/** The text after the type of a `@type` tag. */
export function afterWord(content: Passage): Passage {
  const text = trimPassage(content);
  return slicePassage(text, /^(?:\{[^}]*\}|\S*)/.exec(text.text)![0].length);
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
  // If nothing is known about the type, a mistake in it has been reported.
  if (actual.length > 0 && !types.includes('integer'))
    report(messages.facetType(locate(text), 'integer', ['number'], actual));
  return schema;
}

/** `@oneOf`: a value must match exactly one type of a union. */
export function toOneOf({ at, content }: Directive, schema: Schema, report: Report): Schema {
  const text = trimPassage(content);
  const { anyOf, ...others } = schema;
  if (text.text !== '') report(messages.unexpectedValue(locate(text), 'oneOf', [], mayGuard(text)));
  else if (anyOf !== undefined) return { ...others, oneOf: anyOf };
  else if (Object.keys(schema).length > 0 && schema['oneOf'] === undefined) report(messages.oneOfUnion(at));
  return schema;
}

/** A literal below `@enum [value]` is an enum of one value, which the document has as a list. */
export function listConstant(schema: Schema, values: unknown): Schema {
  const { const: value, ...others } = schema;
  const isOne = 'const' in schema && Array.isArray(values) && values.length === 1 && values[0] === value;
  return isOne ? { ...others, ...enumOf([value]) } : schema;
}
