import type { PathTemplate, Segment } from '../../../shared/contract/path-template.ts';
import { compareTexts, isRest, matchTexts, segmentKind, segmentTexts } from '../../../shared/contract/path-template.ts';
import type { Method } from '../../../shared/contract/operation.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';

/** An operation, as far as a request decides on it. */
export interface Routed {
  readonly contract: { readonly method: Method };
  readonly template: PathTemplate;
}

/** The segments of a URL. {@link ANY} is a text that no path contains. */
export type UrlSegments = readonly string[];

/** Represents a value of a parameter that isn't a literal text. */
export const ANY = '\0';

/** The operations of a tree by the segments of their paths, to find those that share a URL. */
class UrlTree<T extends Routed> {
  readonly #root = new UrlNode<T>();

  constructor(operations: readonly T[]) {
    for (const operation of operations) this.#root.at(operation.template.segments).add(operation);
  }

  /**
   * The operations whose paths match a URL of a template, each with the most specific one.
   *
   * @param isBefore Whether to leave out those that the router tries after the template.
   */
  sharing(template: PathTemplate, isBefore = false): { readonly operation: T; readonly url: UrlSegments }[] {
    const found: { operation: T; url: UrlSegments }[] = [];
    collectMatches(this.#root, template.segments, { url: [], isBefore }, found);
    return found;
  }

  /** The operation that answers a request: at each segment, the router prefers literal text, then mixed segments, a parameter, and the rest. */
  match(method: Method, url: UrlSegments): T | undefined {
    return match(this.#root, method, url, 0);
  }
}

const trees = new WeakMap<readonly Routed[], UrlTree<Routed>>();

/** The tree of some operations, which several checks of a compilation share. */
export function urlTreeOf<T extends Routed>(operations: readonly T[]): UrlTree<T> {
  return getOrAdd(trees, operations, () => new UrlTree<Routed>(operations)) as UrlTree<T>;
}

class UrlNode<T extends Routed> {
  readonly operations = new Map<Method, T>();
  readonly literals = new Map<string, UrlNode<T>>();
  readonly mixed: { readonly texts: readonly string[]; readonly node: UrlNode<T> }[] = [];
  parameter: UrlNode<T> | undefined;
  rest: UrlNode<T> | undefined;

  at(segments: readonly Segment[]): UrlNode<T> {
    return segments.reduce<UrlNode<T>>((node, segment) => node.#child(segment), this);
  }

  add(operation: T): void {
    this.operations.set(operation.contract.method, operation);
  }

  #child(segment: Segment): UrlNode<T> {
    const texts = segmentTexts(segment);
    switch (segmentKind(segment)) {
      case 'static':
        return getOrAdd(this.literals, texts[0]!, () => new UrlNode<T>());
      case 'parameter':
        return (this.parameter ??= new UrlNode());
      case 'rest':
        return (this.rest ??= new UrlNode());
      case 'mixed': {
        const known = this.mixed.find((each) => each.texts.join(ANY) === texts.join(ANY));
        if (known !== undefined) return known.node;
        const made = { texts, node: new UrlNode<T>() };
        this.mixed.push(made);
        this.mixed.sort((a, b) => compareTexts(a.texts, b.texts));
        return made.node;
      }
    }
  }
}

function collectMatches<T extends Routed>(
  node: UrlNode<T>,
  [segment, ...rest]: readonly Segment[],
  { url, isBefore }: { readonly url: UrlSegments; readonly isBefore: boolean },
  found: { operation: T; url: UrlSegments }[],
): void {
  if (segment === undefined) {
    for (const operation of node.operations.values()) found.push({ operation, url });
    return;
  }
  if (node.rest !== undefined && !isBefore)
    collectMatches(node.rest, [], { url: [...url, ...[segment, ...rest].map(segmentText)], isBefore }, found);
  if (isRest(segment)) return collectBelow(node, url, found);
  const own = segmentTexts(segment);
  const follow = (texts: readonly string[], next: UrlNode<T>): void => {
    const shared = sharedText(own, texts);
    if (shared === undefined || (isBefore && comesBefore(own, texts))) return;
    // The first difference decides the order.
    const isSame = texts.join(ANY) === own.join(ANY);
    collectMatches(next, rest, { url: [...url, shared], isBefore: isBefore && isSame }, found);
  };
  if (own.length === 1) {
    const next = node.literals.get(own[0]!);
    if (next !== undefined) follow(own, next);
  } else for (const [text, next] of node.literals) follow([text], next);
  for (const { texts, node: next } of node.mixed) follow(texts, next);
  if (node.parameter !== undefined) follow(['', ''], node.parameter);
}

/** Whether the router tries a segment before another one that isn't equal to it, given by the texts around their parameters. */
export function comesBefore(one: readonly string[], other: readonly string[]): boolean {
  return other.length > 1 && (one.length === 1 || compareTexts(one, other) < 0);
}

/** The operations of all URLs below a node. Its own rest is known. */
function collectBelow<T extends Routed>(
  { literals, mixed, parameter }: UrlNode<T>,
  url: UrlSegments,
  found: { operation: T; url: UrlSegments }[],
): void {
  const next = [
    ...[...literals].map(([text, node]) => ({ text, node })),
    ...mixed.map(({ texts, node }) => ({ text: texts.join(ANY), node })),
    ...(parameter === undefined ? [] : [{ text: ANY, node: parameter }]),
  ];
  for (const { text, node } of next) {
    const longer = [...url, text];
    collectMatches(node, [], { url: longer, isBefore: false }, found);
    if (node.rest !== undefined) collectMatches(node.rest, [], { url: [...longer, ANY], isBefore: false }, found);
    collectBelow(node, longer, found);
  }
}

/** A text that a segment matches. */
export function segmentText(segment: Segment): string {
  return segmentTexts(segment).join(ANY);
}

/** A text that two segments match, given by the texts around their parameters; undefined if none is found. */
export function sharedText(a: readonly string[], b: readonly string[]): string | undefined {
  if (a.length === 1) return isOf(b, a[0]!) ? a[0] : undefined;
  if (b.length === 1) return isOf(a, b[0]!) ? b[0] : undefined;
  const around = [`${a[0]}${ANY}${b.at(-1)}`, `${b[0]}${ANY}${a.at(-1)}`];
  return [a.join(ANY), b.join(ANY), ...around].find((text) => isOf(a, text) && isOf(b, text));
}

function isOf(texts: readonly string[], text: string): boolean {
  return texts.length === 1 ? texts[0] === text : matchTexts(texts, text, []);
}

function match<T extends Routed>(node: UrlNode<T>, method: Method, url: UrlSegments, at: number): T | undefined {
  const text = url[at];
  if (text === undefined) return node.operations.get(method);
  const next = [
    node.literals.get(text),
    ...node.mixed.filter(({ texts }) => isOf(texts, text)).map((each) => each.node),
    node.parameter,
  ];
  for (const each of next) {
    const found = each && match(each, method, url, at + 1);
    if (found !== undefined) return found;
  }
  return node.rest?.operations.get(method);
}
