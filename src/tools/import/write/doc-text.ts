import type { Schema } from '../../../shared/contract/operation.ts';
import { docComment } from '../../../build/codegen/comment-text.ts';
import { FACET_NAMES } from '../../../shared/schema/keywords.ts';
import { textLines } from '../texts.ts';
import { facetValue } from './type-text.ts';
import { extensionLines, jsonText } from './value-lines.ts';
import { fenceAround } from '../../../build/compiler/comment/fences.ts';
import { withQuotes } from '../../../build/compiler/comment/line.ts';

/**
 * The doc comment of a declaration or a property, with a line break; empty if there is no text.
 *
 * @param facets The keywords that become tags.
 * @param isText Whether a default or an example can be nothing but a text.
 */
export function docText(facets: Schema, isText: boolean, indent: string): string | undefined {
  const { description, type, oneOf, ...tags } = facets;
  const text = typeof description === 'string' ? textLines(description) : [];
  if (description !== undefined && typeof description !== 'string') return undefined;
  const extensions = Object.keys(tags).filter((name) => name.startsWith('x-') && !FACET_NAMES.includes(name));
  const named = [...FACET_NAMES, ...extensions.sort()].filter((name) => name in tags);
  if (named.length < Object.keys(tags).length) return undefined;
  const lines = named.flatMap((name) => tagLines(name, tags[name], isText));
  const isInteger = type === 'integer' && !/^int(?:32|64)$/.test(String(tags['format']));
  const all = [...text, ...(isInteger ? ['@type integer'] : []), ...(oneOf === undefined ? [] : ['@oneOf']), ...lines];
  if (all.length === 0) return '';
  return `${docComment(all)
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')}\n`;
}

function tagLines(name: string, value: unknown, isText: boolean): readonly string[] {
  if (name === 'deprecated' && value === true) return ['@deprecated'];
  if (name === 'examples') return (value as unknown[]).flatMap((item) => valueLines('example', item, isText));
  if (name === 'default' || name === 'example') return valueLines(name, value, isText);
  if (name.startsWith('x-')) return extensionLines(name, value);
  return [`@${name} ${typeof value === 'string' ? value : facetValue(name, value)}`];
}

function valueLines(tag: string, value: unknown, isText: boolean): readonly string[] {
  if (!isText || typeof value !== 'string') return `@${tag} ${jsonText(value)}`.split('\n');
  // Quotes around a text are not part of it.
  if (/^["']/.test(value)) return `@${tag} ${withQuotes(value)}`.split('\n');
  const lines = value.split('\n');
  const fence = fenceAround(lines);
  if (lines.length > 1) return [`@${tag}`, fence, ...lines, fence];
  return [`@${tag} ${value.trim() === value && value !== '' ? value : JSON.stringify(value)}`];
}
