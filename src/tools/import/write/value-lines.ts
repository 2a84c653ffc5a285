import { isDeepStrictEqual } from 'node:util';
import type { ScalarTag } from 'yaml';
import type { Declarations } from '../../../build/compiler/language/declared.ts';
import { blockYaml } from '../../../build/project/block-yaml.ts';
import { firstSound } from './read-back.ts';
import { yamlText } from './type-text.ts';
import { WIDTH } from './width.ts';

/**
 * A value in JSON, in lines that are as short as those that an author writes: a list or an object that fits on a line is on one.
 *
 * @example jsonText({ a: [1, 2] }) // '{"a":[1,2]}'
 */
export function jsonText(value: unknown, indent: string = ''): string {
  const flat = JSON.stringify(value);
  if (indent.length + flat.length <= WIDTH || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item: unknown) => jsonText(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${jsonText(item, inner)}`);
  return `${open}\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}${close}`;
}

/** The lines of an extension: on one line if it is short, else as a block of YAML; none if a comment cannot have it. */
export function extensionLines(name: string, value: unknown): readonly string[] {
  const isMeant = ({ extensions }: Declarations): boolean =>
    extensions.length === 1 && isDeepStrictEqual(extensions[0]!.value, [name, value]);
  return firstSound(spellings(name, value), isMeant) ?? [];
}

function* spellings(name: string, value: unknown): Generator<string[]> {
  if (value === true) return yield [`@${name}`];
  const line = `@${name} ${yamlText(value)}`;
  if (line.length > WIDTH && typeof value === 'object') {
    const block = blockYaml(value, [QUOTED_LINES]).trimEnd();
    yield [`@${name}`, ...block.split('\n').map((each) => `  ${each}`)];
    yield [`@${name} ${jsonText(value)}`].flatMap((text) => text.split('\n'));
  }
  return yield [line];
}

/** Texts with lines that a comment would change, in quotes: comments have no white space at the ends of lines, and directives at their starts. */
const QUOTED_LINES: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && /[^\S\n]\n|^\s*@/m.test(value),
  resolve: (text) => text,
  stringify({ value }, { indent }) {
    const [first, ...others] = String(value)
      .split('\n')
      .map((line) => JSON.stringify(line).slice(1, -1));
    const lines = others.map((line) => line.replace(/^ /, String.raw`\ `).replace(/^@/, String.raw`\x40`));
    return `"${[first, ...lines].join(`\\n\\\n${indent}`)}"`;
  },
};
