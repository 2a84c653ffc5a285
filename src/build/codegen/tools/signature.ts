import type { McpData, ToolData } from '../../../shared/contract/mcp.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { nameText } from '../identifier.ts';

/** How deep types are written before they become `unknown`. */
const DEPTH = 6;

/**
 * Writes the input of a tool as a TypeScript signature, with the definitions that it uses.
 *
 * @example '(input: { id: number; tag?: string[] })'
 */
export function signatureOf(
  { name, input, uses: [used = []] }: Pick<ToolData, 'name' | 'input' | 'uses'>,
  definitions: McpData['definitions'],
): string {
  const types = used.map((key) => `type ${identifier(key)} = ${typeText(definitions[key] ?? {}, 0)};`);
  return [...types, `${name}(input: ${typeText(input, 0)})`].join('\n');
}

function typeText(schema: AnySchema, depth: number): string {
  if (!isKeywords(schema) || depth > DEPTH) return schema === false ? 'never' : 'unknown';
  const {
    $ref,
    enum: values,
    const: constant,
    type,
    anyOf,
    oneOf,
    allOf,
  } = schema as { readonly [keyword: string]: any };
  if (typeof $ref === 'string') return identifier($ref.slice($ref.lastIndexOf('/') + 1));
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return either.map((part: AnySchema) => typeText(part, depth + 1)).join(' | ');
  if (Array.isArray(allOf) && schema['properties'] === undefined)
    return allOf.map((part: AnySchema) => typeText(part, depth + 1)).join(' & ');
  if (Array.isArray(type)) return type.map((one: string) => typeText({ ...schema, type: one }, depth)).join(' | ');
  return simpleType(schema, depth);
}

function simpleType(schema: Schema, depth: number): string {
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return String(schema['type']);
    case 'array': {
      const item = typeText((schema['items'] ?? true) as AnySchema, depth + 1);
      return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, depth);
    default:
      return schema['properties'] === undefined ? 'unknown' : objectType(schema, depth);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const fields = Object.entries(properties as { readonly [name: string]: AnySchema }).map(([name, property]) => {
    const isRequired = (required as readonly string[]).includes(name);
    const text = typeText(property, depth + 1);
    return `${nameText(name)}${isRequired ? '' : '?'}: ${text}${noteOf(property)}`;
  });
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return isKeywords(additionalProperties) ? `Record<string, ${typeText(additionalProperties, depth + 1)}>` : '{}';
}

/** The bounds, the format and the description of a property, in short. */
function noteOf(schema: AnySchema): string {
  if (!isKeywords(schema)) return '';
  const bounds = ['format', 'pattern', 'minimum', 'maximum', 'maxLength', 'default']
    .filter((keyword) => !['undefined', 'object'].includes(typeof schema[keyword]) && schema[keyword] !== '')
    .map((keyword) => `${keyword} ${String(schema[keyword])}`);
  const description = typeof schema['description'] === 'string' ? schema['description'].split('\n')[0]! : undefined;
  const note = bounds.length === 0 ? description : description?.replace(/\.$/, '');
  const parts = [...(note === undefined ? [] : [note.slice(0, 100)]), ...bounds];
  return parts.length === 0 ? '' : ` /* ${parts.join(', ').replaceAll('*/', '* /')} */`;
}

function identifier(name: string): string {
  return name.replaceAll(/[^\w$]/g, '_');
}
