import type { Span, SourceText } from '../diagnostics/source.ts';
import type { Value } from '../module/static-values.ts';

/** Code that can keep a client out, such as a condition or an early `return`. */
const REFUSES =
  /\b(?:if|switch|while|for|throw|assert|redirect|respond|res|raw|destroy|problem|Error)\b|\b(?:status|body)\s*=(?!=)|\breturn\b(?!\s+(?:await\s+)?next\s*\()|&&|\|\||\?(?![.?])/;

/** Functions that everybody knows, and the objects that middleware logs and measures with. */
const KNOWN =
  /^(?:next|catch|function|String|Number|Boolean|Date|(?:ctx|context)\.(?:set|append|vary|get|(?:re(?:sponse|quest)\.)(?:set|append|vary|get))|(?:console|performance|process|Date|Math|JSON|Object|log|logger|metrics)\..*)$/;

/**
 * Whether the text of middleware shows that it never refuses a client: it only sets headers, measures and logs. Middleware of other modules and unknown code
 * can do anything.
 */
export function isHarmless(source: SourceText, { kind, items, bodyAt, isWrapped, mayChange }: Value): boolean {
  if (items !== undefined && items.length > 0) return items.every((each) => isHarmless(source, each));
  if (kind !== 'function' || bodyAt === undefined || isWrapped === true || mayChange === true) return false;
  const body = textOf(source, bodyAt);
  if (REFUSES.test(body) || !/\bnext\s*\(\s*\)/.test(body)) return false;
  return [...body.matchAll(/(?<![\w$.])([\w$]+(?:\??\.[\w$]+)*)\s*\(/g)].every(([, callee]) => KNOWN.test(callee!));
}

/** The code without its texts and comments. */
function textOf({ text }: SourceText, { start, end }: Span): string {
  return text
    .slice(start, end)
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}
