import regjsparser from 'regjsparser';

/** The length of the texts that an automaton reads. What a repetition can match after it is left out. */
export const TEXT_LENGTH = 64;

/** The largest automaton: characters and classes, with counted repetitions written out. */
const MAX_POSITIONS = 5000;
/** The largest number of connections between them. */
const MAX_LINKS = 200_000;

/** A node of the syntax tree, with the fields that matter here. */
interface Node {
  readonly type: string;
  readonly raw: string;
  readonly body?: readonly Node[];
  readonly behavior?: string;
  readonly kind?: string;
  readonly min?: number;
  readonly max?: number;
}

/** The part of an automaton for a node: the positions it can begin and end with. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const EMPTY: Part = { first: [], last: [], isNullable: true };

/** The characters and classes of a pattern, and which can follow which: Glushkov, 1961. */
export class Automaton {
  /** The text of the character or class at each position. */
  readonly texts: string[] = [];
  /** The positions that follow each position, once for each way. */
  readonly next: number[][] = [];
  /** Whether the pattern has a `$`. */
  hasEnd = false;
  /** The positions that the pattern can begin and end with. */
  readonly root: Part;
  #links = 0;

  constructor(pattern: string, flags: string) {
    const features = { unicodePropertyEscape: flags.includes('u'), namedGroups: true, lookbehind: true } as const;
    this.root = this.add(regjsparser.parse(pattern, flags, features) as unknown as Node);
  }

  private add(node: Node): Part {
    const { type, body = [], behavior = '', kind } = node;
    if (type === 'alternative')
      return body.map((part) => () => this.add(part)).reduce((a, b) => this.chain(a, b()), EMPTY);
    if (type === 'disjunction') return either(body.map((part) => this.add(part)));
    if (type === 'quantifier')
      return this.repeat(body[0]!, atMost(node.min ?? 0), node.max === undefined ? undefined : atMost(node.max));
    if (type === 'group') {
      const part = body.reduce((before, inner) => this.chain(before, this.add(inner)), EMPTY);
      // A lookaround can be slow by itself, and consumes nothing.
      return behavior === 'normal' || behavior === 'ignore' ? part : EMPTY;
    }
    if (type === 'anchor' && kind === 'end') this.hasEnd = true;
    if (type === 'anchor' || type === 'reference') return EMPTY;
    if (this.texts.length === MAX_POSITIONS) throw new RangeError('too many positions');
    const position = this.texts.push(node.raw) - 1;
    this.next.push([]);
    return { first: [position], last: [position], isNullable: false };
  }

  private chain(a: Part, b: Part): Part {
    this.link(a.last, b.first);
    return {
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      isNullable: a.isNullable && b.isNullable,
    };
  }

  /** Writes a repetition out: `x{2,}` is `xx+`, and `x{1,3}` is `x(?:xx?)?`. */
  private repeat(node: Node, min: number, max: number | undefined): Part {
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

function atMost(count: number): number {
  return Math.min(count, TEXT_LENGTH);
}

function either(parts: readonly Part[]): Part {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    isNullable: parts.some(({ isNullable }) => isNullable),
  };
}
