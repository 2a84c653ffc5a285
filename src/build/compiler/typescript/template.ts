import type { TSTemplateLiteralType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Env } from './env.ts';
import { unsupported } from './env.ts';
import { literalsOf } from './union.ts';

const ANY_TEXT = String.raw`[\s\S]*`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;

/** Reads a template literal type as the pattern of the texts that it allows: `id-${number}`. */
export function readTemplate(node: TSTemplateLiteralType, env: Env): Schema {
  const holes = node.types.map((type) => patternOf(env.read(type, env)));
  const fault = holes.indexOf(undefined);
  if (fault !== -1)
    return unsupported(
      node.types[fault]!,
      'a template allows only strings, numbers, booleans and unions of literals of this file',
      env,
    );
  const texts = node.quasis.map((quasi) => escape(quasi.value.cooked ?? ''));
  return { type: 'string', pattern: `^${texts.map((text, i) => text + (holes[i] ?? '')).join('')}$` };
}

/** The pattern of a schema's values as texts, without anchors. */
function patternOf(schema: Schema): string | undefined {
  const values = literalsOf(schema);
  if (values !== undefined) return group(values.map((value) => escape(String(value))));
  if (Array.isArray(schema['anyOf'])) {
    const parts = (schema['anyOf'] as Schema[]).map(patternOf);
    return parts.every((part) => part !== undefined) ? group(parts) : undefined;
  }
  switch (schema['type']) {
    case 'string':
      // A text that must be of some form would have to be so in the middle of another.
      return Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'description')
        ? ANY_TEXT
        : undefined;
    case 'number':
    case 'integer':
      return NUMBER;
    case 'boolean':
      return '(?:true|false)';
    default:
      return undefined;
  }
}

function group(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives[0]! : `(?:${alternatives.join('|')})`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
