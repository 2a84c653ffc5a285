import { quoteText } from '../../../build/codegen/literal.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords, isTypeOfConstant } from '../../../shared/schema/json-types.ts';
import { docText } from './doc-text.ts';

/** The values of an enum with the comments on them, one a line; undefined if a comment cannot have a text. */
export function commentedLiterals(values: unknown, texts: unknown, indent: string): string | undefined {
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

/** A union of constants with titles, each with its own doc comment; undefined for any other list. */
export function titledLiterals(members: unknown, indent: string): string | undefined {
  if (!Array.isArray(members) || members.length < 2) return undefined;
  const listed = (members as unknown[]).filter((member): member is Schema => isKeywords(member) && isLiteral(member));
  if (listed.length < members.length || !listed.some((member) => 'title' in member)) return undefined;
  const lines = listed.map((member) => {
    const { const: value, ...texts } = isTypeOfConstant(member) ? withoutType(member) : member;
    const doc = docText(texts, typeof value === 'string', `${indent}  `);
    return doc === undefined ? undefined : `\n${doc}${indent}  | ${literalText(value)}`;
  });
  return lines.includes(undefined) ? undefined : lines.join('');
}

function withoutType(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'type'));
}

/** Whether a schema is a constant that TypeScript has a literal for. */
export function isLiteral(schema: Schema): boolean {
  return ['string', 'number', 'boolean'].includes(typeof schema['const']);
}

/** A value as a literal type. */
export function literalText(value: unknown): string {
  return typeof value === 'string' ? quoteText(value) : JSON.stringify(value);
}
