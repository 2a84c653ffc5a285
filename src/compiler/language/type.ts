import type { NonRootResult, RootResult } from 'jsdoc-type-pratt-parser';
import { parse } from 'jsdoc-type-pratt-parser';
import type { Schema } from '../../contract/operation.ts';
import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Reference } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { findDeepBracket, MAX_NESTING } from '../comment/nesting.ts';
import { unescapeQuotes } from '../comment/line.ts';
import type { EncodedType } from './type-names.ts';
import { encodeNames, splitName } from './type-names.ts';
import { reportTypeFault } from './type-fault.ts';
import { namedSchema, unionOf } from '../../schema/named-types.ts';
import { useGeneric } from '../../schema/draft.ts';
import { referenceTo } from '../../schema/references.ts';

/** A type of a comment, as JSON Schema. */
export interface ParsedType {
  readonly schema: Schema;
  /** `void`: no body at all. */
  readonly isVoid: boolean;
  /** The schemas that it refers to, with their locations. */
  readonly references: readonly Reference[];
}

/** Thrown at a part of a type that JSON Schema cannot express. */
class Unsupported extends Error {}

/** A type while it is turned into a schema; names are looked up in its text in the order they come. */
interface Reading {
  readonly text: string;
  readonly decode: EncodedType['decode'];
  cursor: number;
  depth: number;
  readonly names: { name: string; offset: number; arity: number }[];
}

/**
 * Turns a type expression into JSON Schema 2020-12: spec B5.
 *
 * A use of a generic definition is a draft, which is expanded once all definitions are known.
 *
 * @returns undefined if the expression is wrong, which has then been reported.
 * @example parseType('Pet[]') // { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
 */
export function parseType(type: Passage, report: Report): ParsedType | undefined {
  return parseName(type) ?? parseExpression(type, report);
}

const LISTS_OF_LISTS = new RegExp(String.raw`(?:\[\]){${MAX_NESTING + 1}}`);

/** Reads a name, or lists of it: a fast path that accepts no name that the grammar does not. */
function parseName(type: Passage): ParsedType | undefined {
  const { name, depth } = splitName(type.text) ?? {};
  if (name === undefined || depth === undefined || depth > MAX_NESTING) return undefined;
  const isVoid = name === 'void';
  if (isVoid && depth > 0) return undefined;
  const named = isVoid ? {} : namedSchema(name);
  let schema = named ?? referenceTo(name);
  for (let i = 0; i < depth; i++) schema = { type: 'array', items: schema };
  const references = named === undefined ? [{ name, at: locate(type, 0, name.length), arity: 0 }] : [];
  return { schema, isVoid, references };
}

function parseExpression(type: Passage, report: Report): ParsedType | undefined {
  // One character for each: offsets stay those of the source.
  const text = type.text.replace(/[\r\n]/g, ' ');
  const deep = findDeepBracket(text) ?? LISTS_OF_LISTS.exec(text)?.index;
  if (deep !== undefined) return void report(messages.nestingLimit(locate(type, deep, deep + 1), MAX_NESTING));
  const encoded = encodeNames(text);
  const reading: Reading = { text, decode: encoded.decode, cursor: 0, depth: 0, names: [] };
  try {
    const root = parseTree(encoded.text);
    const isVoid = root.type === 'JsdocTypeName' && reading.decode(root.value) === 'void';
    const schema = isVoid ? {} : toSchema(root, reading);
    const references = reading.names.map(({ name, offset, arity }) => ({
      name,
      at: locate(type, offset, offset + name.length),
      arity,
    }));
    return { schema, isVoid, references };
  } catch (error) {
    if (error instanceof Unsupported) report(messages.unsupportedType(locate(type), type.text, error.message));
    else if (error instanceof RangeError) report(messages.nestingLimit(locate(type), MAX_NESTING));
    else reportTypeFault(type, text, encoded.text, report);
    return undefined;
  }
}

/** The trees of earlier types: an API repeats its types, and the grammar takes long for each. */
const trees = new Map<string, RootResult>();
/** Edits in a dev server add types without end. */
const MAX_TREES = 10_000;

function parseTree(text: string): RootResult {
  const tree = trees.get(text) ?? parse(text, 'jsdoc');
  if (trees.size === MAX_TREES) trees.clear();
  trees.set(text, tree);
  return tree;
}

/** The name that a node is, or an empty text. */
function nameOf(node: NonRootResult, reading: Reading): string {
  return node.type === 'JsdocTypeName' ? reading.decode(node.value) : '';
}

function toSchema(node: NonRootResult, reading: Reading): Schema {
  // The parser throws a RangeError too if a type nests too deep.
  if (++reading.depth > MAX_NESTING) throw new RangeError('nested too deeply');
  const schema = nodeToSchema(node, reading);
  reading.depth--;
  return schema;
}

