import regjsparser from 'regjsparser';
import { isFast } from '../../../build/compiler/user-schemas/patterns.ts';
import { compilePattern } from '../../../shared/schema/formats.ts';

/** A node of the syntax tree, with the fields that matter here. */
interface PatternNode {
  readonly type: string;
  readonly raw: string;
  readonly body?: readonly PatternNode[];
  readonly behavior?: string;
  readonly min?: number;
  readonly max?: number;
}

/** How to choose among the texts of a pattern. */
interface Choice {
  /** Which alternative, and which character of a class. */
  readonly turn: number;
  /** How many repetitions more than necessary. */
  readonly extra: number;
}

const CHOICES: readonly Choice[] = [0, 1, 5, 20].flatMap((extra) => [0, 1, 2, 3].map((turn) => ({ turn, extra })));
const LETTERS = [...'a0A-_ .zZ9/@:é~!'];
const MAX_LENGTH = 1000;

const known = new Map<string, readonly string[]>();

/** Lists some texts that match a pattern, the shortest first; none if none is found. */
export function textsOf(pattern: string): readonly string[] {
  let texts = known.get(pattern);
  if (texts === undefined) known.set(pattern, (texts = generate(pattern)));
  return texts;
}

function generate(pattern: string): string[] {
  if (!isFast(pattern, MAX_LENGTH)) return [];
  try {
    const regex = compilePattern(pattern);
    const features = { unicodePropertyEscape: regex.flags.includes('u'), namedGroups: true, lookbehind: true } as const;
    const tree = regjsparser.parse(pattern, regex.flags, features) as unknown as PatternNode;
    const texts = new Set(CHOICES.map((choice) => write(tree, choice, regex.flags)));
    return [...texts]
      .filter((text) => text.length <= MAX_LENGTH && regex.test(text))
      .sort((a, b) => a.length - b.length);
  } catch {
    return [];
  }
}

function write(node: PatternNode, choice: Choice, flags: string): string {
  const { type, body = [], behavior = 'normal', raw } = node;
  switch (type) {
    case 'disjunction':
      return write(body[choice.turn % body.length]!, choice, flags);
    case 'alternative':
      return body.map((part) => write(part, choice, flags)).join('');
    case 'group':
      return behavior === 'normal' || behavior === 'ignore'
        ? body.map((part) => write(part, choice, flags)).join('')
        : '';
    case 'quantifier': {
      const { min = 0, max = Infinity } = node;
      return write(body[0]!, choice, flags).repeat(Math.min(max, min + choice.extra));
    }
    case 'anchor':
    case 'reference':
      return '';
    default:
      return characterOf(raw, choice, flags);
  }
}

/** A character that a character or a class matches. */
function characterOf(raw: string, { turn }: Choice, flags: string): string {
  const regex = new RegExp(`^(?:${raw})$`, flags);
  const own = [...raw.replaceAll(/[\\[\]^]/g, '')];
  const matching = [...new Set([...LETTERS, ...own])].filter((letter) => regex.test(letter));
  return matching[turn % Math.max(1, matching.length)] ?? '';
}
