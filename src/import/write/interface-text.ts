import { ENUM_DESCRIPTIONS } from '../../schema/named-types.ts';
import type { Schema } from '../../contract/operation.ts';
import { parseDefinitionFile } from '../../compiler/definitions/definition-file.ts';
import { FACET_NAMES, isFacet } from '../../schema/keywords.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords, typesOf } from '../../schema/json-types.ts';
import { referredName } from '../../schema/references.ts';
import { eachSchema } from '../../schema/walk.ts';
import { textLines } from '../texts.ts';
import { isSameSchema } from './canonical.ts';
import { docComment } from '../../codegen/comment-text.ts';
import { canExtend } from './extendable.ts';
import { yamlText } from './type-text.ts';

/** A schema as a TypeScript file. */
export interface InterfaceFile {
  readonly text: string;
  /** The definitions that it imports. */
  readonly uses: readonly string[];
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const WORDS = new Set(
  [
    'any as async await boolean break case catch class const constructor continue debugger declare default delete',
    'do else enum export extends false finally for from function get if implements import in infer',
    'instanceof interface is keyof let module namespace never new null number object of package private protected',
    'public readonly require return set static string super switch symbol this throw true try type typeof',
    'undefined unique unknown var void while with yield bigint global',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Writes a schema as an exported interface or type.
 *
 * @param schemas All named schemas: an interface cannot extend every one of them.
 * @returns undefined if TypeScript cannot say all of it.
 * @example interfaceFile('Pet', { type: 'object', properties: { name: { type: 'string' } } })?.text // 'export interface Pet {\n  name?: string;\n}\n'
 */
export function interfaceFile(
  name: string,
  schema: AnySchema,
  schemas: ReadonlyMap<string, AnySchema> = new Map(),
): InterfaceFile | undefined {
  if (typeof schema === 'boolean' || !IDENTIFIER.test(name) || WORDS.has(name)) return undefined;
  const uses = usedNames(schema);
  if (uses === undefined) return undefined;
  const declaration = declare(name, schema, schemas);
  if (declaration === undefined) return undefined;
  const imports = [...uses].filter((use) => use !== name).sort();
  const lines = imports.map((use) => `import type { ${use} } from './${use}.ts';`);
  const text = `${[...lines, ...(lines.length > 0 ? [''] : []), declaration].join('\n')}\n`;
  return isSound(name, text, schema) ? { text, uses: imports } : undefined;
}

/** Whether the compiler reads the text as the schema. */
function isSound(name: string, text: string, schema: Schema): boolean {
  const { definitions, diagnostics } = parseDefinitionFile({ path: `${name}.ts`, text }, '');
  const [read, ...others] = definitions.schemas;
  return diagnostics.length === 0 && others.length === 0 && read?.name === name && isSameSchema(read.schema, schema);
}

/** The definitions that a schema refers to; undefined if it refers to parts of them, or by names that TypeScript cannot have. */
function usedNames(schema: Schema): Set<string> | undefined {
  const names = new Set<string>();
  let canWrite = true;
  eachSchema(schema, (part) => {
    if (!('$ref' in part)) return;
    const name = referredName(part);
    if (name === undefined || !IDENTIFIER.test(name) || WORDS.has(name)) canWrite = false;
    else names.add(name);
  });
  return canWrite ? names : undefined;
}

function declare(name: string, schema: Schema, schemas: ReadonlyMap<string, AnySchema>): string | undefined {
  const { type, properties, required: _, allOf, ...others } = schema;
  const parts = allOf as readonly AnySchema[] | undefined;
  const bases = parts?.filter((part) => isKeywords(part) && '$ref' in part && Object.keys(part).length === 1) as
    | Schema[]
    | undefined;
  const shapes = parts?.filter((part) => !bases!.includes(part as Schema));
  const isExtension =
    parts !== undefined && bases!.length > 0 && shapes!.length <= 1 && type === undefined && properties === undefined;
  const own = isExtension ? shapes![0] : schema;
  if (isExtension || (type === 'object' && hasProperties(schema) && parts === undefined)) {
    const shape = (own ?? { type: 'object' }) as Schema;
    const doc = docText(isExtension ? others : { ...others, type }, '');
    const members = shape['type'] === 'object' ? memberLines(shape, '  ') : undefined;
    const isPlain =
      !isExtension || Object.keys(shape).every((keyword) => /^(?:type|properties|required)$/.test(keyword));
    if (doc === undefined || members === undefined || !isPlain) return undefined;
    const body = `{${members.length === 0 ? '' : `\n${members.join('\n')}\n`}}`;
    const names = isExtension ? bases!.map((base) => referredName(base)!) : [];
    if (isExtension && !canExtend([...bases!, shape], schemas))
      return `${doc}export type ${name} = ${[...names, ...(members.length === 0 ? [] : [body])].join(' & ')};`;
    return `${doc}export interface ${name}${isExtension ? ` extends ${names.join(', ')}` : ''} ${body}`;
  }
  const { text, facets } = splitType(schema, '') ?? {};
  const doc = facets && docText(facets, '');
  return text === undefined || doc === undefined
    ? undefined
    : `${doc}export type ${name} =${text.startsWith('\n') ? '' : ' '}${text};`;
}

function hasProperties({ properties }: Schema): boolean {
  return isKeywords(properties) && Object.keys(properties).length > 0;
}

function memberLines(schema: Schema, indent: string): string[] | undefined {
  const properties = (schema['properties'] ?? {}) as { readonly [name: string]: AnySchema };
  const required = (schema['required'] ?? []) as readonly string[];
  if (!required.every((name) => Object.hasOwn(properties, name))) return undefined;
  const lines: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const { text, facets } = splitType(property, indent) ?? {};
    const doc = facets && docText(facets, indent);
    if (text === undefined || doc === undefined) return undefined;
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    lines.push(
      `${doc}${indent}${key}${required.includes(name) ? '' : '?'}:${text.startsWith('\n') ? '' : ' '}${text};`,
    );
  }
  return lines;
}

/** A schema as a type, and the keywords that only a doc comment can say; an integer keeps its type there. */
function splitType(schema: AnySchema, indent: string): { readonly text: string; readonly facets: Schema } | undefined {
  if (typeof schema === 'boolean') return schema ? { text: 'unknown', facets: {} } : undefined;
  const { enum: values, [ENUM_DESCRIPTIONS]: texts, ...rest } = schema;
  const commented = commentedLiterals(values, texts, indent);
  // A list that is not one of comments stays a tag.
  const others = texts === undefined || commented !== undefined ? rest : { ...rest, [ENUM_DESCRIPTIONS]: texts };
  const facets: { [keyword: string]: unknown } = {};
  const bare: { [keyword: string]: unknown } = {};
  for (const [keyword, value] of Object.entries(others)) {
    const isTag =
      (isFacet(keyword) && !(keyword === 'additionalProperties' && isKeywords(value))) || keyword.startsWith('x-');
    if (isTag) facets[keyword] = value;
    else bare[keyword] = value;
  }
  const types = [bare['type']].flat();
  if (values === undefined && types.includes('integer')) facets['type'] = 'integer';
  const isPlain = Object.keys(bare).every((keyword) => keyword === 'type');
  const text =
    (isPlain ? commented : undefined) ?? typeScript(values === undefined ? bare : { ...bare, enum: values }, indent);
  if (texts !== undefined && text !== commented) facets[ENUM_DESCRIPTIONS] = texts;
  return text === undefined ? undefined : { text, facets };
}

/** The values of an enum with the comments on them, one a line. */
function commentedLiterals(values: unknown, texts: unknown, indent: string): string | undefined {
  if (!Array.isArray(values) || !Array.isArray(texts) || texts.length !== values.length) return undefined;
  if (!texts.some((text) => text !== '')) return undefined;
  const lines = (values as unknown[]).map((value, i) => {
    const text: unknown = texts[i];
    // Comments trim texts, and read directives in them.
    if (typeof text !== 'string' || text !== text.trim() || /[@*\n\r]/.test(text)) return undefined;
    return `${text === '' ? '' : `\n${indent}  /** ${text} */`}\n${indent}  | ${literalText(value)}`;
  });
  return lines.includes(undefined) ? undefined : lines.join('');
}

function literalText(value: unknown): string {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
};

/** A schema without facets as a type. */
function typeScript(schema: AnySchema, indent: string): string | undefined {
  if (typeof schema === 'boolean') return schema ? 'unknown' : undefined;
  const { type, enum: values, $ref, items, properties: _, required, additionalProperties, anyOf, ...others } = schema;
  if (Object.keys(others).length > 0) return undefined;
  if ($ref !== undefined) return Object.keys(schema).length === 1 ? referredName(schema) : undefined;
  if (Array.isArray(anyOf))
    return Object.keys(schema).length === 1 ? unionText(anyOf as AnySchema[], indent) : undefined;
  if (Array.isArray(values)) return values.map(literalText).join(' | ');
  if (type === undefined) return Object.keys(schema).length === 0 ? 'unknown' : undefined;
  if (Array.isArray(type)) {
    const parts = (type as string[]).filter((name) => name !== 'null');
    if (parts.length !== 1) return undefined;
    const text = typeScript({ ...schema, type: parts[0] }, indent);
    return text === undefined || parts.length === type.length ? text : `${text} | null`;
  }
  if (type === 'array') return arrayText(items as AnySchema | undefined, indent);
  if (type !== 'object' || (!hasProperties(schema) && additionalProperties === undefined))
    return required === undefined ? NAMES[String(type)] : undefined;
  if (!hasProperties(schema)) {
    const value = typeScript(additionalProperties as AnySchema, indent);
    return value && `Record<string, ${value}>`;
  }
  const members = additionalProperties === undefined ? memberLines(schema, `${indent}  `) : undefined;
  return members && `{\n${members.join('\n')}\n${indent}}`;
}

function arrayText(items: AnySchema | undefined, indent: string): string | undefined {
  const text = items === undefined ? undefined : typeScript(items, indent);
  if (text === undefined) return undefined;
  return /[|]/.test(text) && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
}

function unionText(members: readonly AnySchema[], indent: string): string | undefined {
  const texts = members.map((member) => typeScript(member, indent));
  return texts.includes(undefined) ? undefined : texts.join(' | ');
}

function quote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** The doc comment of a declaration or a property, with a line break; empty if there is nothing to say. */
function docText(facets: Schema, indent: string): string | undefined {
  const { description, type, ...tags } = facets;
  const text = typeof description === 'string' ? textLines(description) : [];
  if (description !== undefined && text.length === 0) return undefined;
  const order = [
    ...FACET_NAMES,
    ...Object.keys(tags)
      .filter((name) => name.startsWith('x-'))
      .sort(),
  ];
  const isText = [...typesOf(facets)].every((name) => name === 'string' || name === 'null');
  const named = order.filter((name) => name in tags);
  if (named.length < Object.keys(tags).length) return undefined;
  const lines = named.flatMap((name) => tagLines(name, tags[name], isText));
  const isInteger = type === 'integer' && !/^int(?:32|64)$/.test(String(tags['format']));
  const all = [...text, ...(isInteger ? ['@type integer'] : []), ...lines];
  if (all.length === 0) return '';
  return `${docComment(all)
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')}\n`;
}

function tagLines(name: string, value: unknown, isText: boolean): string[] {
  if (name === 'deprecated' && value === true) return ['@deprecated'];
  if (name === 'examples') return (value as unknown[]).map((item) => `@example ${valueText(item, isText)}`);
  if (name === 'default' || name === 'example') return [`@${name} ${valueText(value, isText)}`];
  if (typeof value === 'string' && !name.startsWith('x-')) return [`@${name} ${value}`];
  return [`@${name} ${yamlText(value)}`];
}

function valueText(value: unknown, isText: boolean): string {
  return isText && typeof value === 'string' && value.trim() === value && value !== '' ? value : JSON.stringify(value);
}
