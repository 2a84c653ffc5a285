import type { Span, SourceText } from '../diagnostics/source.ts';
import type { ShownValue, Value } from '../module/value.ts';

/** Code that can keep a client out, such as a condition or an early `return`. */
const REFUSES =
  /\b(?:if|switch|while|for|throw|assert|redirect|respond|res|raw|destroy|problem|Error)\b|\b(?:status|body)\s*=(?!=)|\breturn\b(?!\s+(?:await\s+)?next\s*\()|&&|\|\||\?(?![.?])/;

/** Functions that everybody knows, and the objects that middleware logs and measures with. */
const KNOWN =
  /^(?:next|catch|function|String|Number|Boolean|Date|(?:ctx|context)\.(?:set|append|vary|get|(?:re(?:sponse|quest)\.)(?:set|append|vary|get))|(?:console|performance|process|Date|Math|JSON|Object|log|logger|metrics)\..*)$/;

/** Code that adds to a list. */
const FILLS = /\.(?:push|unshift|splice)\s*\(/;

/**
 * How many functions of middleware can refuse a client. Middleware of packages and unknown code can do anything.
 *
 * @param follow The values that a value is in the end, if other modules are read.
 */
export function countRefusing(
  shown: ShownValue,
  follow: (shown: ShownValue) => readonly ShownValue[] = (one) => [one],
  seen: ReadonlySet<Value> = new Set(),
): number {
  const counts = follow(shown).map(({ source, value }) => {
    const { items = [], isEmpty } = value;
    if (isEmpty === true) return FILLS.test(source.text) ? 1 : 0;
    if (items.length === 0) return isHarmless(source, value) ? 0 : 1;
    const lists = new Set([...seen, value]);
    return seen.has(value)
      ? 0
      : items.reduce((sum, each) => sum + countRefusing({ source, value: each }, follow, lists), 0);
  });
  return Math.max(...counts);
}

/** Whether the text of a function shows that it never refuses a client: it only sets headers, measures and logs. */
function isHarmless(source: SourceText, { kind, bodyAt, isWrapped, mayChange }: Value): boolean {
  if (kind !== 'function' || bodyAt === undefined || isWrapped === true || mayChange === true) return false;
  const body = textOf(source, bodyAt);
  if (REFUSES.test(body) || !/\bnext\s*\(\s*\)/.test(body)) return false;
  return [...body.matchAll(/(?<![\w$.])([\w$]+(?:\??\.[\w$]+)*)\s*\(/g)].every(([, callee]) => KNOWN.test(callee!));
}

/** Statements that refuse all clients alike, as during maintenance: `if (isDown()) throw problem(503);` */
const REFUSES_ALL =
  /\bif\s*\((?:[^(){}]|\([^(){}]*\))*\)\s*\{?\s*(?:throw\s+problem|(?:ctx|context)\.throw)\s*\(\s*(?:429|5\d\d)\b[^;\n{}]*\)\s*;?\s*\}?/g;

/** The code without its texts and comments. */
function textOf({ text }: SourceText, { start, end }: Span): string {
  return text
    .slice(start, end)
    .replaceAll(REFUSES_ALL, '')
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}
