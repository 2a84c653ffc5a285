import { encodeSegment } from '../../src/shared/contract/path-spelling.ts';

/** Escapes each byte of a text. */
export const escapeAll = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');

/** Spells a text in a path: each character as it is, or escaped in one of several ways. */
export function spell(text: string, how: readonly number[]): string {
  return Array.from(text, (character, i) => {
    const ways = [encodeURIComponent(character), escapeAll(character), encodeURI(character)];
    return ways[how[i % how.length]!] ?? escapeAll(character).toUpperCase();
  }).join('');
}

/** A path as it is spelled with no more escapes than needed. */
export const leastEscaped = (path: string): string =>
  path.replaceAll(/%[\dA-F]{2}/gi, (text) => {
    const character = String.fromCharCode(Number.parseInt(text.slice(1), 16));
    return encodeSegment(character) === character ? character : text.toUpperCase();
  });

/** The path of a template and values. A rest is several segments. */
export const fillTemplate = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([^{}]+?)(\.{3})?\}|[^{}/]+/g, (part, name?: string, rest?: string) =>
    (name === undefined ? [part] : rest === undefined ? [params[name]!] : params[name]!.split('/'))
      .map((each) => encodeSegment(each))
      .join('/'),
  );
