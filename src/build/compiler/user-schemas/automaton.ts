import regjsparser from 'regjsparser';

/** The length of the texts that an automaton reads. Further matches of a repetition are left out. */
export const TEXT_LENGTH = 64;

/** The largest automaton: characters and classes, with counted repetitions written out. */
const MAX_POSITIONS = 5000;
/** The largest number of connections between them. */
const MAX_LINKS = 200_000;

/** A node of the syntax tree, with the fields that matter here. */
interface PatternNode {
  readonly type: string;
  readonly raw: string;
  readonly body?: readonly PatternNode[];
  readonly behavior?: string;
  readonly kind?: string;
  readonly min?: number;
  readonly max?: number;
}

/** The part of an automaton for a node: the positions it can begin and end with. */
interface StatePart {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const EMPTY: StatePart = { first: [], last: [], isNullable: true };

/** The characters and classes of a pattern, and which can follow which: Glushkov, 1961. */
export class Automaton {
  /** The text of the character or class at each position. */
  readonly texts: string[] = [];
  /** The positions that follow each position, once for each way. */
  readonly next: number[][] = [];
  /** Whether a match can fail after its last character: at a `$`, a word's boundary, a lookaround or a reference. */
  hasEnd = false;
  /** Whether a part is not in the automaton, so that its steps are unknown: a reference, or a lookbehind, which is read backwards. */
  hasUnknown = false;
  /** How many repetitions are cut to {@link TEXT_LENGTH}. */
  cuts = 0;
  /** The positions that the pattern can begin and end with. */
  readonly root: StatePart;
  /** The lookarounds, each by itself. */
  readonly lookarounds: StatePart[] = [];
  /** Whether a match can only begin where the text does. */
  readonly isAnchored: boolean;
  #links = 0;

  /** The number of connections between positions. */
  get links(): number {
    return this.#links;
  }

  constructor(pattern: string, flags: string) {
    const features = { unicodePropertyEscape: flags.includes('u'), namedGroups: true, lookbehind: true } as const;
    const tree = regjsparser.parse(pattern, flags, features) as unknown as PatternNode;
    this.root = this.add(tree);
    this.isAnchored = isAnchored(tree);
  }

  private add(node: PatternNode): StatePart {
    const { type, body = [], behavior = '', kind } = node;
    if (type === 'alternative')
      return body.map((part) => () => this.add(part)).reduce((a, b) => this.chain(a, b()), EMPTY);
    if (type === 'disjunction') return either(body.map((part) => this.add(part)));
    if (type === 'quantifier' && Math.max(node.min ?? 0, node.max ?? 0) > TEXT_LENGTH) this.cuts++;
    if (type === 'quantifier')
      return this.repeat(body[0]!, atMost(node.min ?? 0), node.max === undefined ? undefined : atMost(node.max));
    if (type === 'group') {
      const part = body.reduce((before, inner) => this.chain(before, this.add(inner)), EMPTY);
      // A lookaround can be slow by itself, and consumes nothing.
      if (behavior === 'normal' || behavior === 'ignore') return part;
      this.lookarounds.push(part);
      this.hasEnd = true;
      this.hasUnknown ||= behavior.includes('lookbehind');
      return EMPTY;
    }
    if (type === 'reference') this.hasUnknown = true;
    if (type === 'reference' || (type === 'anchor' && kind !== 'start')) this.hasEnd = true;
    if (type === 'anchor' || type === 'reference') return EMPTY;
    if (this.texts.length === MAX_POSITIONS) throw new RangeError('too many positions');
    const position = this.texts.push(node.raw) - 1;
    this.next.push([]);
    return { first: [position], last: [position], isNullable: false };
  }

  private chain(a: StatePart, b: StatePart): StatePart {
    this.link(a.last, b.first);
    return {
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      isNullable: a.isNullable && b.isNullable,
    };
  }

  /** Writes a repetition out: `x{2,}` is `xx+`, and `x{1,3}` is `x(?:xx?)?`. */
  private repeat(node: PatternNode, min: number, max: number | undefined): StatePart {
    if (min > 1) return this.chain(this.add(node), this.repeat(node, min - 1, max === undefined ? max : max - 1));
    if (max === 0) return EMPTY;
    const part = this.add(node);
    if (max === undefined) this.link(part.last, part.first);
    const all = max === undefined || max === 1 ? part : this.chain(part, this.repeat(node, 0, max - 1));
    return min === 0 ? { ...all, isNullable: true } : all;
  }

  private link(from: readonly number[], to: readonly number[]): void {
    this.#links += from.length * to.length;
    if (this.#links > MAX_LINKS) throw new RangeError('too many connections');
    for (const position of from) this.next[position]!.push(...to);
  }
}

/** Whether each match of a node begins with a `^`. */
function isAnchored({ type, body = [], behavior = 'normal', kind }: PatternNode): boolean {
  if (type === 'anchor') return kind === 'start';
  if (type === 'disjunction') return body.every(isAnchored);
  const isPlain = type === 'alternative' || (type === 'group' && (behavior === 'normal' || behavior === 'ignore'));
  return isPlain && body[0] !== undefined && isAnchored(body[0]);
}

function atMost(count: number): number {
  return Math.min(count, TEXT_LENGTH);
}

function either(parts: readonly StatePart[]): StatePart {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    isNullable: parts.some(({ isNullable }) => isNullable),
  };
}
