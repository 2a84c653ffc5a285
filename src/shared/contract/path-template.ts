/** A part of a segment: literal text or a parameter, which takes the rest of the path if it is `{name...}`. */
export type Piece = string | { readonly name: string; readonly rest?: true };

/** The pieces of one segment; `['pets']`, `[{name: 'id'}]`, `[{name: 'sha'}, '.diff']`, `[{name: 'path', rest: true}]`. */
export type Segment = readonly Piece[];

/** A parsed path template, such as `/pets/{id}`. */
export interface PathTemplate {
  /** The decoded template, with a `/` before each segment; `/` for the root. */
  readonly text: string;
  readonly segments: readonly Segment[];
  /** The parameter names, in order. */
  readonly names: readonly string[];
}

/** A syntax error of a template, with its offsets in the text. */
export interface TemplateFault {
  readonly kind:
    | 'unbalanced-brace'
    | 'empty-name'
    | 'adjacent-parameters'
    | 'repeated-name'
    | 'reserved-name'
    | 'mixed-rest'
    | 'inner-rest';
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a path template: OpenAPI 3.1, Path Templating. A segment may mix text and parameters.
 *
 * @param text Segments separated by `/`, such as `pets/{id}` or `/pets/{id}`.
 * @returns The template and its faults. Do not use the template if there are any.
 * @example parsePathTemplate('/pets/{id}').template.names // ['id']
 */
export function parsePathTemplate(text: string): { template: PathTemplate; faults: TemplateFault[] } {
  const faults: TemplateFault[] = [];
  const segments: Segment[] = [];
  let start = 0;
  for (const part of text.split('/')) {
    if (part !== '') segments.push(parseSegment(part, start, faults));
    start += part.length + 1;
  }
  const names = segments.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
  if (names.length > 1) reportRepeats(text, faults);
  if (segments.slice(0, -1).some(isRest)) reportInnerRests(text, faults);
  return { template: { text: printSegments(segments), segments, names }, faults };
}

function parseSegment(text: string, offset: number, faults: TemplateFault[]): Segment {
  // Fast path: most segments are literal.
  if (!/[{}]/.test(text)) return [text];
  const pieces: Piece[] = [];
  for (const match of text.matchAll(/\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    const [source, name] = match;
    const fault = (kind: TemplateFault['kind']): unknown =>
      faults.push({ kind, start: offset + match.index, end: offset + match.index + source.length });
    if (name === undefined) {
      if (source === '{' || source === '}') fault('unbalanced-brace');
      else pieces.push(source);
    } else {
      const own = name.replace(REST, '');
      if (own === '') fault('empty-name');
      if (own === '__proto__') fault('reserved-name');
      if (typeof pieces.at(-1) === 'object') fault('adjacent-parameters');
      else if (own !== name && source !== text) fault('mixed-rest');
      pieces.push(own === name ? { name } : { name: own, rest: true });
    }
  }
  return pieces;
}

function reportRepeats(text: string, faults: TemplateFault[]): void {
  const seen = new Set<string>();
  for (const match of text.matchAll(/\{([^{}]+)\}/g)) {
    const name = match[1]!.normalize('NFC').replace(REST, '');
    if (seen.has(name)) faults.push({ kind: 'repeated-name', start: match.index, end: match.index + match[0].length });
    seen.add(name);
  }
}

/** The end of the name in a parameter that takes the rest of a path. */
const REST = /\.\.\.$/;

/** Reports parameters that take the rest of a path but are not its last segment. */
function reportInnerRests(text: string, faults: TemplateFault[]): void {
  for (const { 0: source, index } of text.matchAll(/\{[^{}]+\.\.\.\}(?=\/+[^/])/g))
    faults.push({ kind: 'inner-rest', start: index, end: index + source.length });
}

/** Whether a segment takes the rest of the path: `{path...}`. */
export function isRest(segment: Segment): boolean {
  const [piece] = segment;
  return typeof piece === 'object' && piece.rest === true;
}

/** Whether the last segment of a template takes the rest of the path. */
export function hasRest(path: string): boolean {
  return path.endsWith('...}');
}

/** A segment as OpenAPI has it, whose parameters take one segment each. */
export function withoutRest(segment: Segment): Segment {
  return isRest(segment) ? segment.map((piece) => (typeof piece === 'string' ? piece : { name: piece.name })) : segment;
}

/** Prints the segments of a template, with a `/` before each. */
export function printSegments(segments: readonly Segment[], encode = (text: string): string => text): string {
  const printed = segments.map((segment) =>
    segment.map((piece) => (typeof piece === 'string' ? encode(piece) : printParameter(piece))).join(''),
  );
  return `/${printed.join('/')}`;
}

function printParameter({ name, rest }: Exclude<Piece, string>): string {
  return `{${name}${rest === true ? '...' : ''}}`;
}

/** The kind of a segment: literal text, a single parameter, a mix of both, or a parameter that takes the rest of the path. */
export function segmentKind(segment: Segment): 'static' | 'mixed' | 'parameter' | 'rest' {
  if (segment.every((piece) => typeof piece === 'string')) return 'static';
  if (isRest(segment)) return 'rest';
  return segment.length === 1 ? 'parameter' : 'mixed';
}

/** The texts around a segment's parameters: `{sha}.diff` is `['', '.diff']`. */
export function segmentTexts(segment: Segment): string[] {
  const texts = [''];
  for (const piece of segment) {
    if (typeof piece === 'string') texts.push(`${texts.pop() ?? ''}${piece}`);
    else texts.push('');
  }
  return texts;
}

/** A key that is equal for templates that match the same requests: `/pets/{}` for `/pets/{id}`, `/files/{...}` for `/files/{path...}`. */
export function templateKey({ segments }: PathTemplate): string {
  const keys = segments.map((segment) => (isRest(segment) ? '{...}' : segmentTexts(segment).join('{}')));
  return `/${keys.join('/')}`;
}

/**
 * Compares mixed segments for the order to try them: more literal text first, then fewer parameters, then by text.
 *
 * @example [['', '.', ''], ['', '.diff']].sort(compareTexts) // `{sha}.diff` before `{a}.{b}`
 */
export function compareTexts(a: readonly string[], b: readonly string[]): number {
  const [x, y] = [a.join('{}'), b.join('{}')];
  return b.join('').length - a.join('').length || a.length - b.length || (x < y ? -1 : Number(x > y));
}

/**
 * Matches one decoded segment against the texts around its parameters.
 *
 * A parameter matches at least one character, and a parameter takes as much as it can before those on its right.
 *
 * @param values Receives the parameter values. It may contain leftovers if the segment does not match.
 * @returns Whether the segment matches.
 * @example matchTexts(['', '.', ''], 'a.b.png', values) // values: ['a.b', 'png']
 */
export function matchTexts(texts: readonly string[], segment: string, values: string[]): boolean {
  const last = texts.length - 1;
  const start = texts[0]!.length;
  let end = segment.length - texts[last]!.length;
  if (!segment.startsWith(texts[0]!) || !segment.endsWith(texts[last]!)) return false;
  // From the right: if each text is as far right as it can be, the parameter on its left takes as much as it can.
  for (let i = last - 1; i > 0; i--) {
    const text = texts[i]!;
    const at = segment.lastIndexOf(text, end - text.length - 1);
    if (at <= start || at + text.length >= end) return false;
    values[i] = segment.slice(at + text.length, end);
    end = at;
  }
  if (end <= start) return false;
  values[0] = segment.slice(start, end);
  return true;
}