function nodeToSchema(node: NonRootResult, reading: Reading): Schema {
  switch (node.type) {
    case 'JsdocTypeName':
      return nameToSchema(reading.decode(node.value), reading);
    case 'JsdocTypeNull':
      return { type: 'null' };
    case 'JsdocTypeAny':
      return {};
    case 'JsdocTypeStringValue':
      return { const: unescapeQuotes(node.value) };
    case 'JsdocTypeNumber':
      if (!Number.isFinite(node.value)) throw new Unsupported('JSON has no number as large');
      return { const: node.value };
    case 'JsdocTypeParenthesis':
    case 'JsdocTypeNotNullable':
      return toSchema(node.element, reading);
    case 'JsdocTypeNullable':
      return unionOf([toSchema(node.element, reading), { type: 'null' }]);
    case 'JsdocTypeUnion':
      return unionOf(node.elements.map((element) => toSchema(element, reading)));
    case 'JsdocTypeGeneric':
      return genericToSchema(node.left, node.elements, node.meta.brackets === 'square', reading);
    case 'JsdocTypeObject':
      return objectToSchema(node.elements, reading);
    default:
      throw new Unsupported(`a ${node.type.replace('JsdocType', '').toLowerCase()} type has no JSON representation`);
  }
}

function nameToSchema(name: string, reading: Reading): Schema {
  if (name === 'void') throw new Unsupported('"void" cannot be combined with other types');
  const named = namedSchema(name);
  if (named !== undefined) return named;
  reading.names.push({ name, offset: skipTo(name, reading), arity: 0 });
  return referenceTo(name);
}

/** Moves on to the next occurrence of a word in the text. */
function skipTo(word: string, reading: Reading): number {
  const { text } = reading;
  let found = text.indexOf(word, reading.cursor);
  while (found !== -1 && (/[\w$.-]/.test(text.charAt(found - 1)) || /[\w$-]/.test(text.charAt(found + word.length))))
    found = text.indexOf(word, found + 1);
  const offset = found === -1 ? reading.cursor : found;
  reading.cursor = found === -1 ? offset : offset + word.length;
  return offset;
}

function genericToSchema(
  left: NonRootResult,
  elements: readonly NonRootResult[],
  isSquare: boolean,
  reading: Reading,
): Schema {
  const name = nameOf(left, reading);
  if (!isSquare) skipTo(name, reading);
  const from = reading.cursor - name.length;
  const schemas = elements.map((element) => toSchema(element, reading));
  if (name === 'Array' || name === 'array') {
    if (schemas.length === 1) return { type: 'array', items: schemas[0] };
  } else if (/^(?:[Oo]bject|Record)$/.test(name)) {
    if (schemas.length === 2) return { type: 'object', additionalProperties: schemas[1] };
  } else if (name !== '' && namedSchema(name) === undefined) {
    reading.names.push({ name, offset: from, arity: schemas.length });
    return useGeneric(name, schemas);
  }
  throw new Unsupported(
    `"${name}" cannot have ${schemas.length} type argument${schemas.length === 1 ? '' : 's'}. Write "Array<T>", "Record<string, T>" or a generic definition`,
  );
}

type ObjectElements = Extract<RootResult, { type: 'JsdocTypeObject' }>['elements'];

function objectToSchema(elements: ObjectElements, reading: Reading): Schema {
  const fields = elements.map((element) => {
    const field = readField(element, reading);
    skipTo(field.key, reading);
    const schema = field.right === undefined ? {} : toSchema(field.right, reading);
    return { key: unescapeQuotes(field.key), optional: field.optional, schema };
  });
  const keys = new Set<string>();
  const twice = fields.find(({ key }) => keys.size === keys.add(key).size);
  if (twice !== undefined) throw new Unsupported(`property "${twice.key}" is declared twice`);
  const required = fields.filter((field) => !field.optional).map((field) => field.key);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.key, field.schema])),
    ...(required.length > 0 && { required }),
  };
}

function readField(
  element: ObjectElements[number],
  { decode }: Reading,
): {
  key: string;
  optional: boolean;
  right: NonRootResult | undefined;
} {
  if (element.type === 'JsdocTypeObjectField' && typeof element.key === 'string') {
    return { key: decode(element.key), optional: element.optional, right: element.right };
  }
  if (element.type === 'JsdocTypeJsdocObjectField') {
    const { left, right } = element;
    if (left.type === 'JsdocTypeName') return { key: decode(left.value), optional: false, right };
    // `b?: T` comes as a nullable name, text or number on the left.
    const key = left.type === 'JsdocTypeNullable' ? left.element : undefined;
    if (key?.type === 'JsdocTypeName' || key?.type === 'JsdocTypeStringValue' || key?.type === 'JsdocTypeNumber')
      return { key: decode(String(key.value)), optional: true, right };
  }
  const isWord =
    element.type === 'JsdocTypeJsdocObjectField' && /^JsdocType(?:Null|Undefined)$/.test(element.left.type);
  throw new Unsupported(
    isWord
      ? 'quote "null" and "undefined" to use them as property names'
      : 'write a property as "name: type" or "name?: type"',
  );
}
