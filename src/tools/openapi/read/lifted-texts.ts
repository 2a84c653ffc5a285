import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Origins } from './origins.ts';
import type { Fields } from './document-fields.ts';
import { entries } from './document-fields.ts';

/**
 * Creates a function that moves the description of a schema to the parameter, header or body around it: one line of a comment has both.
 *
 * Two different texts become two paragraphs. Media types with different texts keep theirs.
 */
export function createLift(origins: Origins): (part: Fields) => Fields {
  // A component has the same schema wherever it is used, and is converted once.
  const bareSchemas = new WeakMap<Fields, Fields>();
  const withoutText = (schema: Fields): Fields => {
    const { description: _, ...others } = schema;
    const bare = bareSchemas.get(schema) ?? origins.copy(schema, others);
    bareSchemas.set(schema, bare);
    return bare;
  };
  const bareMedia = (media: Fields): Fields =>
    origins.copy(media, { ...media, schema: withoutText(media['schema'] as Fields) });
  return (part) => {
    const { schema, content, description } = part;
    const text = schema === undefined ? commonText(content) : schemaText(schema);
    if (text === undefined) return part;
    const media = entries(content).map(([type, one]) => [type, bareMedia(one as Fields)] as const);
    return origins.copy(part, {
      ...part,
      ...(schema === undefined
        ? { content: origins.copy(content as object, Object.fromEntries(media)) }
        : { schema: withoutText(schema as Fields) }),
      description: joinTexts(description, text),
    });
  };
}

/** The description of the schemas of all media types, if they have the same. */
function commonText(content: unknown): string | undefined {
  const [text, ...others] = entries(content).map(([, one]) =>
    isKeywords(one) ? schemaText(one['schema']) : undefined,
  );
  return others.every((other) => other === text) ? text : undefined;
}

function schemaText(schema: unknown): string | undefined {
  const text = isKeywords(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Two texts as one: the longer one if it has the words of the other, otherwise a paragraph each. */
function joinTexts(outer: unknown, inner: string): string {
  if (typeof outer !== 'string') return inner;
  const [own, other] = [plainWords(outer), plainWords(inner)];
  if (other.includes(own)) return inner;
  return own.includes(other) ? outer : `${outer.trimEnd()}\n\n${inner.trimStart()}`;
}

/** The words of a text without the punctuation around them, between spaces. */
function plainWords(text: string): string {
  const words = text
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[.,:;!?]+|[.,:;!?]+$/g, ''))
    .filter((word) => word !== '');
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}
